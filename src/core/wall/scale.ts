import type { Rectangle } from "../view/snapshot.ts";
import { grid, pageOf } from "./grid.ts";
import { smallestCell, smallestScale } from "./smallest-window.ts";
import { largeAndStrip } from "./strip.ts";

/** Pages are built for about this width, and less height shows little but their head; device-independent pixels. */
const comfortable = { width: 640, height: 300 };

/** For the shape that cells have before anything is known of Chrome's scale. */
const anySize = { width: 1, height: 1 };

/** Sixteenths have no rounding in binary: pixels, bounds, and Chrome's own arithmetic come out the same. */
const steps = 16;

/**
 * `--force-device-scale-factor` for a Chrome on this monitor: the largest that shows a comfortable part of a page in
 * the grid, never above the monitor's own. A Chrome keeps it for life while the mode changes, so every mode has room.
 * @returns at least {@link smallestScale}, even where that has no room
 */
export function wallScale(area: Rectangle, count: number, monitorScale: number): number {
  const [cell = area] = grid(area, count, anySize).rectangles;
  const wanted = Math.min(monitorScale, cell.width / comfortable.width, cell.height / comfortable.height);
  for (let step = Math.floor(wanted * steps); step / steps > smallestScale; step -= 1) {
    if (suitsEveryMode(area, count, step / steps)) return step / steps;
  }
  return smallestScale;
}

function suitsEveryMode(area: Rectangle, count: number, scale: number): boolean {
  const smallest = smallestCell(scale);
  if (!grid(area, count, smallest).fits || !pageOf(area, count, smallest).fits) return false;
  return count === 1 || largeAndStrip(area, count - 1, smallest) !== null;
}
