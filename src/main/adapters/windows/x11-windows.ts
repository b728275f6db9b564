import type { X11Connection } from "./x11-connection.ts";

/** EWMH source indication 2: a pager acts for the person, so the window manager doesn't hold the request back. */
const fromPager = 2;
const iconicState = 3;

/** The windows that the window manager manages, found by the process that made them (`_NET_WM_PID`). */
export class X11Windows {
  readonly #connection: X11Connection;
  readonly #activeAtom: number;
  readonly #listAtom: number;

  constructor(connection: X11Connection, atoms: { readonly active: number; readonly list: number }) {
    this.#connection = connection;
    this.#activeAtom = atoms.active;
    this.#listAtom = atoms.list;
  }

  /** Top-level windows of a process, topmost first. */
  async ofProcess(pid: number): Promise<readonly number[]> {
    const { root } = this.#connection;
    const stacked = await this.#connection.numbers(root, "_NET_CLIENT_LIST_STACKING");
    const windows = stacked.length > 0 ? stacked : await this.#connection.numbers(root, "_NET_CLIENT_LIST");
    const owners = await Promise.all(windows.map((window) => this.processOf(window)));
    return windows.filter((_, index) => owners[index] === pid).reverse();
  }

  /** @returns null where the window is gone or doesn't say whose it is */
  async processOf(window: number): Promise<number | null> {
    const [pid] = await this.#connection.numbers(window, "_NET_WM_PID");
    return pid ?? null;
  }

  /** @returns the window that has the person's attention, null when none has */
  async active(): Promise<number | null> {
    const [window] = await this.#connection.numbers(this.#connection.root, "_NET_ACTIVE_WINDOW");
    return window === undefined || window === 0 ? null : window;
  }

  /** Asks the window manager to restore, raise and activate a window. The answer is an event, not a reply. */
  async askToActivate(window: number): Promise<void> {
    const connection = this.#connection;
    const [state] = await connection.numbers(window, "WM_STATE");
    const current = (await this.active()) ?? 0;
    connection.post((client) => {
      // ICCCM 4.1.4: mapping is how an iconified window is restored; not every window manager does it on activation.
      if (state === iconicState) client.MapWindow(window);
      const now = 0;
      client.SendClientMessage(connection.root, window, this.#activeAtom, 32, [fromPager, now, current]);
      client.RaiseWindow(window);
    });
  }

  /** Called whenever the window manager has written which window is active. */
  onActiveChanged(listener: () => void): () => void {
    return this.#onRootProperty(this.#activeAtom, listener);
  }

  /** Called whenever a window came to be managed, or was no longer. */
  onListChanged(listener: () => void): () => void {
    return this.#onRootProperty(this.#listAtom, listener);
  }

  #onRootProperty(atom: number, listener: () => void): () => void {
    return this.#connection.onEvent((event) => {
      if (event.name === "PropertyNotify" && event.wid === this.#connection.root && event.atom === atom) listener();
    });
  }
}

export async function openWindows(connection: X11Connection): Promise<X11Windows> {
  const [active, list] = await Promise.all([
    connection.atom("_NET_ACTIVE_WINDOW"),
    connection.atom("_NET_CLIENT_LIST"),
  ]);
  return new X11Windows(connection, { active, list });
}
