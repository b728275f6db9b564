import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tile, toBounds } from "../../src/core/wall/tiling.ts";

const fullHd = { x: 1920, y: 0, width: 1920, height: 1080 };

describe("the wall", () => {
  it("fits ten windows on one full-HD monitor, wide enough for Chrome at the scale that it gets", () => {
    const { columns, rows, scale, cells } = tile(fullHd, 10, 1);
    expect(columns * rows).toBeGreaterThanOrEqual(10);
    for (const cell of cells.slice(0, 10)) expect(cell.width / scale).toBeGreaterThanOrEqual(508);
  });

  it("uses the monitor's own scale where there is room for it", () => {
    expect(tile({ x: 0, y: 0, width: 3840, height: 2160 }, 1, 2).scale).toBe(2);
  });

  it("turns pixels into the unit of a scaled Chrome", () => {
    expect(toBounds({ x: 1920, y: 360, width: 480, height: 360 }, 0.75)).toEqual({
      x: 2560,
      y: 480,
      width: 640,
      height: 480,
    });
  });

  it("keeps every cell inside the monitor, without overlap, on any monitor from 800 by 600 up", () => {
    fc.assert(
      fc.property(
        fc.record({
          x: fc.integer({ min: -4000, max: 4000 }),
          y: fc.integer({ min: -4000, max: 4000 }),
          width: fc.integer({ min: 800, max: 7680 }),
          height: fc.integer({ min: 600, max: 4320 }),
        }),
        fc.integer({ min: 1, max: 25 }),
        fc.constantFrom(1, 1.25, 1.5, 2),
        (area, count, monitorScale) => {
          const { cells, scale } = tile(area, count, monitorScale);
          expect(cells.length).toBeGreaterThanOrEqual(count);
          expect(scale).toBeLessThanOrEqual(monitorScale);
          for (const cell of cells) {
            expect(cell.x).toBeGreaterThanOrEqual(area.x);
            expect(cell.y).toBeGreaterThanOrEqual(area.y);
            expect(cell.x + cell.width).toBeLessThanOrEqual(area.x + area.width);
            expect(cell.y + cell.height).toBeLessThanOrEqual(area.y + area.height);
          }
          const corners = new Set(cells.map((cell) => `${cell.x},${cell.y}`));
          expect(corners.size).toBe(cells.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
