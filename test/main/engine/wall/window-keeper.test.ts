import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toPixels } from "../../../../src/core/wall/units.ts";
import { monitor } from "../../../support/fake-desktop.ts";
import { type FakeAgent, FakeRoom } from "../../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open();
  room.world.desktop.list = [monitor("left", 0), monitor("right", 1920)];
  await room.restart();
  ada = room.agent("ada");
  await ada.click();
  // The window manager has had its last word on the placed window.
  await room.advance(2_000);
});

afterEach(() => room.close());

const bounds = (slot = 1) => room.chrome(slot).pipe.bounds.get(1);

/** The person, or whoever, does this to the window, and the desktop tells. */
async function becomes(change: object, slot = 1): Promise<void> {
  const chrome = room.chrome(slot);
  chrome.pipe.bounds.set(1, { ...chrome.pipe.bounds.get(1), ...change });
  room.world.desktop.windowChanges(chrome.pid);
  await room.advance(500);
}

async function place(slot = 1): Promise<string | undefined> {
  return (await room.slot(slot)).window?.place;
}

describe("a slot's window (R20)", () => {
  it("opens in its cell on the monitor that is not the primary", async () => {
    const { cell, window } = await room.slot(1);
    expect(cell?.x).toBe(1920);
    expect(window).toMatchObject({ place: "cell", inSight: true });
    const scale = room.chrome(1).scale;
    const { left, top, width, height } = { left: 0, top: 0, width: 0, height: 0, ...bounds() };
    const pixels = toPixels({ x: left, y: top, width, height }, scale);
    expect(Math.abs(pixels.x - (cell?.x ?? 0))).toBeLessThanOrEqual(2);
    expect(pixels.width).toBeLessThanOrEqual(cell?.width ?? 0);
  });

  it("stays as the person left it until the wall is arranged again", async () => {
    const cell = bounds();
    await becomes({ left: 2700, top: 300 });
    expect(await place()).toBe("moved");
    await room.agent("ben").click();
    await room.advance(20_000);
    expect(bounds()).toMatchObject({ left: 2700, top: 300 });
    expect(await room.room.handle("arrange", {})).toEqual({ windows: 2 });
    expect(bounds()).toEqual(cell);
    expect(await place()).toBe("cell");
  });

  it("is back in its cell when the person puts it there themselves", async () => {
    const cell = bounds();
    await becomes({ left: 2700 });
    await becomes({ ...cell });
    expect(await place()).toBe("cell");
  });

  it("takes the window manager's last word on a place for the place, not for a person's hand", async () => {
    await room.room.handle("arrange", {});
    const { left = 0 } = { left: 0, ...bounds() };
    await becomes({ left: left + 30 });
    await room.advance(5_000);
    expect(await place()).toBe("cell");
  });

  it("is rescued from outside every monitor, and the log says so", async () => {
    const cell = bounds();
    await becomes({ left: -40_000, top: -40_000 });
    expect(bounds()).toEqual(cell);
    const { events } = await room.snapshot();
    expect(events.find(({ kind }) => kind === "window_rescued")).toMatchObject({
      slot: 1,
      text: "The window was off the screen; it was put back into its cell.",
    });
  });

  it("is restored when it was minimised while its agent works in it", async () => {
    const cell = bounds();
    await becomes({ windowState: "minimized" });
    expect(bounds()).toEqual(cell);
    expect(await place()).toBe("cell");
  });

  it("stays minimised while the person holds it, and says that its pages are not painted", async () => {
    await room.takeOver(1);
    await becomes({ windowState: "minimized" });
    expect((await room.slot(1)).window).toMatchObject({ place: "minimised", throttled: true });
    await room.room.handle("arrange", {});
    expect(await place()).toBe("cell");
  });

  it("is put back when its page covers the whole screen and so the other windows", async () => {
    const cell = bounds();
    await becomes({ windowState: "fullscreen" });
    expect(bounds()).toEqual(cell);
    await room.takeOver(1);
    await becomes({ windowState: "fullscreen" });
    expect(await place()).toBe("fullscreen");
  });

  it("is looked at every few seconds where the desktop says nothing", async () => {
    const { pipe } = room.chrome(1);
    pipe.bounds.set(1, { ...pipe.bounds.get(1), left: 2700 });
    await room.advance(6_000);
    expect(await place()).toBe("moved");
  });
});

describe("a desktop whose windows keep their size at any scale", () => {
  it("gets bounds in its own unit, and cells that hold a Chrome of that size", async () => {
    const points = await FakeRoom.open({ slots: 10, cap: 10 });
    try {
      points.world.desktop.scalesWindows = false;
      await points.restart();
      await points.agent("ada").click();
      const { cell } = await points.slot(1);
      expect(points.chrome(1).scale).toBe(1);
      expect(points.chrome(1).pipe.bounds.get(1)).toMatchObject({ left: cell?.x, width: cell?.width });
      expect(cell?.width).toBeGreaterThanOrEqual(508);
    } finally {
      points.close();
    }
  });
});

