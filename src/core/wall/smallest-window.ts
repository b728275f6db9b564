import type { Rectangle } from "../view/snapshot.ts";

/**
 * Chrome makes no window with tabs smaller than this, in device-independent pixels; asked for less it gives this.
 * Measured with Chromium 156: 508 x 91 under openbox and xfwm4, at 17 scales from 0.5 to 2, rounded up to whole pixels
 * of the screen (254 x 46 at 0.5, 382 x 69 at 0.75, 762 x 137 at 1.5, 1016 x 182 at 2). On a desktop that composes its
 * windows (mutter) it is 532 x 129 (266 x 65 to 1064 x 258), 16 of it on each side, 10 above and 32 below an invisible
 * shadow. Which desktop it is is not known here, so it is the larger one. Windows that a page opens with features go
 * down to 142 x 36: what holds a slot's window holds its popups too.
 */
export const smallestWindow = { width: 532, height: 129 } as const;

/** Below this text can't be read at a glance, and Chrome draws its own buttons too small to hit. */
export const smallestScale = 0.5;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The smallest cell that holds Chrome's smallest window wherever it begins, in pixels of the screen: one
 * device-independent pixel more than the window, which is what rounding the cell inwards may cost.
 * @param scale `--force-device-scale-factor` of the Chrome
 */
export function smallestCell(scale: number): Size {
  return {
    width: Math.ceil((smallestWindow.width + 1) * scale),
    height: Math.ceil((smallestWindow.height + 1) * scale),
  };
}

/** Whether a window of this smallest size has room in every one of these rectangles. */
export function holds(rectangles: readonly Rectangle[], smallest: Size): boolean {
  return rectangles.every(({ width, height }) => width >= smallest.width && height >= smallest.height);
}
