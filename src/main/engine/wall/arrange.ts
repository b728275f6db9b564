import type { Rectangle } from "../../../core/view/snapshot.ts";
import { isOffScreen } from "../../../core/wall/rescue.ts";
import type { Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import { placePopup, placeWindow, readWindow } from "./placement.ts";
import { watches } from "./slot-window.ts";
import type { Wall } from "./wall.ts";

interface Open {
  readonly slot: SlotRuntime;
  readonly browser: LiveBrowser;
}

/** Pixels that each further window of one page is set off from the one below it. */
const cascade = 24;

/** Moves the windows of the slots to where they belong. Activates none (R20, R21). */
export class Arranger {
  readonly #room: Room;
  readonly #wall: Wall;

  constructor(room: Room, wall: Wall) {
    this.#room = room;
    this.#wall = wall;
  }

  /**
   * Every window into its cell, those included that the person had moved, minimised or brought to the front; and the
   * wall above other windows.
   * @returns how many windows were placed
   */
  async arrange(): Promise<number> {
    const open = this.#open();
    for (const { slot } of open) this.#wall.assign(slot);
    this.#wall.layOut();
    for (const { slot, browser } of open) {
      browser.window.moved = false;
      browser.window.foreground = null;
      if (!browser.window.focusWanted) watches(slot, false);
    }
    await this.#each(open, (each) => this.#toCell(each));
    await this.raise();
    this.#room.touch();
    return open.length;
  }

  /** After the monitors have changed: what the person had moved stays, where it can still be reached. */
  async reflow(): Promise<void> {
    const open = this.#open();
    for (const { slot } of open) this.#wall.assign(slot);
    this.#wall.layOut();
    await this.#each(open, async (each) => {
      const { window } = each.browser;
      if (window.moved) {
        const seen = await readWindow(each.browser);
        if (seen?.state === "normal" && !isOffScreen(seen.rectangle, this.#wall.monitors)) return;
      }
      if (window.foreground !== null) await this.toFront(each.browser);
      else await this.#toCell(each);
      window.moved = false;
    });
    await this.layer();
    this.#room.touch();
  }

  /**
   * Keeps below what another window of the wall is to cover: the pages that are not in sight, and the whole wall under a
   * window that was brought to the front. What the person works in is never kept below.
   */
  async layer(): Promise<void> {
    const open = this.#open();
    const isFront = open.some(({ browser }) => browser.window.foreground !== null);
    const below = open.filter(({ slot, browser: { window } }) => {
      const isPersons = slot.holder === "human" || window.focusWanted || window.foreground !== null;
      return !isPersons && (isFront || !this.#wall.isInSight(slot));
    });
    const { desktop, log } = this.#room.ports;
    await desktop
      .keepBelow(below.map(({ browser }) => browser.process.pid))
      .catch((error: unknown) => log("the windows could not be layered", error));
  }

  /** The wall above other windows of the person's. */
  async raise(): Promise<void> {
    await this.layer();
    const inSight = this.#open().filter(({ slot }) => this.#wall.isInSight(slot));
    await this.#room.ports.desktop
      .raise(inSight.map(({ browser }) => browser.process.pid))
      .catch((error: unknown) => this.#room.ports.log("the windows could not be raised", error));
  }

  /** Puts one window back where it belongs. */
  async toCell(slot: SlotRuntime): Promise<void> {
    if (slot.browser) await this.#toCell({ slot, browser: slot.browser });
  }

  /** Puts a window that a page has opened into its slot's cell: it may cover its own page, and no other slot's. */
  async popup(slot: SlotRuntime, browser: LiveBrowser, windowId: number): Promise<void> {
    const cell = this.#wall.cellOf(slot);
    if (cell) await placePopup(browser, windowId, insideOf(cell, browser.window.popups.size));
  }

  /** Puts one window to the middle of the wall, large. */
  async toFront(browser: LiveBrowser): Promise<void> {
    const large = this.#wall.foreground();
    if (large) await this.#place(browser, large);
  }

  /** Puts one window where the person had left it. */
  async putAt(browser: LiveBrowser, rectangle: Rectangle): Promise<void> {
    await this.#place(browser, rectangle);
  }

  #place(browser: LiveBrowser, pixels: Rectangle): Promise<void> {
    return placeWindow(browser, pixels, () => this.#room.ports.clock.now());
  }

  async #toCell({ slot, browser }: Open): Promise<void> {
    const cell = this.#wall.cellOf(slot);
    if (cell) await this.#place(browser, cell);
    let order = 0;
    for (const windowId of browser.window.popups) {
      order += 1;
      // One that was closed meanwhile needs no place.
      if (cell)
        await placePopup(browser, windowId, insideOf(cell, order)).catch(() => browser.window.popups.delete(windowId));
    }
  }

  #open(): Open[] {
    return this.#room.slots.flatMap((slot) => (slot.browser ? [{ slot, browser: slot.browser }] : []));
  }

  async #each(open: readonly Open[], place: (each: Open) => Promise<void>): Promise<void> {
    const ends = await Promise.allSettled(open.map(place));
    ends.forEach((end, index) => {
      // A Chrome that is closing has no window to place; any other is worth knowing of.
      if (end.status === "rejected") this.#room.ports.log(`slot ${open[index]?.slot.slot}: not placed`, end.reason);
    });
  }
}

function insideOf(cell: Rectangle, order: number): Rectangle {
  const offset = Math.min(order * cascade, Math.floor(Math.min(cell.width, cell.height) / 4));
  return { x: cell.x + offset, y: cell.y + offset, width: cell.width - offset, height: cell.height - offset };
}
