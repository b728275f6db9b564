import { z } from "zod";
import { act } from "../act.ts";
import { pageReport } from "../page-report.ts";
import { Refusal } from "../refusal.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";
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
        const text = `Done: the file chooser was cancelled.\n${await pageReport(context)}`;
        return { outcome: "done", requests: [], content: [{ type: "text", text }] };
      }
      if (paths.length > 1 && !chooser.isMultiple()) {
        throw new Refusal("ARGUMENTS_INVALID", "paths: this file chooser takes one file.");
      }
      const allowed = await allowedFiles(paths, context.folders);
      return act(context, {
        did: `upload of ${allowed.length === 1 ? "1 file" : `${allowed.length} files`}`,
        page,
        perform: async (steps) => {
          context.modals.chooserUsed(page);
          await steps.run(({ timeout, signal }) => chooser.setFiles(allowed, { timeout, signal }));
        },
      });
    },
  ),
];
