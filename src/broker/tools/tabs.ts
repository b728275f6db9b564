import { z } from "zod";
import { act } from "../act.ts";
import { describeTabs, pageReport } from "../page-report.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool, type Reply, type ToolContext } from "../tool.ts";
import { judgeNavigation, pageAddress } from "./navigation.ts";

const input = z.object({
  action: z.enum(["list", "new", "close", "select"]),
  tab: z.string().optional(),
  url: z.string().optional(),
});

export const tabs: readonly BrokerTool[] = [
  defineBrokerTool("browser_tabs", input, async (context, { action, tab, url }) => {
    switch (action) {
      case "list":
        await context.tabs.current();
        return done(await describeTabs(context));
      case "new":
        return open(context, url === undefined ? undefined : pageAddress(url));
      case "select": {
        if (tab === undefined) throw new Refusal("ARGUMENTS_INVALID", "tab: which one is to be selected?");
        context.tabs.select(context.tabs.find(tab));
        return done(`Done: ${tab} is the current tab.\n${await pageReport(context)}`);
      }
      case "close":
        return close(context, tab);
      default:
        return action satisfies never;
    }
  }),
];

async function open(context: ToolContext, url: string | undefined): Promise<Reply> {
  const tab = await context.tabs.create();
  context.tabs.select(tab);
  if (url === undefined)
    return done(`Done: ${tab.id} was opened and is the current tab.\n${await pageReport(context)}`);
  return act(context, {
    did: `opening ${tab.id}`,
    page: tab.page,
    perform: (steps) =>
      steps.run(({ timeout, signal }) => tab.page.goto(url, { waitUntil: "domcontentloaded", timeout, signal })),
    judge: judgeNavigation,
  });
}

async function close(context: ToolContext, id: string | undefined): Promise<Reply> {
  const tab = id === undefined ? await context.tabs.current() : context.tabs.find(id);
  // With its last tab the slot's window would close as well.
  if (context.tabs.all.length === 1) await context.tabs.create();
  await tab.page.close();
  await context.tabs.current();
  return done(`Done: ${tab.id} was closed.\n${await pageReport(context)}`);
}

function done(text: string): Reply {
  return { outcome: "done", requests: [], content: [{ type: "text", text }] };
}
