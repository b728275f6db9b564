import { describe, expect, it } from "vitest";
import { isOffScreen, sameRectangle } from "../../src/core/wall/rescue.ts";

const left = { bounds: { x: 0, y: 0, width: 1920, height: 1080 } };
const right = { bounds: { x: 1920, y: 200, width: 1920, height: 1080 } };
const size = { width: 800, height: 600 };

describe("a window that a person can't get hold of", () => {
  it("is one on a monitor that is gone", () => {
    expect(isOffScreen({ x: 2400, y: 300, ...size }, [left, right])).toBe(false);
    expect(isOffScreen({ x: 2400, y: 300, ...size }, [left])).toBe(true);
  });

  it("is one whose top strip is above, below or beside every monitor, whatever else of it is in sight", () => {
    expect(isOffScreen({ x: 100, y: -9, ...size }, [left])).toBe(true);
    expect(isOffScreen({ x: 100, y: -8, ...size }, [left])).toBe(false);
    expect(isOffScreen({ x: 100, y: 1065, ...size }, [left])).toBe(true);
    expect(isOffScreen({ x: 100, y: 1064, ...size }, [left])).toBe(false);
    expect(isOffScreen({ x: -705, y: 100, ...size }, [left])).toBe(true);
    expect(isOffScreen({ x: -704, y: 100, ...size }, [left])).toBe(false);
    expect(isOffScreen({ x: 1825, y: 100, ...size }, [left, right])).toBe(true);
  });

  it("is none that lies across two monitors with enough of it on one", () => {
    expect(isOffScreen({ x: 1500, y: 300, ...size }, [left, right])).toBe(false);
  });

  it("is a small one only when a part of it is hidden", () => {
    expect(isOffScreen({ x: 0, y: 0, width: 71, height: 12 }, [left])).toBe(false);
    expect(isOffScreen({ x: -1, y: 0, width: 71, height: 12 }, [left])).toBe(true);
  });

  it("is every one while there is no monitor", () => {
    expect(isOffScreen({ x: 0, y: 0, ...size }, [])).toBe(true);
  });
});

describe("two rectangles", () => {
  it("are the same when each edge is within the tolerance", () => {
    const one = { x: 10, y: 10, width: 100, height: 100 };
    expect(sameRectangle(one, { x: 12, y: 8, width: 96, height: 104 }, 2)).toBe(true);
    expect(sameRectangle(one, { x: 12, y: 10, width: 101, height: 100 }, 2)).toBe(false);
    expect(sameRectangle(one, { x: 13, y: 10, width: 97, height: 100 }, 2)).toBe(false);
    expect(sameRectangle(one, { x: 10, y: 13, width: 100, height: 97 }, 2)).toBe(false);
    expect(sameRectangle(one, { x: 10, y: 10, width: 100, height: 103 }, 2)).toBe(false);
  });
});
