import { z } from "zod";

/** What shall go wrong with the next requests that change something. */
export const faultOrder = z.strictObject({
  /** Milliseconds between applying the change and answering. */
  delay_ms: z.int().min(0).max(600_000).default(0),
  /**
   * Connection cut without an answer, before or after the change was applied; `during`: it was applied, and the
   * connection is cut behind the status line and the headers.
   */
  drop: z.enum(["before", "during", "after"]).nullable().default(null),
  /** How many requests it holds for; 0 ends an order that is in force. */
  next: z.int().min(0).max(1_000_000).default(1),
  /** Only requests that carry this change meet it, whatever others do at the same time; null for any request. */
  change_id: z.string().max(100).nullable().default(null),
});
export type FaultOrder = z.input<typeof faultOrder>;
export type Fault = z.output<typeof faultOrder>;

export interface Faults {
  /** Replaces the order that is in force for the same change, or for any. @throws ZodError for a field out of range */
  set(order: FaultOrder): void;
  /** Called once for each request that changes something. @param change the id that it carries, if it does */
  take(change: string | null): Fault | null;
}

export function createFaults(): Faults {
  const inForce = new Map<string | null, Fault>();
  const takeOf = (change: string | null): Fault | null => {
    const order = inForce.get(change);
    if (!order || order.next === 0) return null;
    inForce.set(change, { ...order, next: order.next - 1 });
    return order;
  };
  return {
    set(order) {
      const fault = faultOrder.parse(order);
      inForce.set(fault.change_id, fault);
    },
    take: (change) => (change === null ? null : takeOf(change)) ?? takeOf(null),
  };
}
