import type { SlotView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { pendingName } from "../state/ask.ts";
import { foreground } from "../state/intents.ts";
import { useDock } from "../state/store.ts";
import { HandBackForm } from "./hand-back-form.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { TakeOverButton } from "./take-over-button.tsx";

/** The buttons of one slot. Each has a name of its own, so they stand on screen only once. */
export function SlotActions({ slot }: { readonly slot: SlotView }) {
  const pending = useDock((state) => state.pending.has(pendingName("foreground", slot.slot)));
  return (
    <div className="slot-actions">
      {slot.holder.kind === "human" ? <HandBackForm slot={slot.slot} /> : <TakeOverButton slot={slot.slot} />}
      <button
        type="button"
        className="button button-icon"
        aria-label={`Foreground slot ${slot.slot}`}
        title="Foreground: bring the window to the front"
        aria-busy={pending}
        onClick={() => void foreground(slot.slot)}
      >
        <Icon name="front" />
        <span className="wide-only">Foreground</span>
      </button>
      <MoreMenu slot={slot} />
    </div>
  );
}
