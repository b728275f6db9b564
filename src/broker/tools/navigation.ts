import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

export const navigation: readonly BrokerTool[] = [
  defineBrokerTool("browser_navigate", z.object({ url: z.string() }), async (context, input) => {
    const url = pageAddress(input.url);
    const { page } = await context.tabs.current();
    return {
      page,
      perform: (steps) => steps.run(({ timeout, signal }) => page.goto(url, { waitUntil: "commit", timeout, signal })),
    };
  }),
  defineBrokerTool("browser_navigate_back", z.object({}), async (context) => {
    const { page } = await context.tabs.current();
    return {
      page,
      perform: async (steps) => {
        // A page from the browser's page cache is there at once and reports no loading.
        await steps.run(({ timeout, signal }) => page.goBack({ waitUntil: "commit", timeout, signal }));
        // Playwright looks at the history first, and writes nothing when there is no earlier page.
        if (!steps.touched) steps.note = "There was no earlier page to go back to.";
      },
    };
  }),
];

/** @throws Refusal `ARGUMENTS_INVALID`: other schemes reach the machine's files, scripts or the browser's own pages */
export function pageAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null)
    throw new Refusal("ARGUMENTS_INVALID", "url: not an absolute address, such as https://example.org/");
  if (url.protocol === "http:" || url.protocol === "https:" || url.href === "about:blank") return url.href;
  throw new Refusal("ARGUMENTS_INVALID", `url: only http, https and about:blank can be opened, not ${url.protocol}`);
}
