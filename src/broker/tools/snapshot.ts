import { z } from "zod";
import { pageReport } from "../page-report.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

export const snapshot: readonly BrokerTool[] = [
  defineBrokerTool("browser_snapshot", z.object({}), async (context) => ({
    outcome: "done",
    requests: [],
    content: [{ type: "text", text: await pageReport(context) }],
  })),
];
