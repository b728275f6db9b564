import { z } from "zod";
import { notThere } from "./closed-surface.ts";

/**
 * What a window may be made with. `show: false` and the background colour have no effect: Chromium paints its window
 * at once. The minimum size has none either: Chromium keeps to its own, 508 x 147.
 */
const options = z.strictObject({
  x: z.number().optional(),
  y: z.number().optional(),
  width: z.number().default(800),
  height: z.number().default(600),
  minWidth: z.number().optional(),
  minHeight: z.number().optional(),
  title: z.string().optional(),
  show: z.boolean().optional(),
  backgroundColor: z.string().optional(),
  webPreferences: z
    .strictObject({
      preload: z.string().optional(),
      contextIsolation: z.literal(true, "contextIsolation can't be off in the stand-in").optional(),
      sandbox: z.literal(true, "sandbox can't be off in the stand-in").optional(),
      nodeIntegration: z.literal(false, "nodeIntegration can't be on in the stand-in").optional(),
    })
    .default({}),
});

export type WindowOptions = z.output<typeof options>;

/** @throws Error for an option that the stand-in lacks or must refuse */
export function parseWindowOptions(given: unknown): WindowOptions {
  const parsed = options.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    throw notThere("BrowserWindow", `constructor option ${[...issue.path, issue.keys[0]].join(".")}`);
  }
  throw new Error(`BrowserWindow: ${issue?.path.join(".")}: ${issue?.message}`);
}
