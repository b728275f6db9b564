import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MonitorView } from "../../../../src/core/view/snapshot.ts";
import { openX11, type X11Desktop } from "../../../../src/main/adapters/windows/x11-desktop.ts";
import { activationDeadlineMs } from "../../../../src/main/adapters/windows/x11-foreground.ts";
import { DockError } from "../../../../src/shared/errors.ts";
import { type AppWindow, openAppWindow } from "../../../support/app-window.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../../../support/virtual-display.ts";
import { click } from "../../../support/x-pointer.ts";

const run = promisify(execFile);
const left = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1920, height: 1080 };

describe("the X11 desktop", () => {
  let screen: VirtualDisplay;
  let desktop: X11Desktop;

  beforeAll(async () => {
    screen = await startVirtualDisplay();
    desktop = await openX11(screen.display);
  });
  afterAll(async () => {
    desktop?.close();
    await screen?.stop();
  });

  it("lists virtual monitors from left to right, the names as ids", async () => {
    expect(await desktop.monitors()).toEqual([
      { id: "left", name: "left", bounds: left, workArea: left, scale: 1, primary: false },
      { id: "right", name: "right", bounds: right, workArea: right, scale: 1, primary: false },
    ]);
  });

  it("tells of a monitor that went away, once", async () => {
    const heard: MonitorView[][] = [];
    const changed = Promise.withResolvers<void>();
    const off = desktop.onMonitorsChanged((monitors) => {
      heard.push(monitors);
      changed.resolve();
    });
    await desktop.monitors();
    await run("xrandr", ["--display", screen.display, "--delmonitor", "right"]);
    await changed.promise;
    expect(heard).toEqual([[{ id: "left", name: "left", bounds: left, workArea: left, scale: 1, primary: false }]]);
    off();
    const restore = ["--setmonitor", "right", "1920/508x1080/286+1920+0", "none"];
    await run("xrandr", ["--display", screen.display, ...restore]);
    expect(await desktop.monitors()).toHaveLength(2);
    expect(heard).toHaveLength(1);
  });

  describe("with two Chrome windows", () => {
    let first: AppWindow;
    let second: AppWindow;

    beforeAll(async () => {
      first = await openAppWindow(screen.display, "first", { x: 0, y: 0, width: 800, height: 600 });
      second = await openAppWindow(screen.display, "second", { x: 100, y: 100, width: 800, height: 600 });
    }, 60_000);
    afterAll(async () => {
      await second?.close();
      await first?.close();
    });

    it("brings each to the front and says when that was seen", async () => {
      for (const window of [first, second, first]) {
        const before = Date.now();
        const seen = await desktop.bringToFront(window.pid);
        expect(seen).toMatchObject({ inFront: true, observed: true });
        expect(seen.at).toBeGreaterThanOrEqual(before);
        expect(await desktop.activePid()).toBe(window.pid);
      }
    });

    it("knows at once that a window is in front already", async () => {
      await desktop.bringToFront(second.pid);
      expect(await desktop.bringToFront(second.pid)).toMatchObject({ inFront: true, observed: true });
    });

    it("restores a minimised window", async () => {
      await desktop.bringToFront(second.pid);
      const env = { ...process.env, DISPLAY: screen.display };
      await run("xdotool", ["getactivewindow", "windowminimize", "--sync"], { env });
      expect(await desktop.bringToFront(second.pid)).toMatchObject({ inFront: true, observed: true });
    });

    it("sees the window that the person clicked as active", async () => {
      await desktop.bringToFront(second.pid);
      await click(screen.display, 20, 500);
      await expect.poll(() => desktop.activePid()).toBe(first.pid);
    });

    it("says that a process without a window has none", async () => {
      expect(await desktop.isManaged(first.pid)).toBe(true);
      expect(await desktop.isManaged(process.pid)).toBe(false);
      await expect(desktop.bringToFront(process.pid)).rejects.toMatchObject({ code: "SLOT_NOT_LIVE" });
    });
  });
});

describe("an X server that is not there", () => {
  it("is a DISPLAY_MISSING that names the display", async () => {
    await expect(openX11(":4711")).rejects.toThrow(/":4711"/);
    await expect(openX11(":4711")).rejects.toMatchObject({ code: "DISPLAY_MISSING" });
    await expect(openX11("nonsense")).rejects.toMatchObject({ code: "DISPLAY_MISSING" });
  });

  it("does not end the process when it dies", async () => {
    const screen = await startVirtualDisplay({ windowManager: false });
    const desktop = await openX11(screen.display);
    const lost = new Promise<DockError>((resolve) => desktop.onLost(resolve));
    const pending = desktop.monitors();
    await pending;
    process.kill(screen.serverPid, "SIGKILL");
    expect(await lost).toBeInstanceOf(DockError);
    await expect(desktop.activePid()).rejects.toMatchObject({ code: "DISPLAY_MISSING" });
    await expect(desktop.monitors()).rejects.toMatchObject({ code: "DISPLAY_MISSING" });
    desktop.close();
    await screen.stop();
  });
});

describe("a display without a window manager", () => {
  it("leaves an activation unobserved after the deadline, and says so", async () => {
    const screen = await startVirtualDisplay({ windowManager: false });
    const desktop = await openX11(screen.display);
    expect(await desktop.activePid()).toBeNull();
    // The root window poses as a managed window of this process; nobody is there to answer the request.
    const xprop = (...args: string[]) => run("xprop", ["-display", screen.display, "-root", ...args]);
    const { stdout } = await run("xwininfo", ["-display", screen.display, "-root"]);
    const [, root = ""] = /Window id: (0x[0-9a-f]+)/.exec(stdout) ?? [];
    await xprop("-f", "_NET_CLIENT_LIST", "32c", "-set", "_NET_CLIENT_LIST", `${Number(root)}`);
    await xprop("-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", `${process.pid}`);
    const before = Date.now();
    const seen = await desktop.bringToFront(process.pid);
    expect(seen).toMatchObject({ inFront: false, observed: false });
    expect(seen.at - before).toBeGreaterThanOrEqual(activationDeadlineMs - 10);
    desktop.close();
    await screen.stop();
  });
});
