import type { Clock } from "../../engine/ports.ts";

/** Monotonic within a run, so that the steps of a receipt are in order even when the wall clock is set. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return { cancel: () => clearTimeout(timer) };
  },
};
