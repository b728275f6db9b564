import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

const input = z.object({ accept: z.boolean(), promptText: z.string().optional() });

export const dialogs: readonly BrokerTool[] = [
  defineBrokerTool("browser_handle_dialog", input, async (context, { accept, promptText }) => {
    const { dialog, rest } = context.modals;
    if (dialog === undefined) throw new Refusal("ACTION_FAILED", "No dialog is open.");
    return {
      page: dialog.page() ?? (await context.tabs.current()).page,
      perform: async (steps) => {
        // Whatever comes of it: a dialog can be answered once only.
        context.modals.answered(dialog);
        await steps.run(() => (accept ? dialog.accept(promptText) : dialog.dismiss()));
        // The steps that stood still go on now; this action sees them to their end.
        const failed = await rest;
        if (failed === undefined) return;
        steps.note = `What the dialog had held up was not finished: ${failed.message}`;
        throw failed;
      },
    };
  }),
];
