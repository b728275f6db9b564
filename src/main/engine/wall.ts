import type { MonitorView, Rectangle } from "../../core/view/snapshot.ts";
import { type Tiling, tile, toBounds } from "../../core/wall/tiling.ts";
import { DockError } from "../../shared/errors.ts";
import type { Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";

/** The wall: which monitor the windows stand on, and which cell each slot has (R20). */
export class Wall {
  readonly #room: Room;
  #monitors: readonly MonitorView[] = [];
  readonly #remember: (monitor: string) => void;
  #wanted: string | null;
  #tiling: Tiling | null = null;

  constructor(room: Room, wanted: string | null, remember: (monitor: string) => void) {
    this.#room = room;
    this.#wanted = wanted;
    this.#remember = remember;
  }

  get monitors(): readonly MonitorView[] {
    return this.#monitors;
  }

  /** The chosen monitor, else the last one that is not the primary, else the only one. */
  get monitor(): MonitorView | null {
    const chosen = this.#monitors.find((monitor) => monitor.id === this.#wanted);
    return chosen ?? this.#monitors.findLast((monitor) => !monitor.primary) ?? this.#monitors[0] ?? null;
  }

  /** `--force-device-scale-factor` for a Chrome that is launched now. */
  get scale(): number {
    return this.#tiling?.scale ?? 1;
  }

  async read(): Promise<void> {
    this.#monitors = await this.#room.ports.desktop.monitors();
    this.#tile();
  }

  /** @throws DockError `MONITOR_UNKNOWN` */
  async choose(id: string): Promise<void> {
    await this.read();
    if (!this.#monitors.some((monitor) => monitor.id === id)) {
      throw new DockError("MONITOR_UNKNOWN", `There is no monitor “${id}”.`);
    }
    this.#wanted = id;
    this.#remember(id);
    this.#tile();
    await this.arrange();
  }

  /** The cell of a slot on the screen, in pixels. */
  cellOf(slot: SlotRuntime): Rectangle | null {
    return slot.cell === null ? null : (this.#tiling?.cells[slot.cell] ?? null);
  }

  /** Gives the slot the cell it had, or the first that no open window has. */
  assign(slot: SlotRuntime): void {
    const taken = new Set(
      this.#room.slots.filter((other) => other !== slot && other.takesPlace).map((other) => other.cell),
    );
    if (slot.cell !== null && !taken.has(slot.cell)) return;
    const free = Array.from({ length: this.#room.settings.cap }, (_, index) => index).find(
      (index) => !taken.has(index),
    );
    for (const other of this.#room.slots) if (other !== slot && other.cell === free) other.cell = null;
    slot.cell = free ?? null;
  }

  /** Where a window of this slot goes, in the unit of DevTools window bounds. */
  boundsOf(slot: SlotRuntime): { left: number; top: number; width: number; height: number } | null {
    const cell = this.cellOf(slot);
    if (!cell) return null;
    const { x, y, width, height } = toBounds(cell, this.scale);
    return { left: x, top: y, width, height };
  }

  /** Puts one window into its cell, without activating it. */
  async place(slot: SlotRuntime, browser: Pick<LiveBrowser, "gate" | "windowId">): Promise<void> {
    const bounds = this.boundsOf(slot);
    if (!bounds) return;
    const { windowId } = browser;
    // Chrome takes a position only while the window is in its normal state.
    await browser.gate.room.command("Browser.setWindowBounds", { windowId, bounds: { windowState: "normal" } });
    await browser.gate.room.command("Browser.setWindowBounds", { windowId, bounds });
  }

  /** @returns how many windows were put into their cells */
  async arrange(): Promise<number> {
    const open = this.#room.slots.flatMap((slot) => (slot.browser ? [{ slot, browser: slot.browser }] : []));
    for (const { slot } of open) this.assign(slot);
    await Promise.allSettled(open.map(({ slot, browser }) => this.place(slot, browser)));
    this.#room.touch();
    return open.length;
  }

  #tile(): void {
    const { monitor } = this;
    this.#tiling = monitor ? tile(monitor.bounds, this.#room.settings.cap, monitor.scale) : null;
    this.#room.touch();
  }
}
