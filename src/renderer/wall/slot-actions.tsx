import type { SlotView } from "../../core/view/snapshot.ts";
import { ForegroundButton } from "./foreground-button.tsx";
import { HandBackForm } from "./hand-back-form.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { TakeOverButton } from "./take-over-button.tsx";

/** The buttons of one slot. Each has a name of its own, so they stand on screen only once. */
export function SlotActions({ slot }: { readonly slot: SlotView }) {
  return (
    <div className="slot-actions">
      {slot.holder.kind === "human" ? (
        <HandBackForm slot={slot.slot} epoch={slot.epoch} />
      ) : (
        <TakeOverButton slot={slot.slot} />
      )}
      <ForegroundButton slot={slot} />
      <MoreMenu slot={slot} />
    </div>
  );
}
