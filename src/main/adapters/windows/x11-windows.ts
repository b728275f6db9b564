import type { X11Connection } from "./x11-connection.ts";

/** EWMH source indication 2: a pager acts for the person, so the window manager doesn't hold the request back. */
const fromPager = 2;
const iconicState = 3;
/** of `_NET_RESTACK_WINDOW`, as in a ConfigureWindow request */
const above = 0;
const onTopOfAll = 0;

interface Atoms {
  readonly active: number;
  readonly list: number;
  readonly restack: number;
  readonly close: number;
}

/** The windows that the window manager manages, found by the process that made them (`_NET_WM_PID`). */
export class X11Windows {
  readonly #connection: X11Connection;
  readonly #atoms: Atoms;

  constructor(connection: X11Connection, atoms: Atoms) {
    this.#connection = connection;
    this.#atoms = atoms;
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
    });
    this.postActivation(window, current);
    connection.post((client) => client.RaiseWindow(window));
  }

  /** The same in this turn, for a window that is neither minimised nor hidden. */
  postActivation(window: number, current = 0): void {
    const now = 0;
    this.#tell(window, this.#atoms.active, [fromPager, now, current]);
  }

  /**
   * Puts the windows of these processes above all others, the last process topmost; each keeps its own order. The one
   * that the person is in stays on top: with one monitor for all, the wall would cover the control room.
   */
  async raise(pids: readonly number[]): Promise<void> {
    const [supported, active, ...open] = await Promise.all([
      this.#connection.numbers(this.#connection.root, "_NET_SUPPORTED"),
      this.active(),
      ...pids.map((pid) => this.ofProcess(pid)),
    ]);
    const windows = open.flatMap((own) => own.toReversed());
    const withRestack = supported.includes(this.#atoms.restack);
    for (const window of windows) this.#raise(window, withRestack);
    if (active !== null && windows.length > 0) this.#raise(active, withRestack);
  }

  /**
   * A request that comes from a pager, where the window manager knows such. xfwm4 does not, and heeds the one that a
   * program makes for its own window; mutter would only mark the window as one that wants attention.
   */
  #raise(window: number, withRestack: boolean): void {
    if (withRestack) this.#tell(window, this.#atoms.restack, [fromPager, onTopOfAll, above]);
    else this.#connection.post((client) => client.RaiseWindow(window));
  }

  /**
   * Asks the window manager to close a window as its own button does (EWMH `_NET_CLOSE_WINDOW`): it sends the program
   * `WM_DELETE_WINDOW`, which every window of a Chrome takes, and the page may ask back.
   */
  postClose(window: number): void {
    const now = 0;
    this.#tell(window, this.#atoms.close, [now, fromPager]);
  }

  /** @returns what the window says that it is, such as `normal` or `dialog` (EWMH `_NET_WM_WINDOW_TYPE`) */
  async sortOf(window: number): Promise<string> {
    const [type] = await this.#connection.numbers(window, "_NET_WM_WINDOW_TYPE");
    if (type === undefined) {
      // EWMH: a window that doesn't say is a dialog when it belongs to another one.
      const [owner] = await this.#connection.numbers(window, "WM_TRANSIENT_FOR");
      return owner === undefined ? "normal" : "dialog";
    }
    const name = await this.#connection.request<string>((client, reply) => client.GetAtomName(type, reply));
    return name.replace("_NET_WM_WINDOW_TYPE_", "").toLowerCase();
  }

  /** Called whenever the window manager has written which window is active. */
  onActiveChanged(listener: () => void): () => void {
    return this.#onRootProperty(this.#atoms.active, listener);
  }

  /** Called whenever a window came to be managed, or was no longer. */
  onListChanged(listener: () => void): () => void {
    return this.#onRootProperty(this.#atoms.list, listener);
  }

  #tell(window: number, message: number, data: readonly number[]): void {
    const connection = this.#connection;
    connection.post((client) => client.SendClientMessage(connection.root, window, message, 32, data));
  }

  #onRootProperty(atom: number, listener: () => void): () => void {
    return this.#connection.onEvent((event) => {
      if (event.name === "PropertyNotify" && event.wid === this.#connection.root && event.atom === atom) listener();
    });
  }
}

export async function openWindows(connection: X11Connection): Promise<X11Windows> {
  const [active, list, restack, close] = await Promise.all([
    connection.atom("_NET_ACTIVE_WINDOW"),
    connection.atom("_NET_CLIENT_LIST"),
    connection.atom("_NET_RESTACK_WINDOW"),
    connection.atom("_NET_CLOSE_WINDOW"),
  ]);
  return new X11Windows(connection, { active, list, restack, close });
}
