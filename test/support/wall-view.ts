import type { FocusGuardView, WallView, WindowView } from "../../src/core/view/snapshot.ts";

/** A grid on no monitor yet, for tests of what draws or tells the wall. */
export function wallView(more: Partial<WallView> = {}): WallView {
  return { mode: "grid", page: 1, pages: 1, large: null, monitor: null, missing: null, fits: true, ...more };
}

/** A guard that has seen nothing. */
export function focusGuardView(more: Partial<FocusGuardView> = {}): FocusGuardView {
  return { present: true, taken: 0, reversed: 0, lastAt: null, ...more };
}

/** A window that stands in its cell as usual. */
export function windowView(more: Partial<WindowView> = {}): WindowView {
  return { place: "cell", guarded: true, inSight: true, throttled: false, ...more };
}
