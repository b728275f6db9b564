import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { wallModes } from "../../src/core/view/snapshot.ts";
import { foregroundRectangle, layOutWall, type WallRequest } from "../../src/core/wall/layout.ts";
import { smallestWindow } from "../../src/core/wall/smallest-window.ts";
import { toBounds } from "../../src/core/wall/units.ts";

const fullHd = { x: 1920, y: 27, width: 1920, height: 1080 };
const fourK = { x: 0, y: 0, width: 3840, height: 2160 };
const upright = { x: -1080, y: -400, width: 1080, height: 1920 };

function lay(request: Partial<WallRequest> & Pick<WallRequest, "area" | "mode">) {
  const layout = layOutWall({ monitorScale: 1, count: 10, page: 0, large: 0, liveScales: [], ...request });
  return { ...layout, rectangles: layout.cells.map((cell) => cell.rectangle) };
}

const sizes = (rectangles: readonly Rectangle[]) => [
  ...new Set(rectangles.map(({ width, height }) => `${width}x${height}`)),
];
const columns = (rectangles: readonly Rectangle[]) => new Set(rectangles.map(({ x }) => x)).size;

describe("ten windows on one monitor", () => {
  it("stand in four columns and three rows on full HD, at a scale that makes Chrome narrow enough", () => {
    const { rectangles, scale, fits } = lay({ area: fullHd, mode: "grid" });
    expect({ scale, fits, sizes: sizes(rectangles), columns: columns(rectangles) }).toEqual({
      scale: 0.75,
      fits: true,
      sizes: ["480x360"],
      columns: 4,
    });
    expect(rectangles[5]).toEqual({ x: 1920 + 480, y: 27 + 360, width: 480, height: 360 });
  });

  it("stand the same on a 4K monitor of scale 2, at twice the scale", () => {
    const { rectangles, scale } = lay({ area: fourK, mode: "grid", monitorScale: 2 });
    expect({ scale, sizes: sizes(rectangles) }).toEqual({ scale: 1.5, sizes: ["960x720"] });
  });

  it("stand in two columns and five rows on an upright monitor", () => {
    const { rectangles, scale } = lay({ area: upright, mode: "grid" });
    expect({ scale, sizes: sizes(rectangles), columns: columns(rectangles) }).toEqual({
      scale: 0.8125,
      sizes: ["540x384"],
      columns: 2,
    });
  });

  it("stand four at a time on three pages, of which one is in sight", () => {
    const { cells, rectangles, page, pages, scale } = lay({ area: fullHd, mode: "pages", page: 1 });
    expect({ page, pages, scale, sizes: sizes(rectangles) }).toEqual({
      page: 1,
      pages: 3,
      scale: 0.75,
      sizes: ["960x540"],
    });
    expect(cells.map((cell) => cell.inSight).lastIndexOf(true)).toBe(7);
    expect(cells.filter((cell) => cell.inSight)).toHaveLength(4);
    expect(rectangles[9]).toEqual(rectangles[1]);
  });

  it("show the last page where there are fewer pages than were asked for", () => {
    expect(lay({ area: fullHd, mode: "pages", page: 7 })).toMatchObject({ page: 2, pages: 3 });
    expect(lay({ area: fullHd, mode: "grid", page: 7 })).toMatchObject({ page: 0, pages: 1 });
  });

  it("stand beside a large one in two columns on full HD, in the order of their indexes", () => {
    const { rectangles, scale } = lay({ area: fullHd, mode: "large", large: 3 });
    expect(scale).toBe(0.75);
    expect(rectangles[3]).toEqual({ x: 1920, y: 27, width: 1120, height: 1080 });
    const strip = rectangles.toSpliced(3, 1);
    expect(sizes(strip)).toEqual(["400x216"]);
    expect(strip).toEqual(strip.toSorted((a, b) => a.y - b.y || a.x - b.x));
  });

  it("stand below a large one on an upright monitor", () => {
    const { rectangles } = lay({ area: upright, mode: "large" });
    expect(rectangles[0]).toMatchObject({ x: -1080, y: -400, width: 1080 });
    expect(rectangles[1]?.y).toBe(-400 + (rectangles[0]?.height ?? 0));
  });

  it("share a cell's place when another one becomes the large one, and move by one place at most", () => {
    const before = lay({ area: fullHd, mode: "large", large: 3 }).rectangles;
    const after = lay({ area: fullHd, mode: "large", large: 4 }).rectangles;
    expect(after.toSpliced(3, 2)).toEqual(before.toSpliced(3, 2));
    expect([after[3], after[4]]).toEqual([before[4], before[3]]);
  });
});

describe("Chromes that were started for a monitor of scale 2 and stand on one of scale 1", () => {
  it("get fewer columns, so that none covers another", () => {
    const { rectangles, fits, scale } = lay({ area: fullHd, mode: "grid", liveScales: [0.75, 1.5] });
    expect({ fits, scale, sizes: sizes(rectangles) }).toEqual({ fits: true, scale: 0.75, sizes: ["960x216"] });
  });

  it("get four rows on a page when two of them are wider than the monitor", () => {
    const { rectangles, fits } = lay({ area: fullHd, mode: "pages", liveScales: [2] });
    expect({ fits, sizes: sizes(rectangles) }).toEqual({ fits: true, sizes: ["1920x270"] });
  });

  it("are said to cover each other where there is no room at all", () => {
    expect(lay({ area: fullHd, mode: "grid", liveScales: [2] }).fits).toBe(false);
    expect(lay({ area: { x: 0, y: 0, width: 240, height: 180 }, mode: "grid" })).toMatchObject({
      fits: false,
      scale: 0.5,
    });
  });
});

