import type { Locator } from "playwright-core";
import { z } from "zod";
import { locate } from "../references.ts";
import { capText } from "../text-cap.ts";
import { type BrokerTool, defineBrokerTool, textReply } from "../tool.ts";

/** Bytes of UTF-8. */
const longestText = 100_000;

export const extract: readonly BrokerTool[] = [
  defineBrokerTool("browser_extract", z.object({ target: z.string().optional() }), async (context, { target }) => {
    const tab = await context.tabs.current();
    const locator = target === undefined ? tab.page.locator("body") : await locate(tab, target);
    const { shown, note } = capText(await textOf(locator, context.deadline.working()), longestText);
    return textReply(`${shown}${note}`);
  }),
];

/** Text as it is shown; elements without a rendered text of their own (SVG, XML) have their content only. */
async function textOf(locator: Locator, timeout: number): Promise<string> {
  try {
    // biome-ignore lint/performance/useDomNodeTextContent: the agent is to read what a person sees, hidden text left out
    return await locator.innerText({ timeout });
  } catch (error) {
    if (error instanceof Error && error.message.includes("HTMLElement")) {
      return (await locator.textContent({ timeout })) ?? "";
    }
    throw error;
  }
}
