import type { Clock } from "./ports.ts";

/** @returns what was waited for, or null when it did not come within so many milliseconds */
export function within<Value>(clock: Clock, milliseconds: number, wanted: Promise<Value>): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = clock.after(milliseconds, () => resolve(null));
  return Promise.race([wanted, promise]).finally(() => timer.cancel());
}
