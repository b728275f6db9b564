import { describe, expect, it } from "vitest";
import { layOut, offWall } from "../../src/renderer/wall/layout.ts";
import { aReason, cell, slotView } from "./fixtures.ts";

const monitor = { x: 0, y: 0, width: 1920, height: 1080 };
const numbers = (places: readonly ({ slot: number } | null)[]) => places.map((place) => place?.slot ?? null);

describe("the wall map", () => {
  it("has the columns and rows of the windows, in their order on the monitor and not by slot number", () => {
    const slots = [
      slotView(1, { cell: cell(3, 0) }),
      slotView(2, { cell: cell(0, 0) }),
      slotView(3, { cell: cell(1, 2) }),
      slotView(4, { cell: cell(2, 1) }),
    ];
    const layout = layOut(slots, monitor);
    expect(layout.columns).toBe(4);
    expect(numbers(layout.places)).toEqual([2, null, null, 1, null, null, 4, null, null, 3, null, null]);
  });

  it("keeps a single window at its place of the whole monitor", () => {
    const layout = layOut([slotView(7, { cell: cell(1, 1) })], monitor);
    expect(layout.columns).toBe(4);
    expect(numbers(layout.places).indexOf(7)).toBe(5);
  });

  it("works on a monitor that doesn't start at the origin and has a panel", () => {
    const size = { width: 480, height: 346 };
    const slots = [
      slotView(1, { cell: cell(0, 0, size, 1920, -1040) }),
      slotView(2, { cell: cell(3, 2, size, 1920, -1040) }),
    ];
    const layout = layOut(slots, { x: 1920, y: -1080, width: 1920, height: 1080 });
    expect(numbers(layout.places)).toEqual([1, null, null, null, null, null, null, null, null, null, null, 2]);
  });

  it("uses only the order of the windows where the monitor is not known", () => {
    const slots = [slotView(1, { cell: cell(2, 0) }), slotView(2, { cell: cell(0, 0) })];
    expect(numbers(layOut(slots, null).places)).toEqual([2, 1]);
  });

  it("takes windows that differ by a few pixels as one row", () => {
    const slots = [
      slotView(1, { cell: { ...cell(0, 0), y: 3 } }),
      slotView(2, { cell: cell(1, 0) }),
      slotView(3, { cell: { ...cell(2, 0), x: 955 } }),
    ];
    expect(numbers(layOut(slots, null).places)).toEqual([1, 2, 3]);
  });

  it("loses no card when two windows stand in one place", () => {
    const slots = [slotView(1, { cell: cell(0, 0) }), slotView(2, { cell: cell(0, 0) })];
    expect(numbers(layOut(slots, monitor).places).filter((slot) => slot !== null)).toEqual([1, 2]);
  });

  it("is empty without windows", () => {
    expect(layOut([slotView(1)], monitor)).toEqual({ columns: 1, places: [] });
  });
});

describe("the slots without a window", () => {
  it("are known by a target, a holder or a quarantine; the rest is only counted", () => {
    const slots = [
      slotView(1, { cell: cell(0, 0), target: "a" }),
      slotView(2, { target: "b" }),
      slotView(3, { quarantine: [aReason()] }),
      slotView(4, { holder: { kind: "human", over: null, vanished: false } }),
      slotView(5),
      slotView(6),
    ];
    const { known, unused } = offWall(slots);
    expect(numbers(known)).toEqual([2, 3, 4]);
    expect(unused).toBe(2);
  });
});
