import { type CSSProperties, type ReactNode, useMemo } from "react";
import type { RoomView, SlotView, WallView } from "../../core/view/snapshot.ts";
import { pageWords } from "../../core/view/wall-words.ts";
import { layOut, type Place, type WallLayout } from "./layout.ts";
import { SlotCard } from "./slot-card.tsx";

/** The wall map: one card at the place where its window stands on the monitor (R20). */
export function WallMap({ room, slots }: { readonly room: RoomView; readonly slots: readonly SlotView[] }) {
  const { wall, monitors } = room;
  const monitor = monitors.find((known) => known.id === wall.monitor) ?? null;
  const layout = useMemo(() => layOut(slots, monitor?.workArea ?? null, wall.large), [slots, monitor, wall.large]);
  if (isEmpty(layout) && layout.covered.length === 0) {
    return <p className="empty">No window is open. A slot's window opens when an agent makes its first tool call.</p>;
  }
  return (
    <div className="wall-map" data-strip={layout.large === null ? undefined : layout.strip} style={measures(layout)}>
      {wallCards(layout, wall)}
    </div>
  );
}

function isEmpty({ large, places }: WallLayout): boolean {
  return large === null && places.every((place) => place === null);
}

/**
 * All in one list, by key: so a card that goes to another page, or becomes the large one, stays the same card, with the
 * note that is being written in it.
 */
export function wallCards(layout: WallLayout, wall: WallView): readonly ReactNode[] {
  const { covered, large, places } = layout;
  const inSight = isEmpty(layout)
    ? [
        <p key="empty page" className="empty wall-title">
          No window of {pageWords(wall)} is open.
        </p>,
      ]
    : places.map((slot, place) => placeCard(slot, place, covered.length > 0 ? "wide" : "cell"));
  if (large) inSight.unshift(<SlotCard key={large.slot} slot={large} size="large" />);
  if (covered.length === 0) return inSight;
  return [
    ...inSight,
    <h2 key="covered" className="wall-title">
      Covered, on another page <span className="count">{covered.length}</span>
    </h2>,
    ...covered.map((slot) => <SlotCard key={slot.slot} slot={slot} size="covered" />),
  ];
}

function placeCard(slot: Place, place: number, size: "cell" | "wide") {
  if (slot !== null) return <SlotCard key={slot.slot} slot={slot} size={size} />;
  return <div key={`place ${place}`} className="free-place" data-size={size} aria-hidden="true" />;
}

/**
 * The number of columns, and of rows beside the large card, as custom properties; the style sheet reduces them where
 * cards would get too narrow. Cards in sight are two columns wide while there are others: those need less room.
 */
function measures({ columns, covered, large, places, strip }: WallLayout): CSSProperties {
  const isBeside = large !== null && strip === "beside";
  const style: CSSProperties & Record<"--columns" | "--rows", number> = {
    "--columns": isBeside ? columns + 2 : covered.length > 0 ? columns * 2 : columns,
    "--rows": isBeside ? Math.max(1, Math.ceil(places.length / columns)) : 1,
  };
  return style;
}
