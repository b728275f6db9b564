import type { Rectangle, WindowView } from "../../../core/view/snapshot.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";

/** As DevTools names it. */
export type WindowState = "normal" | "minimized" | "maximized" | "fullscreen";

/** What is known of a slot's window, for as long as its Chrome lives. */
export interface SlotWindow {
  /** Where Chrome said it was when the wall had placed it, in pixels; null until then. */
  placed: Rectangle | null;
  /** When, milliseconds since the Unix epoch. */
  placedAt: number;
  state: WindowState;
  /** The person has moved or resized it: it stays as they left it until the wall is arranged (R20). */
  moved: boolean;
  /** Brought to the front on request, and not put back yet; `back` is where the person had left it, null for its cell. */
  foreground: { readonly back: Rectangle | null } | null;
  /** It is in front, and takes the keyboard until the person goes elsewhere. */
  focusWanted: boolean;
  /** R16: the person asked to see it, and it is not all the way back, nor have they gone elsewhere. */
  watched: boolean;
  /** How many placements are under way: what is seen of it meanwhile is our own doing. */
  placing: number;
  throttled: boolean | null;
  /** Windows that a page opened, by their DevTools id: each is put into the slot's cell once. */
  readonly popups: Set<number>;
}

export function newSlotWindow(): SlotWindow {
  return {
    placed: null,
    placedAt: 0,
    state: "normal",
    moved: false,
    foreground: null,
    focusWanted: false,
    watched: false,
    placing: 0,
    throttled: null,
    popups: new Set(),
  };
}

/** The person begins or ends to look at it. The queue is told: it closes no window that they look at. */
export function watches(slot: SlotRuntime, watched: boolean): void {
  if (!slot.browser || slot.browser.window.watched === watched) return;
  slot.browser.window.watched = watched;
  slot.changed(true);
}

export function windowView(slot: SlotRuntime, facts: { guarded: boolean; inSight: boolean }): WindowView | null {
  const { browser } = slot;
  return browser === null ? null : { place: placeOf(browser), ...facts, throttled: browser.window.throttled };
}

function placeOf({ window }: LiveBrowser): WindowView["place"] {
  if (window.state === "minimized") return "minimised";
  if (window.state === "fullscreen") return "fullscreen";
  if (window.foreground !== null) return "foreground";
  return window.moved || window.state === "maximized" ? "moved" : "cell";
}
