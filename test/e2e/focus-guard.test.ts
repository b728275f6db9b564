import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectX11, type X11Connection } from "../../src/main/adapters/windows/x11-connection.ts";
import { openX11, type X11Desktop } from "../../src/main/adapters/windows/x11-desktop.ts";
import { openWindows, type X11Windows } from "../../src/main/adapters/windows/x11-windows.ts";
import type { FocusTaken } from "../../src/main/engine/desktop-port.ts";
import { openPersonWindow, type PersonWindow } from "../support/person-window.ts";
import { openSlotChrome, type SlotChrome, type SlotChromeWindow } from "../support/slot-chrome.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

const toParent = 2;
const page = `data:text/html,<title>keys 0</title><input autofocus>
  <script>let keys = 0; addEventListener("keydown", () => { document.title = "keys " + ++keys; })</script>`;

// Under mutter the focus may pass a guarded window's frame for some milliseconds before it is back, which is nothing that
// a test can demand or exclude: the bench "focus" counts the keys there.
describe.each(["openbox", "xfwm4"] as const)("the focus guard under %s", (windowManager) => {
  let screen: VirtualDisplay;
  let desktop: X11Desktop;
  /** The test's own eyes. */
  let eyes: X11Connection;
  let windows: X11Windows;
  let person: PersonWindow;
  let chrome: SlotChrome;
  let main: SlotChromeWindow;
  let taken: FocusTaken[] = [];
  const left: number[] = [];
  const changed = new Set<() => void>();

  beforeAll(async () => {
    screen = await startVirtualDisplay({ windowManager });
    desktop = await openX11(screen.display);
    desktop.onFocusTaken((what) => taken.push(what));
    desktop.onFocusLeft((pid) => left.push(pid));
    desktop.onWindowChanged((pid) => {
      if (pid === chrome.pid) for (const tell of changed) tell();
    });
    eyes = await connectX11(screen.display);
    windows = await openWindows(eyes);
    person = await openPersonWindow(screen.display);
    chrome = await openSlotChrome(screen.display, { scale: 0.75, colour: "#1d7340" });
    desktop.guard(chrome.pid);
    main = await chrome.openWindow(page, { x: 300, y: 200, width: 700, height: 500 });
    await shown(1);
  });
  beforeEach(async () => {
    desktop.guard(chrome.pid);
    await desktop.giveFocusBack(chrome.pid);
    await person.click();
    await person.focused();
    taken = [];
    left.length = 0;
  });
  afterAll(async () => {
    desktop?.close();
    eyes?.close();
    await person?.close();
    await chrome?.close();
    await screen?.stop();
  });

  it("leaves every key with the person while windows, tabs and dialogs are opened", async () => {
    const losses = person.focusLosses();
    const { sent, arrived } = await typedDuring(async () => {
      await popups();
      await main.run("window.tab = open('about:blank'); 0");
      await main.run("tab.close()");
      const { targetId } = await chrome.command("Target.createTarget", { url: "about:blank", background: true });
      for (let turn = 0; turn < 5; turn += 1) await chrome.command("Target.activateTarget", { targetId });
      await chrome.command("Target.closeTarget", { targetId });
    });
    expect(sent).toBeGreaterThan(10);
    expect(arrived).toBe(sent);
    expect(person.focusLosses()).toBe(losses);
    expect(taken).toEqual([]);
  });

  it("is what keeps them there: without it they go to the popups", async () => {
    desktop.unguard(chrome.pid);
    const losses = person.focusLosses();
    const { sent, arrived } = await typedDuring(popups);
    expect(arrived).toBeLessThan(sent);
    expect(person.focusLosses()).toBeGreaterThan(losses);
  });

  it("lets go of a slot that is taken over, and holds it again", async () => {
    desktop.unguard(chrome.pid);
    expect(await desktop.bringToFront(chrome.pid)).toMatchObject({ inFront: true, observed: true });
    const before = person.keys();
    const inChrome = await keysInChrome();
    await person.type(20);
    await until("20 keys in Chrome", async () => (await keysInChrome()) === inChrome + 20);
    expect(person.keys()).toBe(before);

    desktop.guard(chrome.pid);
    await desktop.giveFocusBack(chrome.pid);
    await person.type(20);
    expect(person.keys()).toBe(before + 20);
    expect(await keysInChrome()).toBe(inChrome + 20);
    // It was handed back before: the keyboard was not the slot's to lose.
    expect(left).toEqual([]);
  });

  it("tells when the person leaves a slot that was taken over", async () => {
    desktop.unguard(chrome.pid);
    await desktop.bringToFront(chrome.pid);
    await person.click();
    await until("the focus to have left", () => left.includes(chrome.pid));
  });

  it("does not call back a person who goes to another window just after a popup was born", async () => {
    const other = await openPersonWindow(screen.display, { bounds: { x: 1200, y: 600, width: 400, height: 300 } });
    await person.click();
    await person.focused();
    await main.run("window.popup = open('about:blank', 'popup', 'left=50,top=500,width=300,height=200'); 0");
    await shown(2);
    await other.click();
    await other.focused();
    const lost = other.focusLosses();
    expect(await other.type(30)).toBe(other.keys());
    expect(other.focusLosses()).toBe(lost);
    await main.run("popup.close()");
    await shown(1);
    await other.close();
  });

  it("gives the keyboard back at once where a guarded window has it in spite of everything", async () => {
    const [window = 0] = await windows.ofProcess(chrome.pid);
    eyes.post((client) => client.SetInputFocus(window, toParent));
    const [report] = await until("the report", () => taken.length > 0 && taken);
    expect(report).toMatchObject({ pid: chrome.pid, cause: "existing_window", sort: "normal" });
    expect(report?.backAfterMs).toBeLessThan(1_000);
    await person.focused();
    const before = person.keys();
    expect(await person.type(10)).toBe(person.keys() - before);
  });

  it("raises windows over others, without activating them and not over the one that the person is in", async () => {
    const other = await openPersonWindow(screen.display, { bounds: { x: 1200, y: 600, width: 400, height: 300 } });
    await other.click();
    await other.focused();
    await person.click();
    await person.focused();
    // The window manager says so a little after the keyboard is there.
    await until("the person's window to be active", async () => (await windows.active()) === person.window);
    const losses = person.focusLosses();
    const [window = 0] = await windows.ofProcess(chrome.pid);
    await stacked([window, other.window, person.window]);
    await desktop.raise([chrome.pid]);
    await stacked([other.window, window, person.window]);
    expect(await windows.active()).toBe(person.window);
    expect(person.focusLosses()).toBe(losses);
    await other.close();
  });

  it("tells of a window that was moved or minimised, and restores it when it is brought to the front", async () => {
    const { windowId } = main;
    await told(chrome.command("Browser.setWindowBounds", { windowId, bounds: { left: 500, top: 400 } }));
    await told(chrome.command("Browser.setWindowBounds", { windowId, bounds: { windowState: "minimized" } }));
    desktop.unguard(chrome.pid);
    expect(await desktop.bringToFront(chrome.pid)).toMatchObject({ inFront: true });
    await until("Chrome to know of it", async () => {
      const { bounds } = await chrome.command("Browser.getWindowBounds", { windowId });
      return JSON.stringify(bounds).includes('"normal"');
    });
  });

  /** Resolves with the slot's windows, topmost first, once it has so many. */
  async function shown(count: number): Promise<readonly number[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
    const look = () => {
      windows.ofProcess(chrome.pid).then((found) => {
        if (found.length === count) resolve(found);
      }, reject);
    };
    const off = windows.onListChanged(look);
    look();
    return await promise.finally(off);
  }

  /** What takes the keyboard under every window manager. */
  async function popups(): Promise<void> {
    for (const features of ["width=300,height=200", "popup,width=400,height=300"]) {
      await main.run(`window.popup = open('about:blank', 'popup', '${features}'); 0`);
      await shown(2);
      await main.run("popup.focus()");
      await main.run("window.focus()");
      await main.run("popup.close()");
      await shown(1);
    }
  }

  async function typedDuring(work: () => Promise<void>): Promise<{ readonly sent: number; readonly arrived: number }> {
    const before = person.keys();
    let isOver = false;
    const working = work().finally(() => {
      isOver = true;
    });
    let sent = 0;
    while (!isOver && sent < 1_000) sent += await person.type(5);
    await working;
    return { sent, arrived: person.keys() - before };
  }

  async function keysInChrome(): Promise<number> {
    const { targetInfos } = await chrome.command("Target.getTargets");
    const [, keys] = /"keys (\d+)"/.exec(JSON.stringify(targetInfos)) ?? [];
    return Number(keys);
  }

  /** @param expected the lowest first; what else is on the screen does not matter */
  async function stacked(expected: readonly number[]): Promise<void> {
    await until(
      `the stack ${String(expected)}`,
      async () => {
        const found = await eyes.numbers(eyes.root, "_NET_CLIENT_LIST_STACKING");
        return found.filter((each) => expected.includes(each)).join() === expected.join();
      },
      10_000,
    );
  }

  async function told(work: Promise<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    changed.add(resolve);
    await Promise.all([promise, work]);
    changed.delete(resolve);
  }
});
