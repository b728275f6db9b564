import type { SlotView } from "../../core/view/snapshot.ts";
import { targetRows, unassignedSlots } from "../../core/view/targets.ts";

/** A slot that may be given to a target, and whose it is now; null for nobody's. */
export interface SlotChoice {
  readonly slot: number;
  readonly former: string | null;
}

/** Those that cost nothing first, then those that would be wiped, the longest unused first. */
export function slotChoices(slots: readonly SlotView[]): readonly SlotChoice[] {
  const free = unassignedSlots(slots).map((slot) => ({ slot, former: null }));
  const others = targetRows(slots).filter(({ keeps }) => keeps === null);
  return [...free, ...others.map(({ slot, target }) => ({ slot, former: target }))];
}
