import type { Rectangle } from "../view/snapshot.ts";

/** Cells look best near this shape: wide enough for a page, high enough to see more than its head. */
const wantedRatio = 4 / 3;

/** How far a shape is from the wanted one: 0 when it has it, the same for twice as wide as for twice as high. */
export function distortion(width: number, height: number): number {
  return Math.abs(Math.log(width / height / wantedRatio));
}

/** What cells that stay empty cost, in the unit of {@link distortion}: half of the area unused is as bad as twice too wide. */
export function waste(cells: number, used: number): number {
  return Math.log(cells / used);
}

/**
 * Cuts an area into columns and rows, row by row. The pixels that don't divide are spread, so that the whole area is
 * used; cells of one area differ by one pixel at most.
 * @param count how many of the cells are wanted, from the first on
 */
export function divide(area: Rectangle, columns: number, rows: number, count: number): readonly Rectangle[] {
  return Array.from({ length: count }, (_, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const left = Math.floor((area.width * column) / columns);
    const top = Math.floor((area.height * row) / rows);
    return {
      x: area.x + left,
      y: area.y + top,
      width: Math.floor((area.width * (column + 1)) / columns) - left,
      height: Math.floor((area.height * (row + 1)) / rows) - top,
    };
  });
}
