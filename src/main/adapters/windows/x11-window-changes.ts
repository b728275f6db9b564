import type { XEvent } from "x11";
import type { X11Connection } from "./x11-connection.ts";
import type { SlotWindow, X11SlotWindows } from "./x11-slot-windows.ts";

/** A window that is dragged tells of each step; so many milliseconds are told as one. */
const coalesceMs = 100;

/** They come and go with the keyboard, and change nothing that is seen of the page. */
const statesOfAttention = ["_NET_WM_STATE_FOCUSED", "_NET_WM_STATE_DEMANDS_ATTENTION"] as const;

interface Atoms {
  readonly minimised: number;
  readonly state: number;
  readonly ignored: readonly number[];
}

/** Tells when a managed window of a followed process was moved, resized, minimised, restored or made fullscreen. */
export class X11WindowChanges {
  readonly #connection: X11Connection;
  readonly #slots: X11SlotWindows;
  readonly #atoms: Atoms;
  readonly #listeners = new Set<(pid: number) => void>();
  readonly #pending = new Map<number, NodeJS.Timeout>();
  /** window → its states, as they were told last */
  readonly #states = new Map<number, string>();

  constructor(connection: X11Connection, slots: X11SlotWindows, atoms: Atoms) {
    this.#connection = connection;
    this.#slots = slots;
    this.#atoms = atoms;
    connection.onEvent((event) => this.#hear(event));
  }

  onChanged(listener: (pid: number) => void): void {
    this.#listeners.add(listener);
  }

  /** Nothing is told of it any more. */
  forget(pid: number): void {
    clearTimeout(this.#pending.get(pid));
    this.#pending.delete(pid);
  }

  close(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }

  #hear(event: XEvent): void {
    const { wid = 0, atom = 0 } = event;
    if (event.name === "DestroyNotify") this.#states.delete(wid);
    const window = this.#slots.get(wid);
    if (window === undefined || window.isMenu) return;
    // Moved by its frame, it is told by the window manager in the same way (ICCCM 4.1.5).
    if (event.name === "ConfigureNotify" && event.wid1 === wid) this.#changed(window.pid);
    if (event.name !== "PropertyNotify") return;
    if (atom === this.#atoms.minimised) this.#changed(window.pid);
    // It fails only when the connection is lost, which is told elsewhere.
    if (atom === this.#atoms.state) this.#stateWritten(window).catch(() => {});
  }

  async #stateWritten({ id, pid }: SlotWindow): Promise<void> {
    const states = await this.#connection.numbers(id, "_NET_WM_STATE");
    const told = states.filter((state) => !this.#atoms.ignored.includes(state)).join();
    if ((this.#states.get(id) ?? "") === told) return;
    this.#states.set(id, told);
    this.#changed(pid);
  }

  #changed(pid: number): void {
    if (this.#pending.has(pid)) return;
    const tell = () => {
      this.#pending.delete(pid);
      for (const listener of this.#listeners) listener(pid);
    };
    this.#pending.set(pid, setTimeout(tell, coalesceMs));
  }
}

export async function openWindowChanges(connection: X11Connection, slots: X11SlotWindows): Promise<X11WindowChanges> {
  const [minimised, state, ...ignored] = await Promise.all([
    connection.atom("WM_STATE"),
    connection.atom("_NET_WM_STATE"),
    ...statesOfAttention.map((name) => connection.atom(name)),
  ]);
  return new X11WindowChanges(connection, slots, { minimised, state, ignored });
}
