import { z } from "zod";
import { describeTabs, pageReport } from "../page-report.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, type Deed, defineBrokerTool, type Reply, type ToolContext, textReply } from "../tool.ts";
import { pageAddress } from "./navigation.ts";

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
        return textReply(await describeTabs(context));
      case "new":
        return open(context, url === undefined ? undefined : pageAddress(url));
      case "select": {
        if (tab === undefined) throw new Refusal("ARGUMENTS_INVALID", "tab: which one is to be selected?");
        const selected = context.tabs.find(tab);
        context.tabs.select(selected);
        // In its window, which stays where it is: the control room sees to that (R21).
        await selected.page.bringToFront();
        return textReply(`Tab ${tab} is the current one.\n${await pageReport(context)}`);
      }
      case "close":
        return close(context, tab);
      default:
        return action satisfies never;
    }
  }),
];

async function open(context: ToolContext, url: string | undefined): Promise<Reply | Deed> {
  const tab = await context.tabs.create();
  context.tabs.select(tab);
  const opened = `Tab ${tab.id} was opened and is the current one.`;
  if (url === undefined) return textReply(`${opened}\n${await pageReport(context)}`);
  return {
    page: tab.page,
    perform: (steps) => {
      steps.note = opened;
      return steps.run(({ timeout, signal }) => tab.page.goto(url, { waitUntil: "commit", timeout, signal }));
    },
  };
}

async function close(context: ToolContext, id: string | undefined): Promise<Reply> {
  const tab = id === undefined ? await context.tabs.current() : context.tabs.find(id);
  // With its last tab the slot's window would close as well.
  if (context.tabs.all.length === 1) await context.tabs.create();
  await tab.page.close();
  await context.tabs.current();
  return textReply(`Tab ${tab.id} was closed.\n${await pageReport(context)}`);
}
