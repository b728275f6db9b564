import type { Rectangle, WallMode } from "../view/snapshot.ts";
import { type Arrangement, grid, pageOf, windowsOnPage } from "./grid.ts";
import { wallScale } from "./scale.ts";
import { type Size, smallestCell } from "./smallest-window.ts";
import { byIndex, largeAndStrip } from "./strip.ts";

/** What the wall has to be laid out for; pixels of the screen throughout. */
export interface WallRequest {
  /** What panels leave free of the wall's monitor. */
  readonly area: Rectangle;
  readonly monitorScale: number;
  /** How many windows have to fit: the cap, so that a slot keeps its cell while others come and go. */
  readonly count: number;
  readonly mode: WallMode;
  /** Mode `pages`: which one is in sight, counted from 0; clamped to those there are. */
  readonly page: number;
  /** Mode `large`: the index of the cell that is the large one; clamped likewise. */
  readonly large: number;
  /** `--force-device-scale-factor` of the Chromes that live: it can't be changed before they are started again. */
  readonly liveScales: readonly number[];
}

export interface WallCell {
  readonly rectangle: Rectangle;
  /** False when a window of another page stands on top of it. */
  readonly inSight: boolean;
}

export interface WallLayout {
  /** `--force-device-scale-factor` for a Chrome that is started now; it suits every mode on this monitor. */
  readonly scale: number;
  /** One a window, by index: a slot keeps its index. Those in sight don't overlap. */
  readonly cells: readonly WallCell[];
  /**
   * False when a cell is smaller than the smallest window of a Chrome that lives or is started now. Chrome then makes
   * the window larger than its cell, and it covers a part of its neighbour.
   */
  readonly fits: boolean;
  /** Counted from 0. */
  readonly page: number;
  readonly pages: number;
}

/**
 * Where each window of the wall stands (R20). It depends on the request alone: which windows are open moves none.
 *
 * What gives when room is short, in this order: the scale, down to the smallest; the shape of the cells; in the mode
 * `large` the large cell, which becomes one like the others; then the cells are too small, and `fits` is false.
 */
export function layOutWall(request: WallRequest): WallLayout {
  const count = Math.max(1, request.count);
  const scale = wallScale(request.area, count, request.monitorScale);
  const smallest = smallestCell(Math.max(scale, ...request.liveScales));
  const pages = request.mode === "pages" ? Math.ceil(count / windowsOnPage) : 1;
  const page = clamp(request.page, pages);
  const { rectangles, fits } = arrange({ ...request, count }, smallest);
  const cells = rectangles.map((rectangle, index) => ({
    rectangle,
    inSight: pages === 1 || Math.floor(index / windowsOnPage) === page,
  }));
  return { scale, cells, fits, page, pages };
}

function arrange({ mode, area, count, large }: WallRequest, smallest: Size): Arrangement {
  switch (mode) {
    case "grid":
      return grid(area, count, smallest);
    case "pages": {
      const { rectangles, fits } = pageOf(area, count, smallest);
      return {
        fits,
        rectangles: Array.from({ length: count }, (_, index) => rectangles[index % windowsOnPage] ?? area),
      };
    }
    case "large": {
      const cut = count === 1 ? null : largeAndStrip(area, count - 1, smallest);
      return cut === null ? grid(area, count, smallest) : byIndex(cut, clamp(large, count), smallest);
    }
  }
  return mode satisfies never;
}

function clamp(index: number, length: number): number {
  return Math.min(Math.max(0, index), length - 1);
}

/** A window that a person works in is no smaller than this where the area has room, in pixels of the screen. */
const comfortable = { width: 1280, height: 800 };

/** Where a window goes that is brought to the front: large, in the middle, within the area. */
export function foregroundRectangle(area: Rectangle): Rectangle {
  const width = Math.min(area.width, Math.max(comfortable.width, Math.round(area.width * 0.75)));
  const height = Math.min(area.height, Math.max(comfortable.height, Math.round(area.height * 0.85)));
  return {
    x: area.x + Math.floor((area.width - width) / 2),
    y: area.y + Math.floor((area.height - height) / 2),
    width,
    height,
  };
}
