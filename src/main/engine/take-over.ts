import type { ReceiptView } from "../../core/view/snapshot.ts";
import type { ControlDesk } from "./change-control.ts";
import { aboutTheHolder, follow } from "./follow-change.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/**
 * The person takes a slot. Fence first, then SQLite, then everything that takes time; the receipt lists each step
 * with the time at which it was observed, and null for what was not.
 * @param requestedAt when the request arrived, milliseconds since the Unix epoch
 */
export async function takeOver(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  requestedAt: number,
): Promise<ReceiptView> {
  const before = slot.control.epoch;
  const about = aboutTheHolder(slot);
  const change = desk.change(slot, { kind: "take_over" });
  if (slot.control.epoch === before && slot.receipt) {
    // The person holds it already: this only brought the window forward.
    await change.front;
    return slot.receipt.view;
  }
  return follow(room, slot, change, { ...about, cause: "take_over", requestedAt });
}

/** The agent vanished: the same steps, the same receipt, and nobody's window comes forward. */
export async function park(room: Room, desk: ControlDesk, slot: SlotRuntime, leaseId: string): Promise<void> {
  const requestedAt = room.ports.clock.now();
  const about = aboutTheHolder(slot);
  const before = slot.control.epoch;
  const change = desk.change(slot, { kind: "vanish", leaseId });
  if (slot.control.epoch !== before) await follow(room, slot, change, { ...about, cause: "parked", requestedAt });
}
