import type { MonitorView, Rectangle, WallMode, WallView } from "../../../core/view/snapshot.ts";
import { foregroundRectangle, layOutWall, type WallCell, type WallLayout } from "../../../core/wall/layout.ts";
import { DockError } from "../../../shared/errors.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";

/** What the person chose for the wall; kept for the next start. */
export interface WallChoice {
  /** Id of the monitor; null for the one that is taken by default. */
  readonly monitor: string | null;
  readonly mode: WallMode;
  /** In place of the monitor's own scale, where the system does not tell it; null for the monitor's. */
  readonly scale: number | null;
}

export interface WallChange {
  readonly mode?: WallMode | undefined;
  /** Counted from 1. */
  readonly page?: number | undefined;
  /** A slot. */
  readonly large?: number | undefined;
}

/** The wall: which monitor the windows stand on, how they are laid out, and which cell each slot has (R20). */
export class Wall {
  readonly #room: Room;
  readonly #remember: (chosen: { monitor?: string; mode?: WallMode }) => void;
  readonly #scale: number | null;
  #monitors: readonly MonitorView[] = [];
  /** The monitor that the windows belong on, also while it is not connected. */
  #home: string | null;
  #mode: WallMode;
  #page = 0;
  #large: number | null = null;
  #layout: WallLayout | null = null;
  /** Of every monitor that was ever seen: one that is away can still be named. */
  readonly #names = new Map<string, string>();

  constructor(room: Room, choice: WallChoice, remember: (chosen: { monitor?: string; mode?: WallMode }) => void) {
    this.#room = room;
    this.#home = choice.monitor;
    this.#mode = choice.mode;
    this.#scale = choice.scale;
    this.#remember = remember;
  }

  get monitors(): readonly MonitorView[] {
    return this.#monitors;
  }

  /** The one that the windows belong on, else the last one that is not the primary, else the only one. */
  get monitor(): MonitorView | null {
    const home = this.#monitors.find((monitor) => monitor.id === this.#home);
    return home ?? this.#monitors.findLast((monitor) => !monitor.primary) ?? this.#monitors[0] ?? null;
  }

  /** `--force-device-scale-factor` for a Chrome that is launched now. */
  get scale(): number {
    return this.#room.ports.desktop.scalesWindows ? (this.#layout?.scale ?? 1) : 1;
  }

  view(): WallView {
    const { monitor } = this;
    const isHome = this.#home === null || monitor === null || monitor.id === this.#home;
    return {
      mode: this.#mode,
      page: (this.#layout?.page ?? 0) + 1,
      pages: this.#layout?.pages ?? 1,
      large: this.#hasLarge() ? this.#largeSlot() : null,
      monitor: monitor?.id ?? null,
      missing: isHome || this.#home === null ? null : (this.#names.get(this.#home) ?? this.#home),
      fits: this.#layout?.fits ?? true,
    };
  }

  /** Reads the monitors and lays the wall out for what there is now. */
  async read(): Promise<void> {
    this.#monitors = await this.#room.ports.desktop.monitors();
    for (const { id, name } of this.#monitors) this.#names.set(id, name);
    // A configuration may name it as the person knows it.
    this.#home = this.#monitors.find(({ name }) => name === this.#home)?.id ?? this.#home;
    // Where nothing was chosen the windows still belong somewhere: a monitor that comes later does not draw them over.
    this.#home ??= this.monitor?.id ?? null;
    this.layOut();
  }

  /** @throws DockError `MONITOR_UNKNOWN` */
  async choose(id: string): Promise<void> {
    await this.read();
    if (!this.#monitors.some((monitor) => monitor.id === id)) {
      throw new DockError("MONITOR_UNKNOWN", `There is no monitor “${id}”.`);
    }
    this.#home = id;
    this.#remember({ monitor: id });
    this.layOut();
  }

  change({ mode, page, large }: WallChange): void {
    if (mode !== undefined && mode !== this.#mode) {
      this.#mode = mode;
      this.#remember({ mode });
    }
    if (page !== undefined) this.#page = page - 1;
    if (large !== undefined) this.#large = large;
    for (const slot of this.#room.slots) {
      slot.chosenLarge = this.#mode === "large" && slot.slot === this.#large;
      slot.changed(true);
    }
    this.layOut();
  }

  /** Chromes that live keep the scale that they were started with, so the cells depend on them. */
  layOut(): void {
    const { monitor } = this;
    this.#layout = monitor
      ? layOutWall({
          area: monitor.workArea,
          monitorScale: this.#scale ?? monitor.scale,
          count: this.#cells(),
          mode: this.#mode,
          page: this.#page,
          large: this.#room.slots[(this.#largeSlot() ?? 0) - 1]?.cell ?? 0,
          liveScales: this.#scalesToHold(),
        })
      : null;
    if (this.#layout) this.#page = this.#layout.page;
    this.#room.touch();
  }

  /** One for each Chrome that may live. Where fewer may live than before, the ones that still do keep theirs. */
  #cells(): number {
    const used = this.#room.slots.flatMap((slot) => (slot.takesPlace && slot.cell !== null ? [slot.cell + 1] : []));
    return Math.max(this.#room.settings.cap, ...used);
  }

  /** Where a slot's window belongs, in pixels of the screen; null while it has no cell. */
  cellOf(slot: SlotRuntime): Rectangle | null {
    return this.#cell(slot)?.rectangle ?? null;
  }

  isInSight(slot: SlotRuntime): boolean {
    return this.#cell(slot)?.inSight ?? true;
  }

  /** Where a window stands that was brought to the front. */
  foreground(): Rectangle | null {
    return this.monitor ? foregroundRectangle(this.monitor.workArea) : null;
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

  #scalesToHold(): number[] {
    const live = this.#room.slots.flatMap(({ browser }) => (browser ? [browser.scale] : []));
    return this.#room.ports.desktop.scalesWindows ? live : [1];
  }

  #hasLarge(): boolean {
    if (this.#mode !== "large" || !this.#layout) return false;
    const sizes = this.#layout.cells.map(({ rectangle }) => rectangle.width * rectangle.height);
    // Where there is no room for a large one, all are alike, but for the pixels that a division leaves over.
    return sizes.length === 1 || Math.max(...sizes) > 1.2 * Math.min(...sizes);
  }

  #cell(slot: SlotRuntime): WallCell | null {
    return slot.cell === null ? null : (this.#layout?.cells[slot.cell] ?? null);
  }

  /** The chosen one, while it has a window; else the first that has. */
  #largeSlot(): number | null {
    const open = this.#room.slots.filter((slot) => slot.takesPlace);
    return (open.find(({ slot }) => slot === this.#large) ?? open[0])?.slot ?? null;
  }
}
