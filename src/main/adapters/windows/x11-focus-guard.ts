import type { XEvent } from "x11";
import type { FocusTaken } from "../../engine/desktop-port.ts";
import { ignoreLoss, type X11Connection } from "./x11-connection.ts";
import { openFocusHints, type X11FocusHints } from "./x11-focus-hints.ts";
import { isFocusChange, X11FocusReturn } from "./x11-focus-return.ts";
import { openManager } from "./x11-manager.ts";
import { openOwners, type X11Owners } from "./x11-owners.ts";
import { X11PersonFocus } from "./x11-person-focus.ts";
import { openSlotWindows, type SlotWindow, type X11SlotWindows } from "./x11-slot-windows.ts";
import type { X11Windows } from "./x11-windows.ts";

/** A window that takes the keyboard within this time after its birth was given it because it is new, milliseconds. */
const newFor = 1_500;

/** A window manager that gives a window the keyboard again and again is answered so often in this time, and no more. */
const answersAtMost = { count: 40, withinMs: 2_000 } as const;

interface Parts {
  readonly connection: X11Connection;
  readonly windows: X11Windows;
  readonly owners: X11Owners;
  readonly slots: X11SlotWindows;
  readonly hints: X11FocusHints;
}

/**
 * Keeps the windows of guarded processes from the keyboard (R21), in two lines. The first: each window says from its
 * birth on that it takes no keys, and window managers then don't give it any. The second, for those that do so all
 * the same (mutter, metacity): the keyboard goes back to the person's window at once. A change to a window that is
 * not guarded is the person's own doing, and stays.
 */
export class X11FocusGuard {
  readonly #windows: X11Windows;
  readonly #slots: X11SlotWindows;
  readonly #hints: X11FocusHints;
  readonly #person: X11PersonFocus;
  readonly #return: X11FocusReturn;
  readonly #guarded = new Set<number>();
  readonly #takenListeners = new Set<(taken: FocusTaken) => void>();
  readonly #leftListeners = new Set<(pid: number) => void>();
  #answers: readonly number[] = [];
  /** The guarded window that has the keyboard at this moment, until it is back. */
  #thief: number | null = null;
  /** The unguarded process whose window is active. */
  #holder: number | null = null;

