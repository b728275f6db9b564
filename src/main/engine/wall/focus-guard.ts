import type { FocusGuardView } from "../../../core/view/snapshot.ts";
import type { FocusTaken } from "../desktop-port.ts";
import type { Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import { watches } from "./slot-window.ts";

/**
 * R21: while an agent or nobody holds a slot, its windows do not take the keyboard. The person's are left alone: a
 * slot that they hold, and one that they brought to the front, until they go elsewhere.
 */
export class FocusGuard {
  readonly #room: Room;
  #taken = 0;
  #reversed = 0;
  #lastAt: number | null = null;

  constructor(room: Room) {
    this.#room = room;
    const { desktop } = room.ports;
    desktop.onFocusTaken((taken) => this.#wasTaken(taken));
    desktop.onFocusLeft((pid) => this.#wasLeft(pid));
  }

  get present(): boolean {
    return this.#room.settings.focusGuard && this.#room.ports.desktop.guards;
  }

  view(): FocusGuardView {
    return { present: this.present, taken: this.#taken, reversed: this.#reversed, lastAt: this.#lastAt };
  }

  /** Whether the slot's windows are kept from the keyboard now. */
  isGuarded(slot: SlotRuntime): boolean {
    return this.present && slot.browser !== null && wanted(slot, slot.browser);
  }

  /** A Chrome that has just been spawned: guarded before it has any window. */
  born(slot: SlotRuntime, pid: number): void {
    if (this.present && slot.holder !== "human") this.#room.ports.desktop.guard(pid);
  }

  /** Makes it so for whoever holds the slot now, in this turn of the event loop. */
  apply(slot: SlotRuntime): void {
    const { browser } = slot;
    if (!browser || !this.present) return;
    const { desktop } = this.#room.ports;
    const { pid } = browser.process;
    if (wanted(slot, browser)) desktop.guard(pid);
    else desktop.unguard(pid);
    this.#room.touch();
  }

  /** A guarded window that still has the keyboard gives it back to the person's window that had it before. */
  yieldFocus(slot: SlotRuntime): void {
    const { browser } = slot;
    // Also where no guard is present: after a window was brought to the front there is something to give back.
    if (!browser || !this.#room.settings.focusGuard) return;
    this.#room.ports.desktop.giveFocusBack(browser.process.pid).catch((error: unknown) => {
      this.#room.ports.log(`slot ${slot.slot}: the keyboard could not be given back`, error);
    });
  }

  #wasTaken({ pid, cause, sort, backAfterMs }: FocusTaken): void {
    const slot = this.#slotOf(pid);
    this.#taken += 1;
    this.#lastAt = this.#room.ports.clock.now();
    if (backAfterMs !== null) this.#reversed += 1;
    const what = cause === "new_window" ? `A new window (${sort})` : `A window (${sort})`;
    const back =
      backAfterMs === null
        ? "whether your window got it back was not seen"
        : `your window had it back after ${Math.max(1, Math.round(backAfterMs))} ms`;
    const text = `${what} of slot ${slot?.slot ?? "?"} took the keyboard; ${back}.`;
    this.#room.event(slot?.slot ?? null, "focus_taken", text);
    this.#room.touch();
  }

  #wasLeft(pid: number): void {
    const slot = this.#slotOf(pid);
    if (!slot?.browser?.window.focusWanted) return;
    slot.browser.window.focusWanted = false;
    if (slot.browser.window.foreground === null) watches(slot, false);
    this.apply(slot);
  }

  #slotOf(pid: number): SlotRuntime | undefined {
    return this.#room.slots.find((slot) => slot.browser?.process.pid === pid);
  }
}

function wanted(slot: SlotRuntime, { window }: LiveBrowser): boolean {
  return slot.holder !== "human" && !window.focusWanted;
}
