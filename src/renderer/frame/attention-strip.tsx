import type { SlotView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { selectSlot } from "../state/store.ts";
import { attentionWords, needOf } from "../words/room.ts";
import { focusSlot } from "./focus.ts";

/** The slots that need the person, first and in words. Its height stays the same, so that nothing jumps. */
export function AttentionStrip({ slots }: { readonly slots: readonly SlotView[] }) {
  const needing = slots.flatMap((slot) => {
    const need = needOf(slot);
    return need === null ? [] : [{ slot: slot.slot, need }];
  });
  return (
    <section className="attention" data-any={needing.length > 0} aria-label="Needs you">
      <p role="status">
        {needing.length > 0 && <Icon name="warning" />}
        {attentionWords(needing.length)}
      </p>
      <ul className="attention-list">
        {needing.map(({ slot, need }) => (
          <li key={slot}>
            <button
              type="button"
              className="chip"
              title={need}
              onClick={() => {
                selectSlot(slot);
                focusSlot(slot);
              }}
            >
              <b>{slot}</b> {need}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
