import { z } from "zod";
import { DockError } from "../../shared/errors.ts";
import { reportPage } from "../page-report.ts";
import { type BrokerTool, defineBrokerTool, textReply } from "../tool.ts";

export const snapshot: readonly BrokerTool[] = [
  defineBrokerTool("browser_snapshot", z.object({}), async (context) => {
    const report = await reportPage(context);
    if (!report.complete) {
      throw new DockError("ACTION_FAILED", "The page did not answer: it is still loading, or its script is busy.", {
        hint: "Try browser_snapshot again, or browser_navigate to leave the page.",
        retry: "safe",
      });
    }
    return textReply(report.text);
  }),
];
