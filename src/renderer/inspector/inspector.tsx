import type { EventView, SlotView } from "../../core/view/snapshot.ts";
import { useDock } from "../state/store.ts";
import { EventList } from "./event-list.tsx";
import { SlotDetails } from "./slot-details.tsx";

interface InspectorProps {
  readonly slots: readonly SlotView[];
  readonly events: readonly EventView[];
}

/** All that is known of the selected slot; without a selection, the newest events of the room. */
export function Inspector({ slots, events }: InspectorProps) {
  const selected = useDock((state) => state.selected);
  const slot = slots.find((known) => known.slot === selected);
  if (!slot) {
    return (
      <aside className="desk-inspector" aria-label="Inspector">
        <p className="empty">
          No slot is selected. Click a card, or press <kbd>1</kbd> … <kbd>9</kbd>, <kbd>0</kbd>. Press <kbd>?</kbd> for
          all keys.
        </p>
        <EventList title="Newest events of the room" events={events} withSlot />
      </aside>
    );
  }
  return (
    <aside className="desk-inspector" aria-label={`Inspector of slot ${slot.slot}`}>
      <SlotDetails key={slot.slot} slot={slot} events={events.filter((event) => event.slot === slot.slot)} />
    </aside>
  );
}