describe("any wall", () => {
  const areas = fc.record({
    x: fc.integer({ min: -4000, max: 4000 }),
    y: fc.integer({ min: -4000, max: 4000 }),
    width: fc.integer({ min: 600, max: 7680 }),
    height: fc.integer({ min: 480, max: 4320 }),
  });
  const requests = fc.record({
    area: areas,
    monitorScale: fc.constantFrom(1, 1.1, 1.25, 1.5, 2, 3),
    count: fc.integer({ min: 1, max: 25 }),
    mode: fc.constantFrom(...wallModes),
    page: fc.integer({ min: 0, max: 8 }),
    large: fc.integer({ min: 0, max: 30 }),
    liveScales: fc.array(fc.constantFrom(0.5, 0.75, 1, 1.25, 1.5, 2), { maxLength: 3 }),
  });
  const check = (property: (request: WallRequest) => void) =>
    fc.assert(fc.property(requests, property), { numRuns: 500 });

  it("has a cell for every window, inside what the panels leave free", () => {
    check((request) => {
      const { cells } = layOutWall(request);
      expect(cells).toHaveLength(request.count);
      expect(cells.filter(({ rectangle }) => !contains(request.area, rectangle))).toEqual([]);
    });
  });

  it("shows no two cells on top of each other, and on every page no two", () => {
    check((request) => {
      const { cells, page, pages } = layOutWall(request);
      const paged = request.mode === "pages";
      expect(pages).toBe(paged ? Math.ceil(request.count / 4) : 1);
      expect(cells.map((cell) => cell.inSight)).toEqual(cells.map((_, at) => !paged || Math.floor(at / 4) === page));
      for (let shown = 0; shown < pages; shown += 1) {
        const its = paged ? cells.slice(shown * 4, shown * 4 + 4) : cells;
        expect(overlaps(its.map((cell) => cell.rectangle))).toBe(false);
      }
    });
  });

  it("uses the whole area, but for cells that are left over", () => {
    check((request) => {
      const cells = layOutWall({ ...request, mode: "grid" }).cells.map((cell) => cell.rectangle);
      expect(Math.max(...cells.map(({ x, width }) => x + width))).toBe(request.area.x + request.area.width);
      expect(Math.max(...cells.map(({ y, height }) => y + height))).toBe(request.area.y + request.area.height);
    });
  });

  it("asks no Chrome, new or old, for less than its smallest window, wherever it says that they fit", () => {
    check((request) => {
      const { cells, fits, scale } = layOutWall(request);
      const tooSmall = [scale, ...request.liveScales].flatMap((each) =>
        cells
          .map(({ rectangle }) => toBounds(rectangle, each))
          .filter(({ width, height }) => width < smallestWindow.width || height < smallestWindow.height),
      );
      if (fits) expect(tooSmall).toEqual([]);
    });
  });

  it("fits new Chromes in every mode where the monitor has room for so many at the smallest scale", () => {
    check((request) => {
      const [width, height] = [Math.ceil(533 * 0.5), Math.ceil(130 * 0.5)];
      const room = Math.floor(request.area.width / width) * Math.floor(request.area.height / height);
      const { fits, scale } = layOutWall({ ...request, liveScales: [] });
      if (room >= request.count) expect(fits).toBe(true);
      expect(scale).toBeGreaterThanOrEqual(0.5);
      expect(scale).toBeLessThanOrEqual(request.monitorScale);
    });
  });

  it("keeps its scale for new Chromes whatever is looked at and whatever lives", () => {
    check((request) => {
      const { scale } = layOutWall({ ...request, mode: "grid", page: 0, large: 0, liveScales: [] });
      expect(layOutWall(request).scale).toBe(scale);
    });
  });

  it("makes no cell larger than the large one, unless all are equal for want of room", () => {
    check((request) => {
      const { cells } = layOutWall({ ...request, mode: "large" });
      const grid = layOutWall({ ...request, mode: "grid" });
      const areas = cells.map(({ rectangle }) => rectangle.width * rectangle.height);
      const large = areas[Math.min(request.large, request.count - 1)];
      if (JSON.stringify(cells) !== JSON.stringify(grid.cells)) expect(Math.max(...areas)).toBe(large);
    });
  });

  it("puts what is brought to the front inside the area, as large as a person needs where there is room", () => {
    fc.assert(
      fc.property(areas, (area) => {
        const front = foregroundRectangle(area);
        expect(contains(area, front)).toBe(true);
        expect(front.width).toBeGreaterThanOrEqual(Math.min(1280, area.width));
        expect(front.height).toBeGreaterThanOrEqual(Math.min(800, area.height));
      }),
    );
  });
});

function contains(outer: Rectangle, inner: Rectangle): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function overlaps(rectangles: readonly Rectangle[]): boolean {
  return rectangles.some((one, index) =>
    rectangles
      .slice(index + 1)
      .some(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  );
}
