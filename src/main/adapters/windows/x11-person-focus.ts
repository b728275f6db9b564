import type { X11Connection } from "./x11-connection.ts";
import type { X11Owners } from "./x11-owners.ts";
import { watchWindow } from "./x11-slot-windows.ts";
import type { X11Windows } from "./x11-windows.ts";

/** So many earlier windows are known, for when the last ones have gone. */
const remembered = 16;

/** Numbers below this one name no window: none, and "wherever the pointer is". */
const firstWindow = 2;

/** Where the person was typing. */
export interface PersonPlace {
  /** What the window manager calls active. */
  readonly active: number;
  /** What has the keyboard: that window, or one in it. */
  readonly focus: number;
}

/**
 * The windows in which the person was, the last one first. Which windows are not the person's, but an agent's, is
 * asked each time: a slot that was taken over is the person's for as long.
 */
export class X11PersonFocus {
  readonly #connection: X11Connection;
  readonly #owners: X11Owners;
  readonly #windows: X11Windows;
  readonly #isGuarded: (window: number) => boolean;
  #places: readonly PersonPlace[] = [];

  constructor(
    connection: X11Connection,
    owners: X11Owners,
    windows: X11Windows,
    isGuarded: (window: number) => boolean,
  ) {
    this.#connection = connection;
    this.#owners = owners;
    this.#windows = windows;
    this.#isGuarded = isGuarded;
    connection.onEvent((event) => {
      if (event.name === "DestroyNotify" && event.wid !== undefined) this.drop(event.wid);
    });
  }

  /** @param except whether a window doesn't count; guarded ones never do */
  current(except: (window: number) => boolean = () => false): PersonPlace | null {
    return this.#places.find(({ active, focus }) => !this.#isOther(active, focus, except)) ?? null;
  }

  /** Whether the keyboard was there before. */
  has(window: number): boolean {
    return this.current()?.focus === window;
  }

  /** The window manager has said which window is active. @returns it; null when there is none */
  async activeChanged(): Promise<number | null> {
    const active = await this.#windows.active();
    if (active === null || this.#isGuarded(active)) return active;
    const focus = await this.focus();
    // While the keyboard is on its way, the two may be of different programs.
    const isOfActive = focus !== null && this.#owners.baseOf(focus) === this.#owners.baseOf(active);
    this.#remember({ active, focus: isOfActive ? focus : active });
    return active;
  }

  /** The keyboard is at a window that is no agent's; which one the window manager calls active is not known yet. */
  focusChanged(focus: number): void {
    if (this.#isGuarded(focus) || this.#places[0]?.focus === focus) return;
    const known = this.#places.find((place) => place.focus === focus || place.active === focus);
    this.#remember({ active: known?.active ?? focus, focus });
  }

  /** @returns the window that has the keyboard; null when none has */
  async focus(): Promise<number | null> {
    const { focus } = await this.#connection.request<{ readonly focus: number }>((client, reply) =>
      client.GetInputFocus(reply),
    );
    return focus < firstWindow || focus === this.#connection.root ? null : focus;
  }

  /** The window is gone, or can't have the keyboard now. */
  drop(window: number): void {
    this.#places = this.#places.filter(({ active, focus }) => active !== window && focus !== window);
  }

  #remember(place: PersonPlace): void {
    const isSame = (other: PersonPlace) => other.active === place.active || other.focus === place.focus;
    this.#places = [place, ...this.#places.filter((other) => !isSame(other))].slice(0, remembered);
    for (const window of new Set([place.active, place.focus])) watchWindow(this.#connection, window);
  }

  #isOther(active: number, focus: number, except: (window: number) => boolean): boolean {
    return [active, focus].some((window) => this.#isGuarded(window) || except(window));
  }
}
