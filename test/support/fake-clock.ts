import type { Clock } from "../../src/main/engine/ports.ts";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Lets everything that is ready happen: all promises that can settle have settled afterwards. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until the test moves it. */
export class FakeClock implements Clock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): { cancel(): void } {
    const timer: Timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  /** Moves on, runs what falls due in its order, and lets each have its consequences. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.run();
      await settle();
    }
    this.#now = end;
  }

  /** The process that had these timers is gone. */
  drop(): void {
    this.#timers.clear();
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }
}
