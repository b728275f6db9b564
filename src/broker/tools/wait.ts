import { setTimeout as after } from "node:timers/promises";
import type { Locator } from "playwright-core";
import { z } from "zod";
import { DockError } from "../../shared/errors.ts";
import { duration } from "../deadline.ts";
import { pageReport } from "../page-report.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool, type ToolContext, textReply } from "../tool.ts";

const input = z.object({ text: z.string().optional(), textGone: z.string().optional(), time: z.number().optional() });

export const wait: readonly BrokerTool[] = [
  defineBrokerTool("browser_wait_for", input, async (context, { text, textGone, time }) => {
    if (text === undefined && textGone === undefined && time === undefined) {
      throw new Refusal("ARGUMENTS_INVALID", "One of text, textGone and time is needed.");
    }
    const { page } = await context.tabs.current();
    if (time !== undefined) await after(Math.min(time * 1_000, context.deadline.working()));
    if (text !== undefined) await shown(context, page.getByText(text).first(), "visible", `“${text}” did not appear`);
    if (textGone !== undefined) {
      await shown(
        context,
        page.getByText(textGone).filter({ visible: true }).first(),
        "hidden",
        `“${textGone}” is still there`,
      );
    }
    return textReply(await pageReport(context));
  }),
];

async function shown(context: ToolContext, locator: Locator, state: "visible" | "hidden", otherwise: string) {
  const timeout = context.deadline.working();
  try {
    await locator.waitFor({ state, timeout });
  } catch (error) {
    throw new DockError("ACTION_FAILED", `${otherwise} within ${duration(timeout)}.`, { cause: error, retry: "safe" });
  }
}
