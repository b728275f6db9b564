import type { Rectangle } from "../view/snapshot.ts";

/**
 * A window is moved by its top strip; what is needed of it to find and grab it, in pixels of the screen: 96 is two
 * fingers of a touch screen or an unhurried mouse, 16 of the top 24 is most of a tab strip at the smallest scale (20).
 */
const strip = { height: 24, leastHeight: 16, leastWidth: 96 } as const;

/**
 * Whether a person can't get hold of a window any more, for instance because its monitor was unplugged: on no single
 * monitor enough of its top strip is in sight. Of a window narrower or lower than what is needed, all of it is.
 */
export function isOffScreen(window: Rectangle, monitors: readonly { readonly bounds: Rectangle }[]): boolean {
  const height = Math.min(strip.height, window.height);
  return !monitors.some(({ bounds }) => {
    const width = shared(window.x, window.width, bounds.x, bounds.width);
    const seen = shared(window.y, height, bounds.y, bounds.height);
    return width >= Math.min(strip.leastWidth, window.width) && seen >= Math.min(strip.leastHeight, height);
  });
}

/**
 * Whether a window is where it was put.
 * @param tolerance pixels by which each edge may differ: Chrome and window managers round
 */
export function sameRectangle(one: Rectangle, other: Rectangle, tolerance: number): boolean {
  return (
    Math.abs(one.x - other.x) <= tolerance &&
    Math.abs(one.y - other.y) <= tolerance &&
    Math.abs(one.x + one.width - other.x - other.width) <= tolerance &&
    Math.abs(one.y + one.height - other.y - other.height) <= tolerance
  );
}

/** The length that two spans have in common; 0 or less when they have none. */
function shared(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);
}
