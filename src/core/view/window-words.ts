import type { SlotView, WindowView } from "./snapshot.ts";

/** What is said about one slot's window, on its card, in the inspector and on the command line alike (R20, R21). */

export interface WindowSign {
  readonly kind: "moved" | "foreground" | "minimised" | "fullscreen" | "covered" | "throttled" | "unguarded";
  readonly word: string;
  readonly means: string;
}

const places: Readonly<Record<WindowView["place"], WindowSign | null>> = {
  cell: null,
  moved: {
    kind: "moved",
    word: "moved by you",
    means: "You moved or resized its window; it stays so until the windows are arranged.",
  },
  foreground: {
    kind: "foreground",
    word: "foreground",
    means: "Its window is large and on top, because you asked for it.",
  },
  minimised: { kind: "minimised", word: "minimised", means: "Its window is minimised." },
  fullscreen: { kind: "fullscreen", word: "fullscreen", means: "Its window fills the whole screen." },
};

const covered: WindowSign = {
  kind: "covered",
  word: "covered",
  means: "Its window is on another page of the wall; the windows of this one cover it.",
};

const throttled: WindowSign = {
  kind: "throttled",
  word: "its pages are paused",
  means: "None of its pages is being painted: Chrome slows their scripts down, and work in them may stall.",
};

const unguarded: WindowSign = {
  kind: "unguarded",
  word: "may take the keyboard",
  means: "Its window is not kept from taking the keyboard now, and an agent works in it.",
};

/**
 * Where a slot's window is not as usual; empty for one that stands in its cell, in sight and guarded.
 * @param guardPresent false where no window is guarded at all: that is said once for the room, not on every slot
 */
export function windowSigns(
  { window, holder }: Pick<SlotView, "window" | "holder">,
  guardPresent: boolean,
): readonly WindowSign[] {
  if (window === null) return [];
  const isOnWall = window.place === "cell" || window.place === "moved";
  const mayTake = guardPresent && !window.guarded && holder.kind === "agent";
  return [
    places[window.place],
    isOnWall && !window.inSight ? covered : null,
    window.throttled === true ? throttled : null,
    mayTake ? unguarded : null,
  ].filter((sign) => sign !== null);
}

export interface Shown {
  readonly inFront: boolean;
  readonly observed: boolean;
  readonly returned: boolean;
}

/** What came of “Foreground”, or of its way back. */
export function foregroundSentence(slot: number, { inFront, observed, returned }: Shown): string {
  const window = `The window of slot ${slot}`;
  if (returned) {
    return observed
      ? `${window} is back in its place.`
      : `${window} was sent back to its place; whether it went can't be seen here.`;
  }
  if (!observed) return `${window} was asked to come to the front; whether it did can't be seen here.`;
  return inFront
    ? `${window} is in front.`
    : `${window} was asked to come to the front, and the desktop left it behind.`;
}
