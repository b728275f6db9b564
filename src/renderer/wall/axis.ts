export interface Span {
  readonly start: number;
  readonly size: number;
}

interface Axis {
  readonly count: number;
  /** The index along the axis for each span, in the order given. */
  readonly indexes: readonly number[];
}

/**
 * Finds how many places an axis has, from the size of the windows, and which one each window has.
 * @param whole what the places share among them; null when it is not known, then only the windows' order counts
 */
export function alongAxis(spans: readonly Span[], whole: Span | null): Axis {
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
