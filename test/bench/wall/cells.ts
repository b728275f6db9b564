import type { SlotView } from "../../../src/core/view/snapshot.ts";
import type { Places } from "./places.ts";
import type { SlotWindow } from "./slot-windows.ts";
import type { WallRoom } from "./wall-room.ts";

/** Where the control room means them to be; whether that is a good place is another question. */
export async function placesOf(room: WallRoom, windows: readonly SlotWindow[]): Promise<Places> {
  const { slots } = await room.snapshot();
  return new Map(
    windows.map((each) => {
      const { cell } = viewOf(slots, each.slot);
      if (cell === null) throw new Error(`slot ${each.slot} has no cell`);
      return [each, cell];
    }),
  );
}

/** @throws Error when there is no such slot */
export function viewOf(slots: readonly SlotView[], slot: number): SlotView {
  const found = slots.find((each) => each.slot === slot);
  if (!found) throw new Error(`there is no slot ${slot}`);
  return found;
}
