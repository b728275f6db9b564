import type { X11Connection } from "./x11-connection.ts";
import type { X11Windows } from "./x11-windows.ts";

/** Which process each managed window belongs to. It is asked once a window: that doesn't change. */
export class WindowOwners {
  readonly #connection: X11Connection;
  readonly #windows: X11Windows;
  /** Null for a window that doesn't say whose it is, or not yet. */
  readonly #pids = new Map<number, number | null>();

  constructor(connection: X11Connection, windows: X11Windows) {
    this.#connection = connection;
    this.#windows = windows;
  }

  /** @returns null where that is not known */
  of(window: number): number | null {
    return this.#pids.get(window) ?? null;
  }

  windowsOf(pid: number): readonly number[] {
    return [...this.#pids].flatMap(([window, owner]) => (owner === pid ? [window] : []));
  }

  /** Reads the list of windows anew. @returns those whose process came to be known, and those that are gone */
  async read(): Promise<{ readonly came: readonly number[]; readonly gone: readonly number[] }> {
    const listed = await this.#connection.numbers(this.#connection.root, "_NET_CLIENT_LIST");
    const gone = [...this.#pids.keys()].filter((window) => !listed.includes(window));
    for (const window of gone) this.#pids.delete(window);
    const unknown = listed.filter((window) => this.of(window) === null);
    const owners = await Promise.all(unknown.map((window) => this.#windows.processOf(window)));
    for (const [index, window] of unknown.entries()) this.#pids.set(window, owners[index] ?? null);
    return { came: unknown.filter((window) => this.of(window) !== null), gone };
  }
}
