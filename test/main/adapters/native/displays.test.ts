import { describe, expect, it } from "vitest";
import type { Rectangle } from "../../../../src/core/view/snapshot.ts";
import { displaysOf, type KnownScreen, openDisplays } from "../../../../src/main/shell/displays.ts";
import { refusal } from "./recorded.ts";

const times = ({ x, y, width, height }: Rectangle, factor: number): Rectangle => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

/** Electron's `screen` with a laptop at scale 2 and a monitor without a name to its left. */
class FakeScreen implements KnownScreen {
  readonly listeners = new Map<string, () => void>();

  getAllDisplays() {
    const laptop = { x: 0, y: 0, width: 1280, height: 800 };
    const left = { x: -1920, y: 0, width: 1920, height: 1080 };
    return [
      { id: 7, label: "Built-in", bounds: laptop, workArea: { ...laptop, height: 760 }, scaleFactor: 2 },
      { id: 8, label: "", bounds: left, workArea: left, scaleFactor: 2 },
    ];
  }

  getPrimaryDisplay() {
    return { id: 7 };
  }

  dipToScreenRect(_: null, rectangle: Rectangle) {
    return times(rectangle, 2);
  }

  screenToDipRect(_: null, rectangle: Rectangle) {
    return times(rectangle, 0.5);
  }

  on(event: string, listener: () => void): void {
    this.listeners.set(event, listener);
  }

  off(event: string, listener: () => void): void {
    if (this.listeners.get(event) === listener) this.listeners.delete(event);
  }
}

describe("the monitors that Electron knows", () => {
  it("are in pixels of the screen on Windows, from left to right", () => {
    expect(displaysOf(new FakeScreen(), "win32").list()).toEqual([
      {
        id: "8",
        name: "Monitor 8",
        bounds: { x: -3840, y: 0, width: 3840, height: 2160 },
        workArea: { x: -3840, y: 0, width: 3840, height: 2160 },
        scale: 2,
        primary: false,
      },
      {
        id: "7",
        name: "Built-in",
        bounds: { x: 0, y: 0, width: 2560, height: 1600 },
        workArea: { x: 0, y: 0, width: 2560, height: 1520 },
        scale: 2,
        primary: true,
      },
    ]);
  });

  it("are in points on macOS, where a point stands for a pixel", () => {
    const [, laptop] = displaysOf(new FakeScreen(), "darwin").list();
    expect(laptop).toMatchObject({
      bounds: { width: 1280, height: 800 },
      workArea: { width: 1280, height: 760 },
      scale: 1,
    });
  });

  it("give the control room's window a place in Electron's own unit", () => {
    const place = { x: 100, y: 200, width: 1500, height: 960 };
    expect(displaysOf(new FakeScreen(), "win32").toWindow(place)).toEqual(times(place, 0.5));
    expect(displaysOf(new FakeScreen(), "darwin").toWindow(place)).toEqual(place);
  });

  it("tell of every change until nobody listens any more", () => {
    const screen = new FakeScreen();
    let told = 0;
    const end = displaysOf(screen, "win32").onChanged(() => {
      told += 1;
    });
    for (const tell of screen.listeners.values()) tell();
    expect({ told, of: [...screen.listeners.keys()] }).toEqual({
      told: 3,
      of: ["display-added", "display-removed", "display-metrics-changed"],
    });
    end();
    expect(screen.listeners.size).toBe(0);
  });

  it("are asked of the X server on Linux, and can't be had elsewhere without Electron", async () => {
    expect(await openDisplays("linux")).toBeNull();
    expect(await refusal(openDisplays("win32"))).toMatchObject({ code: "DISPLAY_MISSING" });
  });
});
