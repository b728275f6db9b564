import type { XEvent } from "x11";
import type { X11Connection } from "./x11-connection.ts";
import type { PersonPlace, X11PersonFocus } from "./x11-person-focus.ts";
import type { X11Windows } from "./x11-windows.ts";

/** It takes 1–15 ms; after this it is not going to happen. */
export const returnDeadlineMs = 1_000;

/** When the window that has the keyboard is gone or hidden: its parent, as the window managers have it. */
const toParent = 2;

/** A grab moves the keyboard for a moment without changing where it belongs; the pointer's details are no change. */
export function isFocusChange({ name, mode, detail }: XEvent): boolean {
  const isGrab = mode === 1 || mode === 2;
  return (name === "FocusIn" || name === "FocusOut") && !isGrab && detail !== undefined && detail < 5;
}

/** Gives the keyboard to windows of the person's, and sees when it is there. */
export class X11FocusReturn {
  readonly #connection: X11Connection;
  readonly #windows: X11Windows;
  readonly #person: X11PersonFocus;

  constructor(connection: X11Connection, windows: X11Windows, person: X11PersonFocus) {
    this.#connection = connection;
    this.#windows = windows;
    this.#person = person;
  }

  /**
   * Sent in this turn. The window manager is asked as well, which would otherwise go on believing what it did itself.
   */
  send(place: PersonPlace): void {
    this.#connection.post((client) =>
      client.SetInputFocus(place.focus, toParent, (error) => {
        if (error) this.#person.drop(place.focus);
        return true;
      }),
    );
    this.#windows.postActivation(place.active);
  }

  /** @returns milliseconds until the keyboard was there; null when that was not observed in time */
  async arrived(place: PersonPlace): Promise<number | null> {
    const start = performance.now();
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const off = this.#connection.onEvent((event) => {
      if (event.name === "FocusIn" && event.wid === place.focus && isFocusChange(event)) {
        resolve(performance.now() - start);
      }
    });
    const offLost = this.#connection.onLost(() => resolve(null));
    const deadline = setTimeout(() => resolve(null), returnDeadlineMs);
    try {
      return await promise;
    } finally {
      clearTimeout(deadline);
      off();
      offLost();
    }
  }
}
