import { DockError } from "../../../shared/errors.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";

/** Which slot a person means: by its number, or by the login target that it belongs to. */
export interface SlotOrTarget {
  readonly slot?: number | undefined;
  readonly target?: string | undefined;
}

/**
 * The slot of a target. One that the configuration names and that has none yet gets an unused slot, for good, so that a
 * person can log in before any agent has asked for it (R14).
 * @throws DockError `SLOT_UNKNOWN`, `TARGET_UNKNOWN`, `NO_SLOT_LEFT`, `DISK_FULL`
 */
export function slotForLogin(room: Room, { slot: number, target }: SlotOrTarget): SlotRuntime {
  const found = findSlot(room, { slot: number, target });
  if (found) return found;
  const name = target ?? "";
  if (!room.settings.targets.has(name)) {
    throw new DockError("TARGET_UNKNOWN", `No slot belongs to “${name}”, and the configuration does not name it.`);
  }
  const free = room.slots.find(isUnused);
  if (!free) throw new DockError("NO_SLOT_LEFT", `All ${room.slots.length} slots belong to other login targets.`);
  room.ports.store.bindTarget(free.slot, name);
  free.target = name;
  room.event(free.slot, "bound", `The slot belongs to ${name} from now on.`);
  return free;
}

/** @returns null for a target that has no slot @throws DockError `SLOT_UNKNOWN` */
export function findSlot(room: Room, { slot: number, target }: SlotOrTarget): SlotRuntime | null {
  if (number === undefined) return room.slots.find((slot) => slot.target === target) ?? null;
  const slot = room.slots[number - 1];
  if (!slot) throw new DockError("SLOT_UNKNOWN", `There is no slot ${number}; there are ${room.slots.length}.`);
  return slot;
}

/** As the schedule has it: a person who used a slot without a target may have logged in there for something else. */
function isUnused(slot: SlotRuntime): boolean {
  const wasUsed = slot.target !== null || slot.lastUsedAt !== 0;
  return (
    !wasUsed &&
    slot.holder === "nobody" &&
    slot.life.kind === "empty" &&
    slot.quarantine.length === 0 &&
    slot.wiping === null &&
    slot.offeredTo === null
  );
}