  constructor({ connection, windows, owners, slots, hints }: Parts) {
    this.#windows = windows;
    this.#slots = slots;
    this.#hints = hints;
    this.#person = new X11PersonFocus(connection, owners, windows, (window) => this.#isGuardedAt(window));
    this.#return = new X11FocusReturn(connection, windows, this.#person);
    slots.onFound((window) => this.#found(window));
    slots.onMistaken((window) => hints.write(window.id, true));
    connection.onEvent((event) => this.#hear(event));
    windows.onActiveChanged(() => ignoreLoss(this.#activeChanged()));
  }

  /** Where the person is, at the start. */
  async look(): Promise<void> {
    await this.#activeChanged();
  }

  guard(pid: number): void {
    this.#guarded.add(pid);
    if (this.#holder === pid) this.#holder = null;
    this.#slots.follow(pid);
    for (const { id, isMenu } of this.#slots.ofProcess(pid)) if (!isMenu) this.#hints.write(id, false);
  }

  unguard(pid: number): void {
    this.#guarded.delete(pid);
    this.#slots.follow(pid);
    for (const { id, isMenu } of this.#slots.ofProcess(pid)) if (!isMenu) this.#hints.write(id, true);
    // It may be active already: then no event says so.
    ignoreLoss(this.#activeChanged());
  }

  forget(pid: number): void {
    this.#guarded.delete(pid);
    if (this.#holder === pid) this.#holder = null;
    this.#slots.forget(pid);
  }

  onFocusTaken(listener: (taken: FocusTaken) => void): void {
    this.#takenListeners.add(listener);
  }

  onFocusLeft(listener: (pid: number) => void): void {
    this.#leftListeners.add(listener);
  }

  /** @throws DockError `DISPLAY_MISSING` */
  async giveFocusBack(pid: number): Promise<void> {
    const isOfProcess = (window: number) => this.#slots.processAt(window) === pid;
    const [focus, active] = await Promise.all([this.#person.focus(), this.#windows.active()]);
    if (![focus, active].some((window) => window !== null && isOfProcess(window))) return;
    const place = this.#person.current(isOfProcess);
    if (place === null) return;
    const arrived = this.#return.arrived(place);
    this.#return.send(place);
    await arrived;
  }

  #found({ id, pid, bornAt, isMenu }: SlotWindow): void {
    if (isMenu) return;
    // Read before it is written, in case the window's program was quicker.
    this.#repair(id);
    if (this.#guarded.has(pid) && bornAt !== null) this.#hints.write(id, false);
  }

  #hear(event: XEvent): void {
    const { wid = 0 } = event;
    if (event.name === "PropertyNotify" && this.#hints.concerns(event.atom)) this.#repair(wid);
    else if (event.name === "DestroyNotify") this.#hints.forget(wid);
    else if (isFocusChange(event)) {
      if (event.name === "FocusIn" && this.#isGuardedAt(wid)) this.#taken(wid);
      // Sooner than the window manager's word, which takes 30–140 ms: keys would be lost by then.
      else if (event.name === "FocusOut" && this.#person.has(wid)) ignoreLoss(this.#focusChanged());
    }
  }

  /** An agent's window may have it: of which the event of that window itself may be missed, when its frame is new. */
  async #focusChanged(): Promise<void> {
    const focus = await this.#person.focus();
    if (focus === null) return;
    if (this.#isGuardedAt(focus)) this.#taken(focus);
    else this.#person.focusChanged(focus);
  }

  async #activeChanged(): Promise<void> {
    const active = await this.#person.activeChanged();
    if (active === null) return;
    const pid = this.#slots.processAt(active);
    if (pid !== null && this.#guarded.has(pid)) return;
    const before = this.#holder;
    this.#holder = pid;
    if (before !== null && before !== pid) for (const listener of this.#leftListeners) listener(before);
  }

  #taken(at: number): void {
    const place = this.#person.current();
    if (place === null || !this.#mayAnswer()) return;
    const isNew = this.#thief === null;
    const thief = this.#slots.at(at);
    const arrived = isNew ? this.#return.arrived(place) : null;
    this.#thief = at;
    this.#return.send(place);
    if (arrived === null) return;
    ignoreLoss(
      arrived.then(async (backAfterMs) => {
        this.#thief = null;
        const pid = thief?.pid ?? this.#slots.processAt(at);
        if (pid === null) return;
        const sort = await this.#windows.sortOf(thief?.id ?? at);
        const born = thief?.bornAt ?? null;
        const cause = born !== null && performance.now() - born < newFor ? "new_window" : "existing_window";
        for (const listener of this.#takenListeners) listener({ pid, cause, sort, backAfterMs });
      }),
    );
  }

  #mayAnswer(): boolean {
    const now = performance.now();
    const recent = this.#answers.filter((at) => now - at < answersAtMost.withinMs);
    this.#answers = recent;
    if (recent.length >= answersAtMost.count) return false;
    this.#answers = [...recent, now];
    return true;
  }

  #isGuardedAt(window: number): boolean {
    const pid = this.#slots.processAt(window);
    return pid !== null && this.#guarded.has(pid);
  }

  #repair(window: number): void {
    const wanted = () => {
      const known = this.#slots.get(window);
      return known === undefined || known.isMenu ? null : !this.#guarded.has(known.pid);
    };
    if (wanted() !== null) ignoreLoss(this.#hints.repair(window, wanted));
  }
}

/** @throws DockError `DISPLAY_MISSING` when the connection is lost meanwhile */
export async function openFocusGuard(
  connection: X11Connection,
  windows: X11Windows,
): Promise<{ readonly guard: X11FocusGuard; readonly slots: X11SlotWindows }> {
  const [owners, manager] = await Promise.all([openOwners(connection), openManager(connection)]);
  const hints = await openFocusHints(connection, () => manager.framesTakeKeys);
  const slots = await openSlotWindows(connection, owners);
  const guard = new X11FocusGuard({ connection, windows, owners, slots, hints });
  await guard.look();
  return { guard, slots };
}
