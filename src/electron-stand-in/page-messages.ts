import { z } from "zod";

/** What the page side and the main process say to each other, as JSON. */

export const fromPage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("invoke"), id: z.number(), channel: z.string(), values: z.array(z.unknown()) }),
  z.object({ kind: z.literal("window-open"), url: z.string() }),
  z.object({ kind: z.literal("preload-failed"), message: z.string() }),
]);

export type FromPage = z.output<typeof fromPage>;

export type ToPage =
  | { readonly kind: "value"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly message: string }
  | { readonly kind: "send"; readonly channel: string; readonly values: readonly unknown[] };