describe("a window that a page opens", () => {
  it("is put into the cell of its slot, where it can cover only its own page", async () => {
    const { pipe } = room.chrome(1);
    pipe.windows.set("POPUP", 2);
    pipe.opensTab("POPUP", "TAB1");
    await room.settle();
    const { cell } = await room.slot(1);
    const { left, top, width, height } = { left: 0, top: 0, width: 0, height: 0, ...pipe.bounds.get(2) };
    const pixels = toPixels({ x: left, y: top, width, height }, room.chrome(1).scale);
    expect(pixels.x).toBeGreaterThanOrEqual(cell?.x ?? Number.NaN);
    expect(pixels.x + pixels.width).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
    expect(pixels.y + pixels.height).toBeLessThanOrEqual((cell?.y ?? 0) + (cell?.height ?? 0));
  });

  it("is left alone under the person's hands", async () => {
    await room.takeOver(1);
    const { pipe } = room.chrome(1);
    pipe.windows.set("POPUP", 2);
    pipe.opensTab("POPUP", "TAB1");
    await room.settle();
    expect(pipe.bounds.get(2)).toBeUndefined();
  });
});

describe("monitors that come and go (R20)", () => {
  const [left, right] = [monitor("left", 0), monitor("right", 1920)];

  it("take the windows to another one and back, and the person is told", async () => {
    const home = bounds();
    room.world.desktop.has(left);
    await room.settle();
    const away = await room.snapshot();
    expect(away.room.wall).toMatchObject({ monitor: "left", missing: "right" });
    expect(away.slots[0]?.cell?.x).toBe(0);
    expect(Number(bounds()?.["left"])).toBeLessThan(1920);
    room.world.desktop.has(left, right);
    await room.settle();
    expect((await room.snapshot()).room.wall).toMatchObject({ monitor: "right", missing: null });
    expect(bounds()).toEqual(home);
    expect((await room.snapshot()).events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["monitor_gone", "monitor_back"]),
    );
  });

  it("leave a window alone that the person had moved to one that stays", async () => {
    await becomes({ left: 100, top: 100 });
    room.world.desktop.has(left);
    await room.settle();
    expect(bounds()).toMatchObject({ left: 100, top: 100 });
    expect(await place()).toBe("moved");
  });

  it("rescue a window that the person had moved about on the one that goes", async () => {
    await becomes({ left: 3000, top: 100 });
    room.world.desktop.has(left);
    await room.settle();
    expect(Number(bounds()?.["left"])).toBeLessThan(1920);
    expect(await place()).toBe("cell");
  });

  it("do not draw the windows over when another one is plugged in", async () => {
    const home = bounds();
    room.world.desktop.has(left, right, monitor("third", 3840));
    await room.settle();
    expect((await room.snapshot()).room.wall).toMatchObject({ monitor: "right", missing: null });
    expect(bounds()).toEqual(home);
  });

  it("lose no window when all of them go for a moment", async () => {
    const home = bounds();
    room.world.desktop.has();
    await room.settle();
    expect((await room.snapshot()).room.wall).toMatchObject({ monitor: null });
    room.world.desktop.has(left, right);
    await room.settle();
    expect(bounds()).toEqual(home);
  });
});

describe("the layout of the wall", () => {
  it("changes by one call, and each slot keeps its cell", async () => {
    await room.agent("ben").click();
    const answer = await room.room.handle("setWall", { mode: "large", large: 2 });
    expect(answer).toMatchObject({ windows: 2, wall: { mode: "large", large: 2 } });
    const [one, two] = [await room.slot(1), await room.slot(2)];
    expect(two.cell?.width).toBeGreaterThan(1.5 * (one.cell?.width ?? 0));
    await room.room.handle("setWall", { mode: "grid" });
    expect((await room.slot(1)).cell?.width).toBe((await room.slot(2)).cell?.width);
  });

  it("keeps the other pages below the one that is asked for, and says which windows it covers", async () => {
    const many = await FakeRoom.open({ slots: 6, cap: 6 });
    try {
      for (let slot = 1; slot <= 5; slot += 1) await many.agent(`agent ${slot}`).click();
      await many.room.handle("setWall", { mode: "pages", page: 2 });
      const { slots, room: view } = await many.snapshot();
      expect(view.wall).toMatchObject({ mode: "pages", page: 2, pages: 2 });
      expect(slots.map(({ window }) => window?.inSight)).toEqual([false, false, false, false, true, undefined]);
      expect(many.world.desktop.asked.at(-1)).toBe(`raise ${many.chrome(5).pid}`);
      expect(many.world.desktop.below).toEqual([1, 2, 3, 4].map((slot) => many.chrome(slot).pid));
      await many.takeOver(2);
      expect(many.world.desktop.below).toEqual([1, 3, 4].map((slot) => many.chrome(slot).pid));
      await many.room.handle("setWall", { mode: "grid" });
      expect(many.world.desktop.below).toEqual([]);
    } finally {
      many.close();
    }
  });

  it("refuses a slot that does not exist", async () => {
    await expect(room.room.handle("setWall", { mode: "large", large: 90 })).rejects.toMatchObject({
      code: "SLOT_UNKNOWN",
    });
  });
});
