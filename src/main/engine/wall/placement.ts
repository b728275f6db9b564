import type { Rectangle } from "../../../core/view/snapshot.ts";
import { toBounds, toPixels } from "../../../core/wall/units.ts";
import type { Gate } from "../gate/gate.ts";
import { isRecord } from "../gate/messages.ts";
import type { LiveBrowser } from "../slot-runtime.ts";
import type { WindowState } from "./slot-window.ts";

/** A window as Chrome states it. */
export interface SeenWindow {
  /** In pixels of the screen. */
  readonly rectangle: Rectangle;
  readonly state: WindowState;
}

/**
 * Puts a slot's window somewhere by DevTools, which activates no window on any system (R20, R21).
 * @param pixels of the screen
 */
export async function placeWindow(browser: LiveBrowser, pixels: Rectangle, now: () => number): Promise<void> {
  const { window } = browser;
  window.placing += 1;
  try {
    await setBounds(browser.gate, browser.windowId, toBounds(pixels, browser.scale));
    const seen = await readWindow(browser);
    if (seen) {
      window.placed = seen.rectangle;
      window.placedAt = now();
      window.state = seen.state;
    }
  } finally {
    window.placing -= 1;
  }
}

/** Puts a window that a page has opened somewhere. @param pixels of the screen */
export async function placePopup({ gate, scale }: LiveBrowser, windowId: number, pixels: Rectangle): Promise<void> {
  await setBounds(gate, windowId, toBounds(pixels, scale));
}

/** @returns null where Chrome has no such window any more */
export async function readWindow({ gate, windowId, scale }: LiveBrowser): Promise<SeenWindow | null> {
  const answer = await gate.room.command("Browser.getWindowBounds", { windowId }).catch(() => null);
  return answer === null ? null : parseWindow(answer["bounds"], scale);
}

/** Which window a tab is in; null when there is no such tab any more. */
export async function windowOf({ gate }: LiveBrowser, targetId: string): Promise<number | null> {
  const answer = await gate.room.command("Browser.getWindowForTarget", { targetId }).catch(() => null);
  return typeof answer?.["windowId"] === "number" ? answer["windowId"] : null;
}

async function setBounds(gate: Gate, windowId: number, { x, y, width, height }: Rectangle): Promise<void> {
  // Chrome takes a position only while the window is in its normal state.
  await gate.room.command("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } });
  await gate.room.command("Browser.setWindowBounds", { windowId, bounds: { left: x, top: y, width, height } });
}

function parseWindow(bounds: unknown, scale: number): SeenWindow | null {
  if (!isRecord(bounds)) return null;
  const at = (name: string): number => {
    const value = bounds[name];
    return typeof value === "number" ? value : 0;
  };
  return {
    rectangle: toPixels({ x: at("left"), y: at("top"), width: at("width"), height: at("height") }, scale),
    state: states.find((known) => known === bounds["windowState"]) ?? "normal",
  };
}

const states: readonly WindowState[] = ["normal", "minimized", "maximized", "fullscreen"];
