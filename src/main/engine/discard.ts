import { leaseOf } from "../../core/lease/control.ts";
import { neverLoggedIn } from "../../core/login/health.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import type { ControlDesk } from "./change-control.ts";
import { enterQuarantine, leaveQuarantine } from "./quarantine.ts";
import { resolveUnknown } from "./resolutions.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Supervisor } from "./supervisor.ts";

/**
 * The person gives up a workplace: its lease, its Chrome, its profile with all logins, its downloads. What was unknown
 * stays unknown on record; only the slot is clear again, and belongs to no target (R14).
 * @throws DockError `SLOT_QUARANTINED` when Chrome's exit was not observed, `WIPE_NOT_PROVEN`; the slot stays quarantined
 */
export async function discardWorkplace(
  room: Room,
  parts: { readonly desk: ControlDesk; readonly supervisor: Supervisor },
  slot: SlotRuntime,
  why: string,
): Promise<void> {
  const { desk, supervisor } = parts;
  const lease = leaseOf(slot.control);
  if (lease) desk.change(slot, { kind: "end_lease", leaseId: lease.id, reason: "released_by_person" });
  if (slot.holder === "human") desk.change(slot, { kind: "hand_back", note: null });
  await slot.retiring;
  await supervisor.close(slot, "its workplace is discarded");
  if (slot.takesPlace) throw new DockError("SLOT_QUARANTINED", `Chrome of slot ${slot.slot} may still run.`);
  // From here on until it is proven, nobody gets it: also when this process ends in between.
  enterQuarantine(room, slot, { code: "wipe_not_proven", known: "The workplace is being wiped." });
  try {
    await room.ports.wipe(slot.slot);
  } catch (error) {
    enterQuarantine(room, slot, { code: "wipe_not_proven", known: toErrorBody(error).message });
    throw error;
  }
  room.ports.store.unbindTarget(slot.slot);
  slot.target = null;
  slot.login.health = neverLoggedIn;
  slot.lastUsedAt = 0;
  slot.formerTabs = false;
  const at = room.ports.clock.now();
  for (const each of [...slot.unresolved]) {
    bestEffort(room, "a resolution", () =>
      resolveUnknown(room, slot, each, { finding: "discarded", by: "person", who: "you", at, why }, "discard"),
    );
  }
  for (const reason of [...slot.quarantine]) leaveQuarantine(room, slot, reason, { way: "discard", who: "you", why });
  room.event(slot.slot, "discarded", "You discarded the workplace: profile, logins, downloads and uploads were wiped.");
}
