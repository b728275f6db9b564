import type { MonitorView } from "../../src/core/view/snapshot.ts";
import type { Desktop, FocusTaken, WindowLabel } from "../../src/main/engine/desktop-port.ts";

/** A monitor without panels. */
export function monitor(id: string, x: number, width = 1920, height = 1080): MonitorView {
  const bounds = { x, y: 0, width, height };
  return { id, name: id, bounds, workArea: bounds, scale: 1, primary: false };
}

/** A desktop that does at once what it is asked for, and remembers it. It outlives a control room, for restarts. */
export class FakeDesktop implements Desktop {
  guards = true;
  scalesWindows = true;
  list: readonly MonitorView[] = [monitor("M1", 0)];
  /** What is in front when a window is asked to the front. */
  front = { inFront: true, observed: true };
  /** Every request but for labels, in order, such as `guard 7`. */
  readonly asked: string[] = [];
  below: readonly number[] = [];
  readonly guarded = new Set<number>();
  readonly labels = new Map<number, WindowLabel>();
  /** @returns how many windows the process has */
  onAskToClose = (_: number): number => 1;
  #monitors = (): void => {};
  #taken = (_: FocusTaken): void => {};
  #left = (_: number): void => {};
  #changed = (_: number): void => {};

  async monitors(): Promise<readonly MonitorView[]> {
    return this.list;
  }

  onMonitorsChanged(listener: () => void): void {
    this.#monitors = listener;
  }

  guard(pid: number): void {
    this.asked.push(`guard ${pid}`);
    this.guarded.add(pid);
  }

  unguard(pid: number): void {
    this.asked.push(`unguard ${pid}`);
    this.guarded.delete(pid);
  }

  forget(pid: number): void {
    this.guarded.delete(pid);
    this.labels.delete(pid);
  }

  onFocusTaken(listener: (taken: FocusTaken) => void): void {
    this.#taken = listener;
  }

  onFocusLeft(listener: (pid: number) => void): void {
    this.#left = listener;
  }

  onWindowChanged(listener: (pid: number) => void): void {
    this.#changed = listener;
  }

  async bringToFront(pid: number): Promise<{ inFront: boolean; observed: boolean }> {
    this.asked.push(`front ${pid}`);
    return this.front;
  }

  async giveFocusBack(pid: number): Promise<void> {
    this.asked.push(`back ${pid}`);
  }

  async raise(pids: readonly number[]): Promise<void> {
    this.asked.push(`raise ${pids.join(" ")}`);
  }

  async keepBelow(pids: readonly number[]): Promise<void> {
    this.below = pids;
  }

  async askToClose(pid: number): Promise<number> {
    this.asked.push(`close ${pid}`);
    return this.onAskToClose(pid);
  }

  async hasWindow(): Promise<boolean> {
    return true;
  }

  label(pid: number, label: WindowLabel | null): void {
    if (label) this.labels.set(pid, label);
    else this.labels.delete(pid);
  }

  /** Monitors were plugged in or pulled. */
  has(...monitors: readonly MonitorView[]): void {
    this.list = monitors;
    this.#monitors();
  }

  takesFocus(taken: FocusTaken): void {
    this.#taken(taken);
  }

  /** The person goes from a window of this process to one of another. */
  focusLeaves(pid: number): void {
    this.#left(pid);
  }

  windowChanges(pid: number): void {
    this.#changed(pid);
  }
}
