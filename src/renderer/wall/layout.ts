import type { Rectangle, SlotView } from "../../core/view/snapshot.ts";
import { alongAxis } from "./axis.ts";

/** One place of the wall: the slot whose window stands there, or null where no window stands. */
export type Place = SlotView | null;

export interface WallLayout {
  /** How many cards stand beside each other: in `places`, not counting the large one. */
  readonly columns: number;
  /** Row by row, as the windows stand on the monitor. */
  readonly places: readonly Place[];
  /** The slot with the one large window; null where all are of a size. */
  readonly large: SlotView | null;
  /** Where the others stand then: beside the large one, or below it. */
  readonly strip: "beside" | "below";
  /** The slots whose windows another page of the wall covers, by number. */
  readonly covered: readonly SlotView[];
}

interface Placed {
  readonly slot: SlotView;
  readonly cell: Rectangle;
}

/**
 * Puts one card where each window stands: same columns, same rows, but not the same proportions, because a
 * card has to stay readable in a small window. Windows that another page covers follow by themselves, because they
 * share their places with those in sight.
 * @param area of the monitor that the wall may use; null when it is not known, then only the windows' order counts
 * @param largeSlot the slot whose window is the large one; null when all are of a size
 */
export function layOut(slots: readonly SlotView[], area: Rectangle | null, largeSlot: number | null): WallLayout {
  const placed = slots.flatMap((slot) => (slot.cell === null ? [] : [{ slot, cell: slot.cell }]));
  const inSight = placed.filter(({ slot }) => slot.window?.inSight !== false);
  const covered = placed
    .filter((each) => !inSight.includes(each))
    .map(({ slot }) => slot)
    .toSorted((one, other) => one.slot - other.slot);
  const large = inSight.find(({ slot }) => slot.slot === largeSlot);
  // On a small monitor the one that should be large may have no more room than the others.
  if (large && inSight.every((each) => each === large || size(each.cell) < size(large.cell))) {
    return { ...strip(large, inSight), covered };
  }
  return { ...grid(inSight, area), large: null, strip: "below", covered };
}

function grid(placed: readonly Placed[], area: Rectangle | null): Pick<WallLayout, "columns" | "places"> {
  const across = alongAxis(
    placed.map(({ cell }) => ({ start: cell.x, size: cell.width })),
    area && { start: area.x, size: area.width },
  );
  const down = alongAxis(
    placed.map(({ cell }) => ({ start: cell.y, size: cell.height })),
    area && { start: area.y, size: area.height },
  );
  const places: Place[] = Array.from({ length: across.count * down.count }, () => null);
  const homeless: SlotView[] = [];
  placed.forEach(({ slot }, order) => {
    const index = (down.indexes[order] ?? 0) * across.count + (across.indexes[order] ?? 0);
    // Two windows in one place: both keep a card, the later one at the end.
    if (places[index] === null) places[index] = slot;
    else homeless.push(slot);
  });
  return { columns: Math.max(1, across.count), places: [...places, ...homeless] };
}

/** The large window's card, and the others in the order in which they stand around it, without gaps. */
function strip(large: Placed, placed: readonly Placed[]): Omit<WallLayout, "covered"> {
  const others = placed.filter((each) => each !== large);
  const { columns, places } = grid(others, null);
  const isBeside = others.filter(({ cell }) => !overlaps(cell, large.cell)).length > others.length / 2;
  return {
    // One column of windows at the side would make a map that is many cards high; here it gets as wide as it is high.
    columns: isBeside && columns === 1 ? Math.ceil(Math.sqrt(others.length)) : columns,
    places: places.filter((place) => place !== null),
    large: large.slot,
    strip: isBeside ? "beside" : "below",
  };
}

function size({ width, height }: Rectangle): number {
  return width * height;
}

/** Whether one stands above or below the other. */
function overlaps(one: Rectangle, other: Rectangle): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width;
}
