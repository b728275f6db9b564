import type { Rectangle } from "../../../src/core/view/snapshot.ts";
import { windowRectangles } from "../../support/window-rectangles.ts";
import type { SlotWindow } from "./slot-windows.ts";

/** How windows stand on a monitor, by what the X server says. */
export interface WallFigures {
  readonly windows: number;
  /** Pairs of windows of which one covers a part of the other. */
  readonly overlaps: number;
  /** Windows of which a part is beyond the monitor's edge. */
  readonly offscreen: number;
  /** Windows that are smaller than Chrome can lay out its content. */
  readonly belowMin: number;
  /** Pixels of the screen. */
  readonly smallest: { readonly width: number; readonly height: number };
}

export async function measureWindows(
  display: string,
  monitor: Rectangle,
  windows: readonly SlotWindow[],
): Promise<WallFigures> {
  const rectangles: { readonly of: SlotWindow; readonly is: Rectangle }[] = [];
  for (const of of windows) {
    // A slot has one window as long as its page opens no other.
    for (const is of await windowRectangles(display, [of.pid])) rectangles.push({ of, is });
  }
  const pairs = rectangles.flatMap((one, index) =>
    rectangles.slice(index + 1).map((other) => [one.is, other.is] as const),
  );
  return {
    windows: rectangles.length,
    overlaps: pairs.filter(([one, other]) => overlap(one, other)).length,
    offscreen: rectangles.filter(({ is }) => !within(is, monitor)).length,
    belowMin: rectangles.filter(({ of, is }) => is.width < of.smallest.width || is.height < of.smallest.height).length,
    smallest: {
      width: Math.min(...rectangles.map(({ is }) => is.width)),
      height: Math.min(...rectangles.map(({ is }) => is.height)),
    },
  };
}

export function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function within(inner: Rectangle, outer: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
