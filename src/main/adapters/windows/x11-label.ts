import x11, { type Shape, type XEvent } from "x11";
import type { WindowLabel } from "../../engine/desktop-port.ts";
import type { X11Connection } from "./x11-connection.ts";
import { openLabelFont } from "./x11-label-image.ts";
import { type LabelTools, LabelWindow } from "./x11-label-window.ts";
import { WindowOwners } from "./x11-window-owners.ts";
import { writeTitle } from "./x11-window-title.ts";
import type { X11Windows } from "./x11-windows.ts";

export interface Labels {
  /** Shows a label on the windows of a process, those included that it opens later; null takes it away. */
  set(pid: number, label: WindowLabel | null): void;
}

/** Properties of a labelled window that change what it shows. */
interface Atoms {
  readonly title: number;
  readonly look: readonly number[];
}

/**
 * @param connection one of its own: what is watched on a window is chosen once a connection, and the rest of the desktop
 *   watches the same windows for other things
 * @param windows on that connection
 * @throws DockError `DISPLAY_MISSING`
 */
export async function createLabels(connection: X11Connection, windows: X11Windows): Promise<Labels> {
  const [shape, fullscreenAtom, title, ...look] = await Promise.all([
    connection.request<Shape>((client, reply) =>
      client.require("shape", (error, extension) => {
        reply(error, extension);
      }),
    ),
    connection.atom("_NET_WM_STATE_FULLSCREEN"),
    connection.atom("WM_NAME"),
    connection.atom("_NET_WM_STATE"),
    connection.atom("_GTK_FRAME_EXTENTS"),
    connection.atom("WM_NORMAL_HINTS"),
  ]);
  const tools = { connection, font: openLabelFont(connection), shape, fullscreenAtom };
  return new LabelKeeper(tools, windows, { title, look });
}

/** Only windows with tabs have room for a label; the others have the window manager's frame, which shows the title. */
const roleWithTabs = "browser";

class LabelKeeper implements Labels {
  readonly #tools: LabelTools;
  readonly #owners: WindowOwners;
  readonly #atoms: Atoms;
  /** By process. */
  readonly #labels = new Map<number, WindowLabel>();
  /** Windows that are dressed; null for one that has no room for a label. */
  readonly #dressed = new Map<number, LabelWindow | null>();
  /** Windows whose title has our prefix: they have it a little before they are dressed. */
  readonly #prefixed = new Set<number>();
  #listIsStale = true;
  readonly #staleTitles = new Set<number>();
  readonly #staleLooks = new Set<number>();
  #isWorking = false;

  constructor(tools: LabelTools, windows: X11Windows, atoms: Atoms) {
    this.#tools = tools;
    this.#owners = new WindowOwners(tools.connection, windows);
    this.#atoms = atoms;
    windows.onListChanged(() => {
      this.#listIsStale = true;
      this.#work();
    });
    tools.connection.onEvent((event) => this.#hear(event));
  }

  set(pid: number, label: WindowLabel | null): void {
    if (label === null) this.#labels.delete(pid);
    else this.#labels.set(pid, label);
    // A process that is labelled for the first time may have windows that were listed before it said whose they are.
    this.#listIsStale = true;
    for (const window of this.#owners.windowsOf(pid)) this.#markStale(window);
    this.#work();
  }

  #hear(event: XEvent): void {
    const window = event.name === "CreateNotify" ? event.parent : (event.event ?? event.wid);
    const label = window === undefined ? undefined : this.#dressed.get(window);
    if (window === undefined || label === undefined) return;
    if (event.name === "PropertyNotify") {
      if (event.atom === this.#atoms.title) this.#staleTitles.add(window);
      else if (this.#atoms.look.includes(event.atom ?? 0)) this.#staleLooks.add(window);
      else return;
      this.#work();
    } else if (event.name === "ConfigureNotify" && event.wid1 === window && event.width !== undefined) {
      label?.parentResized(event.width);
    } else if ((event.name === "CreateNotify" || event.name === "MapNotify") && event.wid !== undefined) {
      if (event.wid !== window) label?.siblingAppeared(event.wid);
    }
  }

  #markStale(window: number): void {
    this.#staleTitles.add(window);
    this.#staleLooks.add(window);
  }

  /** One thing at a time: what is stale while something is written is written again after it. */
  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // It fails only when the connection is lost: then there is nothing left to label.
    this.#untilFresh().catch(() => {});
  }

  async #untilFresh(): Promise<void> {
    try {
      while (this.#listIsStale || this.#staleTitles.size > 0 || this.#staleLooks.size > 0) {
        if (this.#listIsStale) await this.#readList();
        for (const window of take(this.#staleTitles)) await this.#renewTitle(window);
        for (const window of take(this.#staleLooks)) await this.#renewLook(window);
      }
    } finally {
      this.#isWorking = false;
    }
  }

  async #readList(): Promise<void> {
    this.#listIsStale = false;
    const { came, gone } = await this.#owners.read();
    for (const window of gone) {
      this.#undress(window);
      this.#prefixed.delete(window);
    }
    for (const window of came) this.#markStale(window);
  }

  async #renewTitle(window: number): Promise<void> {
    const label = this.#labelOf(window);
    if (label === undefined && !this.#prefixed.has(window)) return;
    if (label === undefined) this.#prefixed.delete(window);
    else this.#prefixed.add(window);
    await writeTitle(this.#tools.connection, window, label?.text ?? null);
  }

  async #renewLook(window: number): Promise<void> {
    const label = this.#labelOf(window);
    if (label === undefined) return this.#undress(window);
    try {
      if (!this.#dressed.has(window)) await this.#dress(window);
      await this.#dressed.get(window)?.show(label);
    } catch (error) {
      // The window went while it was being labelled; the list will say so.
      if (this.#tools.connection.lost) throw error;
    }
  }

  async #dress(window: number): Promise<void> {
    const { connection } = this.#tools;
    const { PropertyChange, StructureNotify, SubstructureNotify } = x11.eventMask;
    const eventMask = PropertyChange | StructureNotify | SubstructureNotify;
    connection.post((client) => client.ChangeWindowAttributes(window, { eventMask }));
    const role = await connection.property(window, "WM_WINDOW_ROLE");
    const hasTabs = role?.data.toString("latin1") === roleWithTabs;
    this.#dressed.set(window, hasTabs ? new LabelWindow(this.#tools, window) : null);
    // It may have changed between the first look at it and the watch.
    this.#staleTitles.add(window);
  }

  #undress(window: number): void {
    if (!this.#dressed.has(window)) return;
    this.#dressed.get(window)?.remove();
    this.#dressed.delete(window);
    this.#tools.connection.post((client) => client.ChangeWindowAttributes(window, { eventMask: 0 }));
  }

  #labelOf(window: number): WindowLabel | undefined {
    const pid = this.#owners.of(window);
    return pid === null ? undefined : this.#labels.get(pid);
  }
}

function take(stale: Set<number>): readonly number[] {
  const windows = [...stale];
  stale.clear();
  return windows;
}
