import { z } from "zod";
import { pageReport } from "../page-report.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool, textReply } from "../tool.ts";
import { allowedFiles } from "../uploads.ts";

export const files: readonly BrokerTool[] = [
  defineBrokerTool(
    "browser_file_upload",
    z.object({ paths: z.array(z.string()).optional() }),
    async (context, { paths }) => {
      const { page } = await context.tabs.current();
      const chooser = context.modals.chooser(page);
      if (chooser === undefined) {
        throw new Refusal("ACTION_FAILED", "No file chooser is open. Click the element that opens it first.");
      }
      if (paths === undefined || paths.length === 0) {
        // The browser's own chooser was never shown; forgetting it is all there is to cancel.
        context.modals.chooserUsed(page);
        return textReply(`The file chooser was cancelled.\n${await pageReport(context)}`);
      }
      if (paths.length > 1 && !chooser.isMultiple()) {
        throw new Refusal("ARGUMENTS_INVALID", "paths: this file chooser takes one file.");
      }
      const allowed = await allowedFiles(paths, context.folders);
      return {
        page,
        perform: async (steps) => {
          context.modals.chooserUsed(page);
          await steps.run(({ timeout, signal }) => chooser.setFiles(allowed, { timeout, signal }));
        },
      };
    },
  ),
];
