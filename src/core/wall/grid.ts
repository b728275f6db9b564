import type { Rectangle } from "../view/snapshot.ts";
import { distortion, divide, waste } from "./divide.ts";
import { holds, type Size } from "./smallest-window.ts";

/** The cells of an arrangement, and whether they are large enough for the windows. */
export interface Arrangement {
  readonly rectangles: readonly Rectangle[];
  /** False when a window is larger than its cell and therefore covers a part of its neighbour. */
  readonly fits: boolean;
}

/** Costs that differ by less are the same, such as those of 5 x 5 and 6 x 5 cells for 25 on 16:9: fewer columns win. */
const tie = 1e-9;

/**
 * Equal cells, as close to 4:3 as the smallest window allows. Where no division has room for that, the one whose
 * cells fall short of it the least.
 * @param smallest what every cell has to hold, in pixels of the screen
 */
export function grid(area: Rectangle, count: number, smallest: Size): Arrangement {
  let best: { columns: number; rows: number; lack: number; cost: number } | null = null;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const width = Math.floor(area.width / columns);
    const height = Math.floor(area.height / rows);
    const lack = Math.max(1, smallest.width / Math.max(1, width), smallest.height / Math.max(1, height));
    const cost = distortion(area.width / columns, area.height / rows) + waste(columns * rows, count);
    if (best === null || lack < best.lack || (lack === best.lack && cost < best.cost - tie)) {
      best = { columns, rows, lack, cost };
    }
  }
  const { columns, rows } = best ?? { columns: 1, rows: 1 };
  return arrangement(divide(area, columns, rows, count), smallest);
}

/** How many windows a page of the wall shows. */
export const windowsOnPage = 4;

/** Four cells, two by two; where the windows are too wide or too high for that, another division into as many. */
export function pageOf(area: Rectangle, count: number, smallest: Size): Arrangement {
  if (count < windowsOnPage) return grid(area, count, smallest);
  const square = arrangement(divide(area, 2, 2, windowsOnPage), smallest);
  return square.fits ? square : grid(area, windowsOnPage, smallest);
}

export function arrangement(rectangles: readonly Rectangle[], smallest: Size): Arrangement {
  return { rectangles, fits: holds(rectangles, smallest) };
}
