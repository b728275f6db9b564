import { z } from "zod";
import { act } from "../act.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

const input = z.object({ accept: z.boolean(), promptText: z.string().optional() });

export const dialogs: readonly BrokerTool[] = [
  defineBrokerTool("browser_handle_dialog", input, async (context, { accept, promptText }) => {
    const { dialog, interrupted } = context.modals;
    if (dialog === undefined) throw new Refusal("ACTION_FAILED", "No dialog is open.");
    return act(context, {
      did: accept ? "accepting the dialog" : "dismissing the dialog",
      page: dialog.page() ?? (await context.tabs.current()).page,
      resumes: interrupted,
      perform: async (steps) => {
        // Whatever comes of it: a dialog can be answered once only.
        context.modals.answered(dialog);
        await steps.run(() => (accept ? dialog.accept(promptText) : dialog.dismiss()));
        await interrupted?.rest;
      },
    });
  }),
];
