import { DockError } from "../../shared/errors.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** @throws DockError `CONTROL_ROOM_STOPPING`, `CAP_REACHED` unless one more Chrome may live, which is this slot's (R10) */
export function refuseOverCap(room: Room, slot: SlotRuntime): void {
  if (room.stopping) throw new DockError("CONTROL_ROOM_STOPPING", "The control room is closing.");
  const { cap } = room.settings;
  if (room.slots.filter((other) => other !== slot && other.reservesPlace).length >= cap) {
    throw new DockError("CAP_REACHED", `All ${cap} windows that may be open at once are in use.`);
  }
}
