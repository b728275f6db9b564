import type { Rectangle } from "../view/snapshot.ts";

/**
 * The wall counts in pixels of the screen. DevTools window bounds count in device-independent pixels of the one Chrome
 * that is asked: pixels divided by its `--force-device-scale-factor`. Converted here and nowhere else (R20).
 *
 * Both ways round inwards. Chrome itself rounds outwards, to whole pixels when it places a window and to whole
 * device-independent ones when it states where one is (measured, Chromium 156, scales 0.5 to 1.75): a window then never
 * leaves its cell, and up to scale 1 it fills the cell, and is read back, to the pixel. Above, each edge may be one
 * device-independent pixel off.
 */

/** Far less than a pixel, far more than what a division such as 352 / 0.55 is off by. */
const epsilon = 1e-6;

/** What to ask Chrome for, so that the window stays within these pixels. */
export function toBounds(pixels: Rectangle, scale: number): Rectangle {
  return inwards(pixels, 1 / scale);
}

/** What DevTools states of a window, in pixels of the screen. */
export function toPixels(bounds: Rectangle, scale: number): Rectangle {
  return inwards(bounds, scale);
}

function inwards(from: Rectangle, factor: number): Rectangle {
  // Adding 0 makes 0 of the -0 that rounding up may give.
  const x = Math.ceil(from.x * factor - epsilon) + 0;
  const y = Math.ceil(from.y * factor - epsilon) + 0;
  return {
    x,
    y,
    width: Math.floor((from.x + from.width) * factor + epsilon) - x,
    height: Math.floor((from.y + from.height) * factor + epsilon) - y,
  };
}
