import { DockError } from "../../../shared/errors.ts";
import type { Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import type { Arranger } from "./arrange.ts";
import type { FocusGuard } from "./focus-guard.ts";
import { labelWindow } from "./labels.ts";
import { readWindow } from "./placement.ts";
import { watches } from "./slot-window.ts";

export interface Shown {
  readonly inFront: boolean;
  /** False where the system does not tell which window is in front. */
  readonly observed: boolean;
}

/** What comes to the front by the person's act, and goes back; who holds the slot never changes by it (R21). */
export class Foreground {
  readonly #room: Room;
  readonly #arranger: Arranger;
  readonly #guard: FocusGuard;

  constructor(room: Room, arranger: Arranger, guard: FocusGuard) {
    this.#room = room;
    this.#arranger = arranger;
    this.#guard = guard;
  }

  /** Restores, raises and activates the window where it stands; it takes the keyboard until the person goes elsewhere. */
  async show(slot: SlotRuntime, browser: LiveBrowser): Promise<Shown> {
    browser.window.focusWanted = true;
    watches(slot, true);
    this.#guard.apply(slot);
    await this.#arranger.layer();
    const shown = await this.#room.ports.desktop.bringToFront(browser.process.pid).catch((error: unknown) => {
      this.#room.ports.log(`slot ${slot.slot}: the desktop could not bring its window to the front`, error);
      return { inFront: false, observed: false };
    });
    if (shown.inFront || shown.observed) return shown;
    // Where the desktop can't be asked, Chrome itself is; whether it worked is then not observed.
    await browser.gate.room.command("Target.activateTarget", { targetId: browser.homeTarget }).catch(() => {});
    return shown;
  }

  /** The same, and large. @throws DockError `SLOT_NOT_LIVE` */
  async enlarge(slot: SlotRuntime): Promise<Shown> {
    const browser = browserOf(slot);
    const { window } = browser;
    const seen = window.foreground === null && window.moved ? await readWindow(browser) : null;
    window.foreground ??= { back: seen?.rectangle ?? null };
    window.moved = false;
    await this.#arranger.toFront(browser);
    this.#room.touch();
    return this.show(slot, browser);
  }

  /**
   * Back to its cell, or to where the person had left it; the keyboard goes back as well.
   * @throws DockError `SLOT_NOT_LIVE`
   */
  async putBack(slot: SlotRuntime): Promise<Shown> {
    const browser = browserOf(slot);
    const { window } = browser;
    const back = window.foreground?.back ?? null;
    window.foreground = null;
    window.focusWanted = false;
    this.#guard.apply(slot);
    if (slot.holder !== "human") this.#guard.yieldFocus(slot);
    if (back) await this.#arranger.putAt(browser, back);
    else await this.#arranger.toCell(slot);
    window.moved = back !== null;
    await this.#arranger.layer();
    // Only now may it be closed to make room: not while it still moves.
    if (window.foreground === null && !window.focusWanted) watches(slot, false);
    this.#room.touch();
    return { inFront: false, observed: true };
  }

  /** Its Chrome has just opened its window, as a rule in the right place: here is made sure of it. */
  opened(slot: SlotRuntime): void {
    this.#guard.apply(slot);
    this.#arranger
      .toCell(slot)
      .then(() => this.#arranger.layer())
      .catch((error: unknown) => this.#room.ports.log(`slot ${slot.slot}: its window could not be placed`, error));
  }

  /** The slot has another holder: what an agent works in is on the wall, guarded, and has not the keyboard. */
  controlChanged(slot: SlotRuntime): void {
    const { browser } = slot;
    labelWindow(this.#room, slot);
    if (!browser || slot.holder === "human") {
      this.#guard.apply(slot);
      return;
    }
    browser.window.focusWanted = false;
    if (browser.window.foreground === null) watches(slot, false);
    this.#guard.apply(slot);
    this.#guard.yieldFocus(slot);
    const back = browser.window.foreground === null ? this.#arranger.layer() : this.putBack(slot);
    back.catch((error: unknown) => {
      this.#room.ports.log(`slot ${slot.slot}: its window could not be put back`, error);
    });
  }
}

function browserOf(slot: SlotRuntime): LiveBrowser {
  if (!slot.browser) throw new DockError("SLOT_NOT_LIVE", `Slot ${slot.slot} has no window now.`);
  return slot.browser;
}
