import { z } from "zod";
import { DockError } from "../../shared/errors.ts";
import { act } from "../act.ts";
import { seenRequests } from "../evidence.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";
import { type Facts, judge, type Verdict } from "../verdict.ts";

export const navigation: readonly BrokerTool[] = [
  defineBrokerTool("browser_navigate", z.object({ url: z.string() }), async (context, input) => {
    const url = pageAddress(input.url);
    const { page } = await context.tabs.current();
    return act(context, {
      did: "navigation",
      page,
      perform: (steps) =>
        steps.run(({ timeout, signal }) => page.goto(url, { waitUntil: "domcontentloaded", timeout, signal })),
      judge: judgeNavigation,
    });
  }),
  defineBrokerTool("browser_navigate_back", z.object({}), async (context) => {
    const { page } = await context.tabs.current();
    const before = page.url();
    return act(context, {
      did: "going back",
      page,
      perform: async (steps) => {
        // A page from the browser's page cache is there at once and reports no loading; `settle` waits for the others.
        await steps.run(({ timeout, signal }) => page.goBack({ waitUntil: "commit", timeout, signal }));
      },
      judge: (facts) => {
        const verdict = judgeNavigation(facts);
        const stayed = facts.failed === undefined && page.url() === before && facts.watch.seen.length === 0;
        return stayed ? { ...verdict, statement: "Done: there was no earlier page to go back to." } : verdict;
      },
    });
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

/** A GET that failed is known to have failed; only one without any end is unknown. */
export function judgeNavigation(facts: Facts): Verdict {
  const main = facts.watch.seen.filter((seen) => seen.main);
  const refused =
    facts.failed?.touched === true &&
    facts.watch.downloads.length === 0 &&
    main.every((seen) => seen.state === "failed");
  if (!refused || facts.dialogOpen || facts.pageClosed) return judge(facts);
  const error = new DockError("ACTION_FAILED", `${facts.did}: ${facts.failed?.message ?? ""}`).body();
  return { outcome: "failed", requests: seenRequests(facts.watch), error, statement: `Failed: ${error.message}` };
}
