import type { SlotView } from "../../core/view/snapshot.ts";

export interface OffWall {
  /** No window, but there is something to say: a target, a holder or a quarantine. */
  readonly known: readonly SlotView[];
  readonly unused: number;
}

/** The slots without a place on the wall. */
export function offWall(slots: readonly SlotView[]): OffWall {
  const without = slots.filter((slot) => slot.cell === null);
  const known = without.filter(
    (slot) => slot.target !== null || slot.holder.kind !== "nobody" || slot.quarantine.length > 0,
  );
  return { known, unused: without.length - known.length };
}
