import type { SlotView } from "../../core/view/snapshot.ts";
import { slotButtonId } from "../frame/focus.ts";
import { openTargets, selectSlot, useDock } from "../state/store.ts";
import { needsOf } from "../words/need.ts";
import { unusedWords } from "../words/room.ts";
import { offWall } from "./off-wall.ts";

/** The slots without a window: a login may wait in them. Unused ones are only counted. */
export function OffWallList({ slots }: { readonly slots: readonly SlotView[] }) {
  const selected = useDock((state) => state.selected);
  const { known, unused } = offWall(slots);
  return (
    <section aria-labelledby="off-wall-title">
      <h2 id="off-wall-title">
        Known, not open <span className="count">{known.length}</span>
        <span className="aside">{unusedWords(unused)}</span>
        <button
          type="button"
          className="button button-plain"
          title="Login targets (B)"
          onClick={() => openTargets(true)}
        >
          Targets
        </button>
      </h2>
      {known.length > 0 && (
        <ul className="chips">
          {known.map((slot) => (
            <li key={slot.slot}>
              <button
                id={slotButtonId(slot.slot)}
                type="button"
                className="chip"
                data-selects-slot={slot.slot}
                data-needs={needsOf(slot).length > 0}
                aria-pressed={selected === slot.slot}
                aria-label={`Select slot ${slot.slot}, ${slot.target ?? "no target"}`}
                onClick={() => selectSlot(slot.slot)}
              >
                <b>{slot.slot}</b> {slot.target ?? "no target"}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
