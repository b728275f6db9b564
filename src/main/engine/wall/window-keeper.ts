import { isOffScreen, sameRectangle } from "../../../core/wall/rescue.ts";
import { budgets, type Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import type { Arranger } from "./arrange.ts";
import { readWindow, type SeenWindow, windowOf } from "./placement.ts";
import { watches } from "./slot-window.ts";
import { readThrottled } from "./throttling.ts";
import type { Wall } from "./wall.ts";

/** Pixels: rounding at a scale such as 0.75, and the window manager's own, move an edge by this much. */
const rounding = 4;

/**
 * Looks at the slots' windows when the desktop says that one has changed, and every few seconds where it says nothing:
 * notes what the person moved, and rescues what nobody can see or work in (R20).
 */
export class WindowKeeper {
  readonly #room: Room;
  readonly #wall: Wall;
  readonly #arranger: Arranger;
  readonly #due = new Set<SlotRuntime>();
  #timer: { cancel(): void };

  constructor(room: Room, wall: Wall, arranger: Arranger) {
    this.#room = room;
    this.#wall = wall;
    this.#arranger = arranger;
    room.ports.desktop.onWindowChanged((pid) => {
      const slot = room.slots.find((each) => each.browser?.process.pid === pid);
      if (slot) this.#soon(slot);
    });
    this.#timer = room.ports.clock.after(budgets.windowsEvery, () => this.#round());
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** A tab has come: one in a window of its own is put into the slot's cell. */
  tabOpened(slot: SlotRuntime, targetId: string): void {
    const { browser } = slot;
    if (!browser) return;
    this.#popup(slot, browser, targetId).catch((error: unknown) => this.#failed(slot, error));
  }

  async #popup(slot: SlotRuntime, browser: LiveBrowser, targetId: string): Promise<void> {
    const windowId = await windowOf(browser, targetId);
    if (windowId === null || windowId === browser.windowId || browser.window.popups.has(windowId)) return;
    browser.window.popups.add(windowId);
    // Under the person's hands nothing is moved.
    if (slot.holder !== "human") await this.#arranger.popup(slot, browser, windowId);
  }

  /** One drag comes as dozens of changes; the window is looked at when they pause. */
  #soon(slot: SlotRuntime): void {
    if (this.#due.has(slot)) return;
    this.#due.add(slot);
    this.#room.ports.clock.after(budgets.windowSettles, () => {
      this.#due.delete(slot);
      this.#look(slot).catch((error: unknown) => this.#failed(slot, error));
    });
  }

  #round(): void {
    if (this.#room.stopping) return;
    const looks = this.#room.slots.filter(({ browser }) => browser !== null).map((slot) => this.#lookAll(slot));
    void Promise.allSettled(looks).then(() => {
      if (!this.#room.stopping) this.#timer = this.#room.ports.clock.after(budgets.windowsEvery, () => this.#round());
    });
  }

  async #lookAll(slot: SlotRuntime): Promise<void> {
    await this.#look(slot);
    const { browser } = slot;
    if (!browser || slot.holder === "human") return;
    const throttled = await readThrottled(this.#room, browser);
    if (browser.window.throttled === throttled) return;
    browser.window.throttled = throttled;
    this.#room.touch();
  }

  async #look(slot: SlotRuntime): Promise<void> {
    const { browser } = slot;
    if (!browser || browser.toldToClose || browser.window.placing > 0) return;
    const seen = await readWindow(browser);
    if (!seen || browser.window.placing > 0) return;
    this.#note(browser, seen);
    const why = this.#unseen(slot, seen);
    if (why === null) return;
    this.#room.event(slot.slot, "window_rescued", `The window was ${why}; it was put back into its cell.`);
    browser.window.moved = false;
    browser.window.foreground = null;
    if (!browser.window.focusWanted) watches(slot, false);
    await this.#arranger.toCell(slot);
    this.#room.touch();
  }

  #note({ window }: LiveBrowser, { rectangle, state }: SeenWindow): void {
    const { clock } = this.#room.ports;
    // What it does just after it was placed is the window manager's last word on the place, not a person's hand.
    if (state === "normal" && clock.now() - window.placedAt < budgets.placeSettles) window.placed = rectangle;
    const { placed } = window;
    const left = placed !== null && !sameRectangle(rectangle, placed, rounding);
    const moved = state === "normal" ? left : window.moved;
    if (window.state === state && window.moved === moved) return;
    if (window.state !== state) window.throttled = state === "minimized" ? true : null;
    window.state = state;
    window.moved = moved;
    this.#room.touch();
  }

  /** Why nobody can see the window, or what it hides; null when all is well, or it is the person's to decide. */
  #unseen(slot: SlotRuntime, { rectangle, state }: SeenWindow): string | null {
    if (state === "normal") return isOffScreen(rectangle, this.#wall.monitors) ? "off the screen" : null;
    // What the person holds stays as they want it; what nobody holds can wait for them.
    if (slot.holder !== "agent") return null;
    if (state === "minimized") return "minimised, and its agent would work unseen";
    return slot.browser?.window.foreground === null ? `${state}, and hid the others` : null;
  }

  #failed(slot: SlotRuntime, error: unknown): void {
    if (slot.browser?.toldToClose === false) {
      this.#room.ports.log(`slot ${slot.slot}: its window could not be looked at`, error);
    }
  }
}
