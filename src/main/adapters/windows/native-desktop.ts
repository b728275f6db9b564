import { setTimeout as wait } from "node:timers/promises";
import type { MonitorView } from "../../../core/view/snapshot.ts";
import { DockError } from "../../../shared/errors.ts";
import type { Desktop } from "../../engine/desktop-port.ts";
import type { DisplaySource } from "./display-source.ts";
import type { NativeWindow, NativeWindows } from "./native-windows.ts";

/** Windows and macOS activate another program's window a little later, and tell nobody: it is looked for, for a second. */
const looks = 20;
const pauseMs = 50;

/**
 * The person's desktop on Windows and macOS. It places no window (DevTools does), and keeps none from the keyboard:
 * the means of X11 for that are missing, so it says `guards: false`. What only a guard or an event of the system could
 * tell is never told: {@link onFocusTaken}, {@link onFocusLeft}, {@link onWindowChanged}.
 */
export class NativeDesktop implements Desktop {
  readonly guards = false;
  readonly scalesWindows: boolean;
  readonly #windows: NativeWindows;
  readonly #displays: DisplaySource;
  readonly #pause: () => Promise<void>;
  /** The person's window that had the keyboard before one of the process was brought to the front, by process. */
  readonly #before = new Map<number, NativeWindow>();
  readonly #subscriptions: (() => void)[] = [];

  constructor(
    windows: NativeWindows,
    displays: DisplaySource,
    options: { readonly scalesWindows: boolean; readonly pause?: (() => Promise<void>) | undefined },
  ) {
    const { scalesWindows, pause = () => wait(pauseMs) } = options;
    this.scalesWindows = scalesWindows;
    this.#windows = windows;
    this.#displays = displays;
    this.#pause = pause;
  }

  async monitors(): Promise<readonly MonitorView[]> {
    return this.#displays.list();
  }

  onMonitorsChanged(listener: () => void): void {
    this.#subscriptions.push(this.#displays.onChanged(listener));
  }

  guard(): void {}

  unguard(): void {}

  forget(pid: number): void {
    this.#before.delete(pid);
  }

  onFocusTaken(): void {}

  onFocusLeft(): void {}

  onWindowChanged(): void {}

  /** @throws DockError `SLOT_NOT_LIVE` when the process has no window; `DISPLAY_MISSING`, see {@link NativeWindows} */
  async bringToFront(pid: number): Promise<{ readonly inFront: boolean; readonly observed: boolean }> {
    const window = this.#windows.list().find((each) => each.pid === pid);
    if (window === undefined) throw new DockError("SLOT_NOT_LIVE", `Process ${pid} has no window on the screen.`);
    this.#rememberWhatIsInFront(pid);
    this.#windows.restore(window);
    this.#windows.activate(window);
    for (let left = looks; ; left -= 1) {
      const active = this.#windows.active();
      if (active?.pid === pid) return { inFront: true, observed: true };
      if (left === 0) return { inFront: false, observed: active !== null };
      await this.#pause();
    }
  }

  async giveFocusBack(pid: number): Promise<void> {
    const former = this.#before.get(pid);
    if (former === undefined || this.#windows.active()?.pid !== pid) return;
    this.#before.delete(pid);
    const isThere = this.#windows.list().some((each) => each.id === former.id && each.pid === former.pid);
    if (isThere) this.#windows.activate(former);
  }

  async raise(pids: readonly number[]): Promise<void> {
    const found = this.#windows.list();
    for (const pid of pids) {
      // From the bottom up, so that a process's windows stay in their order.
      for (const window of found.filter((each) => each.pid === pid).reverse()) this.#windows.raise(window);
    }
  }

  async keepBelow(): Promise<void> {}

  async askToClose(pid: number): Promise<number> {
    const open = this.#windows.list().filter((each) => each.pid === pid);
    return open.filter((window) => this.#windows.close(window)).length;
  }

  async hasWindow(pid: number, milliseconds: number): Promise<boolean> {
    for (let left = Math.ceil(milliseconds / pauseMs); ; left -= 1) {
      if (this.#windows.list().some((each) => each.pid === pid)) return true;
      if (left <= 0) return false;
      await this.#pause();
    }
  }

  label(): void {}

  close(): void {
    for (const end of this.#subscriptions.splice(0)) end();
  }

  /** A window that was itself brought to the front is a slot's: the person's is the one that had been there before. */
  #rememberWhatIsInFront(pid: number): void {
    const active = this.#windows.active();
    if (active === null || active.pid === pid) return;
    this.#before.set(pid, this.#before.get(active.pid) ?? active);
  }
}
