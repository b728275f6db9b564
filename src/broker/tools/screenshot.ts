import { z } from "zod";
import { DockError } from "../../shared/errors.ts";
import { locate } from "../references.ts";
import { type BrokerTool, defineBrokerTool } from "../tool.ts";

/** More is refused by the models that would look at it. */
const largestImage = 5_000_000;

const input = z.object({
  target: z.string().optional(),
  type: z.enum(["png", "jpeg"]).default("png"),
  fullPage: z.boolean().default(false),
});

export const screenshot: readonly BrokerTool[] = [
  // Never brings the page to the front: a screenshot must not take the person's focus (R21).
  defineBrokerTool("browser_take_screenshot", input, async (context, { target, type, fullPage }) => {
    const tab = await context.tabs.current();
    const limits = { type, scale: "css", timeout: context.deadline.working() } as const;
    const image =
      target === undefined
        ? await tab.page.screenshot({ ...limits, fullPage })
        : await (await locate(tab, target)).screenshot(limits);
    if (image.byteLength > largestImage) {
      throw new DockError(
        "ACTION_FAILED",
        `The picture is ${image.byteLength} bytes large, ${largestImage} are the most.`,
        {
          hint: "Leave out fullPage, take one element, or use jpeg.",
          retry: "never",
        },
      );
    }
    return {
      outcome: "done",
      content: [{ type: "image", data: image.toString("base64"), mimeType: `image/${type}` }],
    };
  }),
];
