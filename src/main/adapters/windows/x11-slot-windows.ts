import x11, { type XEvent } from "x11";
import { ignoreLoss, type X11Connection } from "./x11-connection.ts";
import type { X11Owners } from "./x11-owners.ts";

/** A window in the root window, or in a frame there, of a process that is followed. */
export interface SlotWindow {
  readonly id: number;
  readonly pid: number;
  /** `performance.now()` of its birth; null when it was there before it was looked for */
  readonly bornAt: number | null;
  /** A menu or a tooltip: no window manager handles it. */
  readonly isMenu: boolean;
}

/**
 * What is asked for on every window that is watched. It is chosen once a connection and window, and a slot's window
 * is at times the person's: so it is the same for both.
 */
export function watchWindow(connection: X11Connection, window: number): void {
  const { FocusChange, PropertyChange, StructureNotify } = x11.eventMask;
  const eventMask = FocusChange | PropertyChange | StructureNotify;
  connection.post((client) => client.ChangeWindowAttributes(window, { eventMask }));
}

/** Knows the windows of the processes that it follows, and the frames that a window manager put around them. */
export class X11SlotWindows {
  readonly #connection: X11Connection;
  readonly #owners: X11Owners;
  readonly #pidAtom: number;
  readonly #pids = new Set<number>();
  /** client → process. Only of processes that are followed: the server gives a number again after a client's end. */
  readonly #clients = new Map<number, number>();
  readonly #windows = new Map<number, SlotWindow>();
  /** frame → window in it */
  readonly #frames = new Map<number, number>();
  readonly #found = new Set<(window: SlotWindow) => void>();
  readonly #mistaken = new Set<(window: SlotWindow) => void>();

  constructor(connection: X11Connection, owners: X11Owners, pidAtom: number) {
    this.#connection = connection;
    this.#owners = owners;
    this.#pidAtom = pidAtom;
    connection.onEvent((event) => this.#hear(event));
    connection.watchChildren();
  }

  /** {@link onFound} listeners are told of each window that the process has already. */
  follow(pid: number): void {
    if (this.#pids.has(pid)) return;
    this.#pids.add(pid);
    ignoreLoss(this.#search(pid));
  }

  /** Its windows are nobody's from now on. */
  forget(pid: number): void {
    this.#pids.delete(pid);
    for (const [client, owner] of this.#clients) if (owner === pid) this.#clients.delete(client);
    for (const window of this.ofProcess(pid)) this.#remove(window.id);
  }

  /** Called for each window at its birth, before it is shown, or when it was found. */
  onFound(listener: (window: SlotWindow) => void): void {
    this.#found.add(listener);
  }

  /** Called for a window that was taken for one of a process that had ended; it is another's. */
  onMistaken(listener: (window: SlotWindow) => void): void {
    this.#mistaken.add(listener);
  }

  get(window: number): SlotWindow | undefined {
    return this.#windows.get(window);
  }

  ofProcess(pid: number): readonly SlotWindow[] {
    return [...this.#windows.values()].filter((window) => window.pid === pid);
  }

  /** @returns the window, or the one in this frame; null when it is of no process that is followed */
  at(window: number): SlotWindow | null {
    return this.#windows.get(window) ?? this.#windows.get(this.#frames.get(window) ?? 0) ?? null;
  }

  /** Whose a window, a window in it, or a frame is; null when it is of no process that is followed. */
  processAt(window: number): number | null {
    return this.at(window)?.pid ?? this.#clients.get(this.#owners.baseOf(window)) ?? null;
  }

  #hear(event: XEvent): void {
    const { wid = 0, parent = 0 } = event;
    switch (event.name) {
      case "CreateNotify":
        if (parent === this.#connection.root) this.#born(wid, event.overrideRedirect ?? false);
        break;
      case "ReparentNotify":
        if (this.#windows.has(wid)) this.#framed(wid, parent);
        break;
      case "DestroyNotify":
        this.#remove(wid);
        break;
      case "PropertyNotify":
        // Where the server doesn't know it, this is the first time that the window says whose it is.
        if (event.atom === this.#pidAtom && !this.#windows.has(wid)) this.#ask(wid, false);
        break;
      default:
    }
  }

  #born(window: number, isMenu: boolean): void {
    if (this.#pids.size === 0) return;
    const pid = this.#clients.get(this.#owners.baseOf(window));
    // Not a moment is lost on a client that is known; whether it still is that process is asked afterwards.
    if (pid !== undefined) this.#add({ id: window, pid, bornAt: performance.now(), isMenu });
    else if (!this.#owners.knowsAtBirth) watchWindow(this.#connection, window);
    this.#ask(window, isMenu);
  }

  #ask(window: number, isMenu: boolean): void {
    const bornAt = performance.now();
    const asked = async (): Promise<void> => {
      const pid = await this.#owners.processOf(window);
      if (pid === null) return;
      const known = this.#windows.get(window);
      if (known !== undefined && known.pid !== pid) {
        this.#clients.delete(this.#owners.baseOf(window));
        this.#remove(window);
        for (const listener of this.#mistaken) listener(known);
      }
      if (this.#pids.has(pid)) this.#add({ id: window, pid, bornAt, isMenu });
    };
    ignoreLoss(asked());
  }

  /** Windows that the process had before it was followed. */
  async #search(pid: number): Promise<void> {
    const { root } = this.#connection;
    const clients = await this.#owners.clientsOf(pid);
    if (this.#owners.knowsAtBirth && clients.length === 0) return;
    const tree = await this.#tree(root);
    const listed = await this.#connection.numbers(root, "_NET_CLIENT_LIST");
    for (const window of new Set([...(tree?.children ?? []), ...listed])) {
      const isOurs = this.#owners.knowsAtBirth
        ? clients.includes(this.#owners.baseOf(window))
        : (await this.#owners.processOf(window)) === pid;
      if (!isOurs || !this.#pids.has(pid)) continue;
      this.#add({ id: window, pid, bornAt: null, isMenu: false });
      const parent = (await this.#tree(window))?.parent;
      if (parent !== undefined) this.#framed(window, parent);
    }
  }

  async #tree(window: number): Promise<{ readonly parent: number; readonly children: readonly number[] } | null> {
    try {
      return await this.#connection.request((client, reply) => client.QueryTree(window, reply));
    } catch (error) {
      if (this.#connection.lost) throw error;
      return null;
    }
  }

  #add(window: SlotWindow): void {
    if (this.#windows.has(window.id)) return;
    this.#clients.set(this.#owners.baseOf(window.id), window.pid);
    this.#windows.set(window.id, window);
    watchWindow(this.#connection, window.id);
    for (const listener of this.#found) listener(window);
  }

  /** The frame is watched as well: some window managers give the keyboard to it. */
  #framed(window: number, parent: number): void {
    for (const [frame, inside] of this.#frames) if (inside === window) this.#frames.delete(frame);
    if (parent === this.#connection.root) return;
    this.#frames.set(parent, window);
    watchWindow(this.#connection, parent);
  }

  #remove(window: number): void {
    this.#windows.delete(window);
    for (const [frame, inside] of this.#frames) if (inside === window || frame === window) this.#frames.delete(frame);
  }
}

export async function openSlotWindows(connection: X11Connection, owners: X11Owners): Promise<X11SlotWindows> {
  return new X11SlotWindows(connection, owners, await connection.atom("_NET_WM_PID"));
}
