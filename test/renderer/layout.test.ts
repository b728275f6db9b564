import { describe, expect, it } from "vitest";
import type { Rectangle, SlotView } from "../../src/core/view/snapshot.ts";
import { layOut as layOutWith } from "../../src/renderer/wall/layout.ts";
import { offWall } from "../../src/renderer/wall/off-wall.ts";
import { aReason, cell, slotView, windowView } from "./fixtures.ts";

const monitor = { x: 0, y: 0, width: 1920, height: 1080 };
const layOut = (slots: readonly SlotView[], area: Rectangle | null) => layOutWith(slots, area, null);
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
    expect(layOut([slotView(1)], monitor)).toMatchObject({ columns: 1, places: [], large: null, covered: [] });
  });
});

describe("the wall map with four windows at a time", () => {
  const page = (slots: readonly number[], inSight: boolean) =>
    slots.map((slot, order) =>
      slotView(slot, {
        cell: cell(order % 2, Math.floor(order / 2), { width: 960, height: 540 }),
        window: windowView({ inSight }),
      }),
    );

  it("lays out those in sight as they stand, and lists the covered ones after them by number", () => {
    const layout = layOut([...page([9, 1, 2, 3], false), ...page([5, 6, 7, 8], true)], monitor);
    expect(layout.columns).toBe(2);
    expect(numbers(layout.places)).toEqual([5, 6, 7, 8]);
    expect(numbers(layout.covered)).toEqual([1, 2, 3, 9]);
  });

  it("keeps free places of the page free, though covered windows stand there", () => {
    const layout = layOut([...page([1, 2, 3, 4], false), ...page([5, 6], true)], monitor);
    expect(numbers(layout.places)).toEqual([5, 6, null, null]);
    expect(numbers(layout.covered)).toEqual([1, 2, 3, 4]);
  });

  it("loses no card of a page without windows", () => {
    expect(numbers(layOut(page([1, 2], false), monitor).covered)).toEqual([1, 2]);
  });

  it("takes a window that is about to open for one in sight: nothing is known of it yet", () => {
    const [opening] = page([1], true).map((slot) => ({ ...slot, window: null }));
    expect(opening && numbers(layOut([opening], monitor).places)).toContain(1);
  });
});

describe("the wall map with one large window", () => {
  const large = (width: number, height: number) => slotView(4, { cell: { x: 0, y: 0, width, height } });
  const others = [1, 2, 3, 5, 6, 7, 8, 9, 10];
  const small = { width: 213, height: 270 };

  it("has the large card first, and the strip below it in its order", () => {
    const strip = others.map((slot, order) => slotView(slot, { cell: cell(order, 0, small, 0, 810) }));
    const layout = layOutWith([...strip, large(1920, 810)], monitor, 4);
    expect(layout).toMatchObject({ large: { slot: 4 }, strip: "below", columns: 9 });
    expect(numbers(layout.places)).toEqual(others);
  });

  it("puts a strip at the side beside it, and a column of many not nine cards high", () => {
    const strip = others.map((slot, order) =>
      slotView(slot, { cell: cell(0, order, { width: 480, height: 120 }, 1440) }),
    );
    const layout = layOutWith([large(1440, 1080), ...strip], monitor, 4);
    expect(layout).toMatchObject({ strip: "beside", columns: 3 });
    expect(numbers(layout.places)).toEqual(others);
  });

  it("keeps the columns of a strip that has several", () => {
    const strip = others.map((slot, order) =>
      slotView(slot, { cell: cell(order % 2, Math.floor(order / 2), { width: 260, height: 216 }, 1400) }),
    );
    expect(layOutWith([large(1400, 1080), ...strip], monitor, 4)).toMatchObject({ strip: "beside", columns: 2 });
  });

  it("leaves no gaps for slots of the strip that have no window", () => {
    const strip = [1, 9].map((slot) => slotView(slot, { cell: cell(slot - 1, 0, small, 0, 810) }));
    expect(numbers(layOutWith([large(1920, 810), ...strip], monitor, 4).places)).toEqual([1, 9]);
  });

  it("is the ordinary one where the monitor had no room for a larger window", () => {
    const slots = [slotView(4, { cell: cell(0, 0) }), slotView(1, { cell: cell(1, 0) })];
    expect(layOutWith(slots, monitor, 4)).toMatchObject({ large: null, columns: 4 });
  });

  it("is the card alone while no other window is open", () => {
    expect(layOutWith([large(1440, 1080)], monitor, 4)).toMatchObject({ large: { slot: 4 }, places: [] });
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
