import { leaseOf } from "../../core/lease/control.ts";
import { DockError } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import type { ControlDesk } from "./change-control.ts";
import { leaveQuarantine } from "./quarantine.ts";
import { refuseStale } from "./refuse-stale.ts";
import { resolveUnknown } from "./resolutions.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Supervisor } from "./supervisor.ts";
import { whileWiping, wipeWorkplace } from "./wipe.ts";

export interface DiscardParts {
  readonly desk: ControlDesk;
  readonly supervisor: Supervisor;
}

/**
 * The person gives up a workplace: its lease, its Chrome, its profile with all logins, its downloads. What was unknown
 * stays unknown on record; only the slot is clear again, and belongs to no target (R14).
 * A second wish for the same joins the first: by the time that it would wipe, the slot could be somebody else's (R12).
 * @throws DockError `SLOT_QUARANTINED` when Chrome's exit was not observed, `EPOCH_STALE` when control has changed before
 * anything was wiped, `WIPE_NOT_PROVEN`, `PROFILE_LOCKED`; the slot stays quarantined
 */
export async function discardWorkplace(room: Room, parts: DiscardParts, slot: SlotRuntime, why: string): Promise<void> {
  if (slot.discarding === null && slot.wiping !== null) {
    throw new DockError("SLOT_NOT_FREE", `Slot ${slot.slot} is being wiped already.`);
  }
  slot.discarding ??= whileWiping(slot, null, () => discard(room, parts, slot, why)).finally(() => {
    slot.discarding = null;
    room.touch();
  });
  await slot.discarding;
}

async function discard(room: Room, { desk, supervisor }: DiscardParts, slot: SlotRuntime, why: string): Promise<void> {
  const lease = leaseOf(slot.control);
  if (lease) desk.change(slot, { kind: "end_lease", leaseId: lease.id, reason: "released_by_person" });
  if (slot.holder === "human") desk.change(slot, { kind: "hand_back", note: null });
  const { epoch } = slot.control;
  await slot.retiring;
  refuseStale(slot, epoch);
  // One that is being launched is closed as well, once it is there.
  await slot.launching?.catch(() => {});
  refuseStale(slot, epoch);
  await supervisor.close(slot, "its workplace is discarded");
  refuseStale(slot, epoch);
  await wipeWorkplace(room, slot, { who: "you", why: why === "" ? "discarded" : `discarded: ${why}` });
  const at = room.ports.clock.now();
  for (const each of [...slot.unresolved]) {
    bestEffort(room, "a resolution", () =>
      resolveUnknown(room, slot, each, { finding: "discarded", by: "person", who: "you", at, why }, "discard"),
    );
  }
  for (const reason of [...slot.quarantine]) leaveQuarantine(room, slot, reason, { way: "discard", who: "you", why });
  room.event(slot.slot, "discarded", "You discarded the workplace: profile, logins, downloads and uploads were wiped.");
}
