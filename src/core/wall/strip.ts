import type { Rectangle } from "../view/snapshot.ts";
import { distortion, divide, waste } from "./divide.ts";
import { type Arrangement, arrangement } from "./grid.ts";
import type { Size } from "./smallest-window.ts";

/** How much of the area the strip may take, tried one after another; with more the large one would not be large. */
const shares = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55];

/** One large cell, and the strip's cells in their order. */
export interface LargeAndStrip {
  readonly large: Rectangle;
  readonly strip: readonly Rectangle[];
}

/**
 * One large cell with the others in a strip beside or below it, in one line or more; among those that have room for
 * the smallest window the one with the largest large cell and the least odd shapes.
 * @param others how many cells the strip has, from 1
 * @returns null where no such division has room
 */
export function largeAndStrip(area: Rectangle, others: number, smallest: Size): LargeAndStrip | null {
  let best: { cost: number; cut: LargeAndStrip } | null = null;
  for (const { large, rest, columns, rows } of cuts(area, others, smallest)) {
    const strip = divide(rest, columns, rows, others);
    if (!arrangement([large, ...strip], smallest).fits || strip.some((cell) => size(cell) > size(large))) continue;
    const shapes = distortion(rest.width / columns, rest.height / rows) + distortion(large.width, large.height);
    const cost = shapes + waste(columns * rows, others) - Math.log(size(large) / size(area));
    if (best === null || cost < best.cost) best = { cost, cut: { large, strip } };
  }
  return best?.cut ?? null;
}

/** The cells by index; the strip keeps their order, so that choosing another large one moves as few as possible. */
export function byIndex({ large, strip }: LargeAndStrip, indexOfLarge: number, smallest: Size): Arrangement {
  return arrangement([...strip.slice(0, indexOfLarge), large, ...strip.slice(indexOfLarge)], smallest);
}

interface Cut {
  readonly large: Rectangle;
  readonly rest: Rectangle;
  readonly columns: number;
  readonly rows: number;
}

/** The strip to the right or at the bottom, in each number of lines, as broad as a share says or as the windows need. */
function* cuts(area: Rectangle, others: number, smallest: Size): Generator<Cut> {
  for (let lines = 1; lines <= others; lines += 1) {
    const perLine = Math.ceil(others / lines);
    for (const share of shares) {
      const width = Math.max(lines * smallest.width, Math.round(area.width * share));
      const height = Math.max(lines * smallest.height, Math.round(area.height * share));
      const left = area.width - width;
      const above = area.height - height;
      yield {
        large: { ...area, width: left },
        rest: { ...area, x: area.x + left, width },
        columns: lines,
        rows: perLine,
      };
      yield {
        large: { ...area, height: above },
        rest: { ...area, y: area.y + above, height },
        columns: perLine,
        rows: lines,
      };
    }
  }
}

function size({ width, height }: Rectangle): number {
  return width * height;
}
