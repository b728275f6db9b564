import type { HolderView, SlotView } from "./snapshot.ts";

/** One login target and its slot (R14), as window and command line list it. */
export interface TargetRow {
  readonly target: string;
  readonly slot: number;
  /** Milliseconds since the Unix epoch; null while somebody holds it, and for one that was never used. */
  readonly lastUsedAt: number | null;
  readonly state: string;
  /** Why it could not be given to another target now; null when it could. */
  readonly keeps: string | null;
}

/** The targets that have a slot, the one that a new target would get first. */
export function targetRows(slots: readonly SlotView[]): readonly TargetRow[] {
  return slots
    .flatMap((slot) => (slot.target === null ? [] : [rowOf(slot, slot.target)]))
    .toSorted((one, other) => orderOf(one) - orderOf(other) || one.slot - other.slot);
}

/** The slots that belong to no target and could be given one without a wipe. */
export function unassignedSlots(slots: readonly SlotView[]): readonly number[] {
  const isFree = (slot: SlotView) =>
    slot.target === null && !slot.isBeingWiped && slot.quarantine.length === 0 && slot.holder.kind !== "agent";
  return slots.filter(isFree).map(({ slot }) => slot);
}

function rowOf(slot: SlotView, target: string): TargetRow {
  const isHeld = slot.holder.kind !== "nobody";
  return {
    target,
    slot: slot.slot,
    lastUsedAt: isHeld || slot.lastUsedAt === 0 ? null : slot.lastUsedAt,
    state: stateWords(slot),
    keeps: slot.keepsTarget,
  };
}

function orderOf({ keeps, lastUsedAt }: TargetRow): number {
  return keeps === null ? (lastUsedAt ?? 0) : Number.MAX_SAFE_INTEGER;
}

function stateWords(slot: SlotView): string {
  if (slot.isBeingWiped) return "being wiped";
  const window = slot.life.kind === "empty" ? "no window" : "window open";
  return slot.quarantine.length > 0 ? `in quarantine, ${window}` : `${holderWords(slot.holder)}, ${window}`;
}

function holderWords(holder: HolderView): string {
  switch (holder.kind) {
    case "nobody":
      return "held by nobody";
    case "agent":
      return `held by ${holder.agent}`;
    case "parked":
      return `parked (${holder.agent})`;
    case "human":
      return "held by you";
    default:
      return holder satisfies never;
  }
}
