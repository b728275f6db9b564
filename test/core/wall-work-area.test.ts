import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readStruts, type Strut, workArea } from "../../src/core/wall/work-area.ts";

const left = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1920, height: 1080 };
const screen = { width: 3840, height: 1080 };

describe("the struts of a window", () => {
  it("are read from the property that says where along the edge they are", () => {
    expect(readStruts([0, 0, 27, 0, 0, 0, 0, 0, 1920, 3839, 0, 0])).toEqual([
      { edge: "top", depth: 27, from: 1920, to: 3839 },
    ]);
  });

  it("are the whole edge in the older property", () => {
    const [strut] = readStruts([0, 64, 0, 0]);
    expect(strut).toMatchObject({ edge: "right", depth: 64, from: 0 });
    expect(workArea(right, screen, readStruts([0, 64, 0, 0]))).toEqual({ ...right, width: 1856 });
  });

  it("are none where a window has no such property, or a broken one", () => {
    expect(readStruts([])).toEqual([]);
    expect(readStruts([5, 5, 5])).toEqual([]);
    expect(readStruts([0, 0, 0, 0])).toEqual([]);
  });
});

describe("what panels leave free of a monitor", () => {
  it("is all of it where there is none, and where they stand on another monitor", () => {
    expect(workArea(right, screen, [])).toEqual(right);
    expect(workArea(right, screen, [{ edge: "bottom", depth: 40, from: 0, to: 1919 }])).toEqual(right);
    expect(workArea(right, screen, [{ edge: "left", depth: 60, from: 0, to: 1079 }])).toEqual(right);
  });

  it("is less by panels on each edge, and by the deeper of two on the same one", () => {
    const struts: Strut[] = [
      { edge: "top", depth: 27, from: 0, to: 1919 },
      { edge: "top", depth: 20, from: 0, to: 400 },
      { edge: "left", depth: 64, from: 27, to: 1079 },
      { edge: "bottom", depth: 40, from: 0, to: 1919 },
    ];
    expect(workArea(left, screen, struts)).toEqual({ x: 64, y: 27, width: 1856, height: 1013 });
  });

  it("counts from the edge of the whole screen, so a panel between two monitors is that of the inner one", () => {
    const between: Strut = { edge: "left", depth: 1920 + 50, from: 0, to: 1079 };
    expect(workArea(right, screen, [between])).toEqual({ x: 1970, y: 0, width: 1870, height: 1080 });
    expect(workArea(left, screen, [between])).toEqual(left);
  });

  it("counts from the bottom of the screen for a monitor that ends above it", () => {
    const low = { width: 3840, height: 2160 };
    const panel: Strut = { edge: "bottom", depth: 1080 + 40, from: 0, to: 1919 };
    expect(workArea(left, low, [panel])).toEqual({ ...left, height: 1040 });
  });

  it("is within the monitor, and never less than half of it", () => {
    const struts = fc.array(
      fc.record({
        edge: fc.constantFrom("left" as const, "right" as const, "top" as const, "bottom" as const),
        depth: fc.integer({ min: 1, max: 4000 }),
        from: fc.integer({ min: 0, max: 3840 }),
        to: fc.integer({ min: 0, max: 3840 }),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.constantFrom(left, right), struts, (bounds, panels) => {
        const area = workArea(bounds, screen, panels);
        expect(area.width * area.height * 2).toBeGreaterThanOrEqual(bounds.width * bounds.height);
        expect(area.x).toBeGreaterThanOrEqual(bounds.x);
        expect(area.y).toBeGreaterThanOrEqual(bounds.y);
        expect(area.x + area.width).toBeLessThanOrEqual(bounds.x + bounds.width);
        expect(area.y + area.height).toBeLessThanOrEqual(bounds.y + bounds.height);
      }),
    );
  });
});
