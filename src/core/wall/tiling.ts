import type { Rectangle } from "../view/snapshot.ts";

/** Chrome makes no window narrower or lower than this, in device-independent pixels (measured, Chromium 156). */
const smallestWindow = { width: 508, height: 300 };

/** Pages are built for about this width; the wall shrinks Chrome's scale towards it, in device-independent pixels. */
const comfortableWidth = 640;

/** Below this text can't be read at a glance. */
const smallestScale = 0.5;

export interface Tiling {
  readonly columns: number;
  readonly rows: number;
  /** `--force-device-scale-factor` of every Chrome on this wall. */
  readonly scale: number;
  /** One rectangle a cell, in pixels of the screen, row by row. */
  readonly cells: readonly Rectangle[];
}

/**
 * Divides a monitor into equal cells, wide enough for Chrome at a scale that is as large as fits (R20).
 * @param area pixels of the screen that the wall may use
 * @param count how many windows have to fit: the cap, so that a slot keeps its cell while others come and go
 * @param monitorScale the scale factor of the monitor
 */
export function tile(area: Rectangle, count: number, monitorScale: number): Tiling {
  const columns = bestColumns(area, Math.max(1, count));
  const rows = Math.ceil(Math.max(1, count) / columns);
  const width = Math.floor(area.width / columns);
  const height = Math.floor(area.height / rows);
  const fits = Math.min(width / smallestWindow.width, height / smallestWindow.height);
  const wanted = Math.min(monitorScale, width / comfortableWidth, fits);
  const scale = Math.max(smallestScale, Math.floor(wanted * 20) / 20);
  const cells = Array.from({ length: columns * rows }, (_, index) => ({
    x: area.x + (index % columns) * width,
    y: area.y + Math.floor(index / columns) * height,
    width,
    height,
  }));
  return { columns, rows, scale, cells };
}

/** The number of columns whose cells come closest to 4:3. */
function bestColumns(area: Rectangle, count: number): number {
  let best = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const ratio = area.width / columns / (area.height / rows);
    const unused = columns * rows - count;
    const cost = Math.abs(Math.log(ratio / (4 / 3))) + unused * 0.05;
    if (cost < least) {
      least = cost;
      best = columns;
    }
  }
  return best;
}

/** Screen pixels to the unit that DevTools window bounds have: device-independent pixels of the Chrome's own scale. */
export function toBounds(cell: Rectangle, scale: number): Rectangle {
  // Down for the origin and the size, so that a rounded window never reaches into its neighbour.
  return {
    x: Math.ceil(cell.x / scale),
    y: Math.ceil(cell.y / scale),
    width: Math.floor(cell.width / scale),
    height: Math.floor(cell.height / scale),
  };
}
