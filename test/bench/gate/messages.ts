import { z } from "zod";

/** What the driver is told: both browsers, and how much to do. */
export const order = z.strictObject({
  endpoint: z.string(),
  token: z.string(),
  /** Of a Chrome that the driver launches itself. */
  direct: z.strictObject({ binary: z.string(), profile: z.string(), args: z.array(z.string()) }),
  artifacts: z.string(),
  url: z.string(),
  rounds: z.int(),
});

export type Order = z.output<typeof order>;

export const operations = ["evaluate", "click", "fill", "snapshot", "screenshot"] as const;
export type Operation = (typeof operations)[number];

/** One round of one path: how long each operation took, in milliseconds. */
const times = z.strictObject({
  evaluate: z.number(),
  click: z.number(),
  fill: z.number(),
  snapshot: z.number(),
  screenshot: z.number(),
});
export type Times = z.output<typeof times>;

/** The second and last message to the driver. */
export const begin = z.strictObject({ kind: z.literal("begin") });

export const driverSays = z.discriminatedUnion("kind", [
  /** Both pages are loaded; it waits for `begin`. */
  z.strictObject({ kind: z.literal("opened") }),
  z.strictObject({ kind: z.literal("progress"), round: z.int() }),
  z.strictObject({
    kind: z.literal("measured"),
    direct: z.array(times),
    gated: z.array(times),
    /** Width, height and picture bytes of both pages, to see that the same work was done. */
    same: z.strictObject({ direct: z.array(z.int()), gated: z.array(z.int()) }),
  }),
  z.strictObject({ kind: z.literal("failed"), message: z.string() }),
]);
export type DriverSays = z.output<typeof driverSays>;
