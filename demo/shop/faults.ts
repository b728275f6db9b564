import { z } from "zod";

/** What shall go wrong with the next requests that change something. */
export const faultOrder = z.strictObject({
  /** Milliseconds between applying the change and answering. */
  delay_ms: z.int().min(0).max(600_000).default(0),
  /** Connection cut without an answer, before or after the change was applied. */
  drop: z.enum(["before", "after"]).nullable().default(null),
  /** How many requests it holds for; 0 ends an order that is in force. */
  next: z.int().min(0).max(1_000_000).default(1),
});
export type FaultOrder = z.input<typeof faultOrder>;
export type Fault = z.output<typeof faultOrder>;

export interface Faults {
  /** Replaces the order that is in force. @throws ZodError when a field is out of range */
  set(order: FaultOrder): void;
  /** Called once for each request that changes something. */
  take(): Fault | null;
}

export function createFaults(): Faults {
  let inForce: Fault | null = null;
  return {
    set(order) {
      inForce = faultOrder.parse(order);
    },
    take() {
      if (!inForce || inForce.next === 0) return null;
      const taken = inForce;
      inForce = { ...taken, next: taken.next - 1 };
      return taken;
    },
  };
}
