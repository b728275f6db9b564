import { ignoreLoss, type X11Connection } from "./x11-connection.ts";
import type { X11Windows } from "./x11-windows.ts";

/** EWMH `_NET_WM_STATE`: what to do with the state, and that a pager asks for the person. */
const remove = 0;
const add = 1;
const fromPager = 2;

/**
 * Keeps windows below others for good. Raising the others would not do: a window that refuses the keyboard is still
 * raised by the window manager whenever its program asks to be active, which Chrome does with many a click of an agent.
 */
export class X11Layers {
  readonly #connection: X11Connection;
  readonly #windows: X11Windows;
  readonly #atoms: { readonly state: number; readonly below: number };
  #below: ReadonlySet<number> = new Set();

  constructor(connection: X11Connection, windows: X11Windows, atoms: { state: number; below: number }) {
    this.#connection = connection;
    this.#windows = windows;
    this.#atoms = atoms;
    // A window that opens later belongs to the same layer.
    windows.onListChanged(() => {
      for (const pid of this.#below) ignoreLoss(this.#write(pid, add));
    });
  }

  /** The windows of these processes, and of no others, stay below ordinary windows. */
  async keepBelow(pids: readonly number[]): Promise<void> {
    const before = this.#below;
    this.#below = new Set(pids);
    await Promise.all([
      ...[...before].filter((pid) => !this.#below.has(pid)).map((pid) => this.#write(pid, remove)),
      ...[...this.#below].filter((pid) => !before.has(pid)).map((pid) => this.#write(pid, add)),
    ]);
  }

  async #write(pid: number, what: number): Promise<void> {
    for (const window of await this.#windows.ofProcess(pid)) {
      const { state, below } = this.#atoms;
      this.#connection.post((client) =>
        client.SendClientMessage(this.#connection.root, window, state, 32, [what, below, 0, fromPager]),
      );
    }
  }
}

export async function openLayers(connection: X11Connection, windows: X11Windows): Promise<X11Layers> {
  const [state, below] = await Promise.all([connection.atom("_NET_WM_STATE"), connection.atom("_NET_WM_STATE_BELOW")]);
  return new X11Layers(connection, windows, { state, below });
}
