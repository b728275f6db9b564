import type { Rectangle, SlotView } from "../../core/view/snapshot.ts";

/** One place of the wall: the slot whose window stands there, or null where no window stands. */
export type Place = SlotView | null;

export interface WallLayout {
  readonly columns: number;
  /** Row by row, as the windows stand on the monitor. */
  readonly places: readonly Place[];
}

interface Axis {
  readonly count: number;
  /** The index along the axis for each rectangle, in the order given. */
  readonly indexes: readonly number[];
}

/**
 * Puts one card where each window stands: same columns, same rows, but not the same proportions, because a
 * card has to stay readable in a small window.
 * @param monitor bounds of the wall's monitor; null when it is not known, then only the windows' order counts
 */
export function layOut(slots: readonly SlotView[], monitor: Rectangle | null): WallLayout {
  const placed = slots.flatMap((slot) => (slot.cell === null ? [] : [{ slot, cell: slot.cell }]));
  const across = alongAxis(
    placed.map(({ cell }) => ({ start: cell.x, size: cell.width })),
    monitor && { start: monitor.x, size: monitor.width },
  );
  const down = alongAxis(
    placed.map(({ cell }) => ({ start: cell.y, size: cell.height })),
    monitor && { start: monitor.y, size: monitor.height },
  );
  const places: Place[] = Array.from({ length: across.count * down.count }, () => null);
  const homeless: SlotView[] = [];
  placed.forEach(({ slot }, order) => {
    const index = (down.indexes[order] ?? 0) * across.count + (across.indexes[order] ?? 0);
    // Two windows in one place (moved by hand): both keep a card, the later one at the end.
    if (places[index] === null) places[index] = slot;
    else homeless.push(slot);
  });
  return { columns: Math.max(1, across.count), places: [...places, ...homeless] };
}

interface Span {
  readonly start: number;
  readonly size: number;
}

/** Finds how many places an axis has, from the size of the windows, and which one each window has. */
function alongAxis(spans: readonly Span[], whole: Span | null): Axis {
  if (spans.length === 0) return { count: 0, indexes: [] };
  const smallest = Math.min(...spans.map((span) => span.size));
  const ranks = rankStarts(spans, smallest / 4);
  const rankCount = Math.max(...ranks) + 1;
  const places = whole === null ? rankCount : Math.max(rankCount, Math.round(whole.size / smallest));
  if (whole === null || places === rankCount) return { count: rankCount, indexes: ranks };
  const pitch = whole.size / places;
  const indexes = spans.map((span) => {
    const index = Math.floor((span.start + span.size / 2 - whole.start) / pitch);
    return Math.min(places - 1, Math.max(0, index));
  });
  return { count: places, indexes };
}

/** Orders starts and gives those that differ by less than the tolerance the same rank. */
function rankStarts(spans: readonly Span[], tolerance: number): readonly number[] {
  const starts: number[] = [];
  for (const { start } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = starts.at(-1);
    if (last === undefined || start - last > tolerance) starts.push(start);
  }
  return spans.map(({ start }) => starts.findLastIndex((known) => start >= known));
}

export interface OffWall {
  /** No window, but there is something to say: a target, a holder or a quarantine. */
  readonly known: readonly SlotView[];
  readonly unused: number;
}

/** The slots without a place on the wall. */
export function offWall(slots: readonly SlotView[]): OffWall {
  const without = slots.filter((slot) => slot.cell === null);
  const known = without.filter(
    (slot) => slot.target !== null || slot.holder.kind !== "nobody" || slot.quarantine.length > 0,
  );
  return { known, unused: without.length - known.length };
}
