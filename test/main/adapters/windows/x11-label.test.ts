import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rectangle } from "../../../../src/core/view/snapshot.ts";
import { connectX11, type X11Connection } from "../../../../src/main/adapters/windows/x11-connection.ts";
import { createLabels, type Labels } from "../../../../src/main/adapters/windows/x11-label.ts";
import { openWindows, type X11Windows } from "../../../../src/main/adapters/windows/x11-windows.ts";
import { openPersonWindow } from "../../../support/person-window.ts";
import { openSlotChrome, type SlotChrome, type SlotChromeWindow } from "../../../support/slot-chrome.ts";
import { until } from "../../../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../../../support/virtual-display.ts";
import { findColour } from "../../../support/window-pixels.ts";
import { click } from "../../../support/x-pointer.ts";

const scale = 0.75;
const place: Rectangle = { x: 600, y: 300, width: 600, height: 450 };
const blue = "#1f63c4";
const orange = "#a84300";
const tabBelow = /^3 · ada - (tab \d+|New Tab) - Chromium$/;
const page = "data:text/html,<title>Stock</title><body style='background:white'>goods";

describe.each(["openbox", "xfwm4", "mutter"] as const)("the label of a Chrome window under %s", (windowManager) => {
  let screen: VirtualDisplay;
  let connection: X11Connection;
  let windows: X11Windows;
  let labels: Labels;
  let chrome: SlotChrome;
  let window: SlotChromeWindow;
  /** The same, as the X server names it. */
  let id: number;

  beforeAll(async () => {
    screen = await startVirtualDisplay({ windowManager });
    connection = await connectX11(screen.display);
    windows = await openWindows(connection);
    labels = await createLabels(connection, windows);
    chrome = await openSlotChrome(screen.display, { scale, colour: "#1d7340" });
    labels.set(chrome.pid, { text: "3 · ada", colour: blue });
    window = await chrome.openWindow(page, place);
    id = await until("the window to be managed", async () => (await windows.ofProcess(chrome.pid))[0]);
    await until("its page", async () => (await title())?.includes("Stock"));
  });
  afterAll(async () => {
    await chrome?.close();
    connection?.close();
    await screen?.stop();
  });

  it("stands in the tab strip, left of the window's buttons", async () => {
    const label = await labelOf(blue);
    expect(label.height).toBe(17);
    // Under mutter a shadow belongs to the window: 10 above, 16 on each side.
    expect(label.y + label.height).toBeLessThanOrEqual((10 + 41) * scale);
    const fromRight = place.width - label.x - label.width;
    expect(fromRight).toBeGreaterThanOrEqual(97 * scale);
    expect(fromRight).toBeLessThanOrEqual((97 + 16 + 8) * scale);
  });

  it("has another text and colour once it is told so", async () => {
    const before = await labelOf(blue);
    labels.set(chrome.pid, { text: "3 · margaret", colour: orange });
    const after = await labelOf(orange);
    expect(after.width).toBe(before.width + 5 * 6);
    expect(after.x + after.width).toBe(before.x + before.width);
    expect(await findColour(connection, id, blue)).toBeNull();
  });

  it("keeps its distance from the right edge when the window is resized, and is not painted over", async () => {
    const before = await labelOf(orange);
    await chrome.command("Browser.setWindowBounds", { windowId: window.windowId, bounds: { width: 1000 } });
    await window.run("document.body.style.background = 'rgb(1, 2, 3)'");
    await until("the page to be painted anew", () => findColour(connection, id, "#010203"));
    const after = await until("the label to follow", async () => {
      const label = await labelOf(orange);
      return label.x === before.x + 1000 * scale - place.width && label;
    });
    expect({ ...after, x: before.x }).toEqual(before);
  });

  it("is before the title in window lists, and stays there when the page changes its own", async () => {
    await until("the title", async () => (await title()) === "3 · margaret - Stock - Chromium");
    await window.run("document.title = 'Läger — 2'");
    await until("the page's new title", async () => (await title()) === "3 · margaret - Läger — 2 - Chromium");
  });

  it("takes no focus, neither when it comes nor when it changes", async () => {
    const person = await openPersonWindow(screen.display);
    await person.click();
    await person.focused();
    const losses = person.focusLosses();
    labels.set(chrome.pid, null);
    await labelGone(orange);
    labels.set(chrome.pid, { text: "3 · ada", colour: blue });
    await labelOf(blue);
    expect(person.focusLosses()).toBe(losses);
    await person.close();
  });

  it("lets a click through to what it covers, a tab or the button for a new one", async () => {
    for (let tab = 1; tab <= 12; tab += 1) {
      await chrome.command("Target.createTarget", {
        url: `data:text/html,<title>tab ${tab}</title>`,
        background: true,
      });
    }
    expect(await title()).not.toMatch(tabBelow);
    const label = await labelOf(blue);
    // More than once: the tab strip moves its tabs for a while when new ones have come.
    await until("another tab to be shown", async () => {
      await click(screen.display, place.x + label.x + 3, place.y + label.y + label.height / 2);
      return tabBelow.test((await title()) ?? "");
    });
    expect(await labelOf(blue)).toEqual(label);
  });

  it("is away while the window has the whole screen, where it would cover the page", async () => {
    const bounds = (windowState: string) => ({ windowId: window.windowId, bounds: { windowState } });
    await chrome.command("Browser.setWindowBounds", bounds("fullscreen"));
    await labelGone(blue);
    await chrome.command("Browser.setWindowBounds", bounds("normal"));
    await labelOf(blue);
  });

  it("is before the title of a window that the page opens, which has no room for more", async () => {
    await window.run("open('', '_blank', 'popup,width=300,height=200').document.title = 'pay'");
    await until("the second window's title", async () => (await titles()).includes("3 · ada - pay - Chromium"));
  });

  it("is gone without a trace once it is taken away", async () => {
    labels.set(chrome.pid, null);
    await labelGone(blue);
    await until("the titles that Chrome wrote", async () => (await titles()).every((text) => !text?.includes("ada")));
  });

  /** In the window's own coordinates. */
  async function labelOf(colour: string): Promise<Rectangle> {
    return await until(`a label of colour ${colour}`, () => findColour(connection, id, colour));
  }

  async function labelGone(colour: string): Promise<void> {
    await until(`no label of colour ${colour}`, async () => (await findColour(connection, id, colour)) === null);
  }

  async function titles(): Promise<readonly (string | null)[]> {
    const all = await windows.ofProcess(chrome.pid);
    return await Promise.all(all.map((one) => title(one)));
  }

  async function title(of = id): Promise<string | null> {
    return (await connection.property(of, "_NET_WM_NAME"))?.data.toString("utf8") ?? null;
  }
});
