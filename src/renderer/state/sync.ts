import { applyChange, type Change, type Snapshot } from "../../core/view/snapshot.ts";

/** What the window knows of the room, and the changes that came while it asks for a new snapshot. */
export interface Sync {
  readonly snapshot: Snapshot | null;
  readonly asking: boolean;
  readonly early: readonly Change[];
}

export interface Step {
  readonly sync: Sync;
  /** True when a snapshot has to be asked for now. */
  readonly ask: boolean;
}

export const emptySync: Sync = { snapshot: null, asking: false, early: [] };

/** Begins to ask, unless an answer is already under way. */
export function asked(sync: Sync): Step {
  return { sync: { ...sync, asking: true }, ask: !sync.asking };
}

/** A change arrived: apply it, keep it for the snapshot that is under way, or ask because one was missed. */
export function changed(sync: Sync, change: Change): Step {
  if (sync.asking) return { sync: { ...sync, early: [...sync.early, change] }, ask: false };
  if (sync.snapshot === null) return asked({ ...sync, early: [change] });
  // An old change says nothing new: the snapshot was made after it.
  if (change.revision <= sync.snapshot.revision) return { sync, ask: false };
  const next = applyChange(sync.snapshot, change);
  return next === null ? asked({ ...sync, early: [change] }) : { sync: { ...sync, snapshot: next }, ask: false };
}

/**
 * A snapshot arrived; the changes that overtook it follow. If these don't join up they are dropped: the next
 * change shows the gap and asks again, so that a faulty sender can't make the window ask without end.
 */
export function answered(sync: Sync, snapshot: Snapshot): Sync {
  let present = snapshot;
  for (const change of sync.early) {
    if (change.revision <= present.revision) continue;
    const next = applyChange(present, change);
    if (next === null) break;
    present = next;
  }
  return { snapshot: present, asking: false, early: [] };
}

/** The question for a snapshot failed; the next change, or the person, asks again. */
export function unanswered(sync: Sync): Sync {
  return { ...sync, asking: false, early: [] };
}
