import type { SlotView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { pendingName } from "../state/ask.ts";
import { foreground } from "../state/intents.ts";
import { useDock } from "../state/store.ts";

/** Brings the slot's window to the front, large, or puts it back. Who holds the slot never changes by that. */
export function ForegroundButton({ slot }: { readonly slot: SlotView }) {
  const pending = useDock((state) => state.pending.has(pendingName("foreground", slot.slot)));
  const inFront = slot.window?.place === "foreground";
  return (
    <button
      type="button"
      className="button button-icon"
      aria-label={inFront ? `Back to its cell, slot ${slot.slot}` : `Foreground slot ${slot.slot}`}
      title={inFront ? "Back to its cell: put the window back" : "Foreground: bring the window to the front, large"}
      aria-busy={pending}
      onClick={() => void foreground(slot.slot)}
    >
      <Icon name={inFront ? "back" : "front"} />
      <span className={inFront ? "wider-only" : "wide-only"}>{inFront ? "Back to its cell" : "Foreground"}</span>
    </button>
  );
}
