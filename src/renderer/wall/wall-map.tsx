import { type CSSProperties, useMemo } from "react";
import type { RoomView, SlotView } from "../../core/view/snapshot.ts";
import { layOut } from "./layout.ts";
import { SlotCard } from "./slot-card.tsx";

/** The wall map: one card at the place where its window stands on the monitor (R20). */
export function WallMap({ room, slots }: { readonly room: RoomView; readonly slots: readonly SlotView[] }) {
  const monitor = room.monitors.find((known) => known.id === room.wallMonitor) ?? null;
  const layout = useMemo(() => layOut(slots, monitor?.bounds ?? null), [slots, monitor]);
  if (layout.places.every((place) => place === null)) {
    return <p className="empty">No window is open. A slot's window opens when an agent makes its first tool call.</p>;
  }
  return (
    <div className="wall-map" style={columnsStyle(layout.columns)}>
      {layout.places.map((slot, place) =>
        slot === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is its position
          <div key={`place ${place}`} className="free-place" aria-hidden="true" />
        ) : (
          <SlotCard key={slot.slot} slot={slot} />
        ),
      )}
    </div>
  );
}

/** The number of columns as a custom property; the style sheet reduces it where cards would get too narrow. */
function columnsStyle(columns: number): CSSProperties {
  const style: CSSProperties & Record<"--columns", number> = { "--columns": columns };
  return style;
}
