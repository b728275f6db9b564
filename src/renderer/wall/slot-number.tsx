import type { CSSProperties } from "react";
import { slotColour } from "../../core/view/slot-colour.ts";

/** The slot's number on the slot's colour: the window on the wall has the same two, so that both are found together. */
export function SlotNumber({ slot }: { readonly slot: number }) {
  const style: CSSProperties & Record<"--slot-colour", string> = { "--slot-colour": slotColour(slot) };
  return (
    <span className="card-number" style={style}>
      {slot}
    </span>
  );
}
