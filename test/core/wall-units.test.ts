import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBounds, toPixels } from "../../src/core/wall/units.ts";

describe("pixels and the unit of a scaled Chrome", () => {
  const rectangles = fc.record({
    x: fc.integer({ min: -4000, max: 8000 }),
    y: fc.integer({ min: -4000, max: 4000 }),
    width: fc.integer({ min: 100, max: 4000 }),
    height: fc.integer({ min: 100, max: 4000 }),
  });
  const scales = fc.oneof(
    fc.constantFrom(0.55, 1.1, 1.25, 1.75, 2),
    fc.integer({ min: 8, max: 48 }).map((n) => n / 16),
  );

  it("are the same where they divide", () => {
    const cell = { x: 1920, y: 360, width: 480, height: 360 };
    const bounds = { x: 2560, y: 480, width: 640, height: 480 };
    expect(toBounds(cell, 0.75)).toEqual(bounds);
    expect(toPixels(bounds, 0.75)).toEqual(cell);
    expect(toBounds({ x: 352, y: 0, width: 55, height: 55 }, 0.55)).toEqual({ x: 640, y: 0, width: 100, height: 100 });
  });

  it("never leave the cell on the way there and back, and lose less than a unit at each edge", () => {
    fc.assert(
      fc.property(rectangles, scales, (cell, scale) => {
        const back = toPixels(toBounds(cell, scale), scale);
        const slack = [
          back.x - cell.x,
          back.y - cell.y,
          cell.x + cell.width - back.x - back.width,
          cell.y + cell.height - back.y - back.height,
        ];
        for (const pixels of slack) {
          expect(pixels).toBeGreaterThanOrEqual(0);
          expect(pixels).toBeLessThanOrEqual(Math.ceil(scale));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("are read back to the pixel up to scale 1, although Chrome states them rounded outwards", () => {
    fc.assert(
      fc.property(rectangles, fc.integer({ min: 8, max: 16 }), (window, sixteenths) => {
        const scale = sixteenths / 16;
        const x = Math.floor(window.x / scale);
        const y = Math.floor(window.y / scale);
        const width = Math.ceil((window.x + window.width) / scale) - x;
        const height = Math.ceil((window.y + window.height) / scale) - y;
        expect(toPixels({ x, y, width, height }, scale)).toEqual(window);
      }),
    );
  });

  it("reads what Chromium 156 stated at scale 0.625 of a window that xwininfo saw at 131, 166", () => {
    expect(toPixels({ x: 209, y: 265, width: 1171, height: 495 }, 0.625)).toEqual({
      x: 131,
      y: 166,
      width: 731,
      height: 309,
    });
  });
});
