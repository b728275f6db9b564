import type { FocusGuardView, RoomView, WallMode, WallView } from "./snapshot.ts";

/** What is said about the wall and the keyboard, in the window and on the command line alike (R11, R20, R21). */

export interface ModeWords {
  readonly label: string;
  readonly does: string;
}

const modes: Readonly<Record<WallMode, ModeWords>> = {
  grid: { label: "Grid", does: "all windows at once" },
  pages: {
    label: "Four at a time",
    does: "four windows are in sight, the others are covered until their page is shown",
  },
  large: { label: "One large", does: "one window is large, the others stand in a strip" },
};

export function modeWords(mode: WallMode): ModeWords {
  return modes[mode];
}

/** How the windows are laid out now. */
export function wallWords({ mode, page, pages, large }: WallView): string {
  switch (mode) {
    case "grid":
      return "all windows in a grid";
    case "pages":
      return `four windows at a time, ${pageWords({ page, pages })}`;
    case "large":
      return large === null ? "one window large, and none is open" : `slot ${large} large, the others in a strip`;
    default:
      return mode satisfies never;
  }
}

export function pageWords({ page, pages }: Pick<WallView, "page" | "pages">): string {
  return `page ${page} of ${pages}`;
}

/** That windows cover parts of each other; null while all have room. */
export function crowdedSentence({ fits, mode }: Pick<WallView, "fits" | "mode">): string | null {
  if (fits) return null;
  const way = mode === "pages" ? "" : ` “${modeWords("pages").label}” gives each of them more.`;
  return `The monitor has no room for all windows: some cover parts of others.${way}`;
}

/** What came of laying the windows out. */
export function placedSentence(windows: number): string {
  if (windows === 0) return "No window is open, so none was placed.";
  return windows === 1 ? "1 window was placed." : `${windows} windows were placed.`;
}

/** The name of a monitor, or its id while nothing else of it is known. */
export function monitorName({ monitors }: Pick<RoomView, "monitors">, id: string): string {
  return monitors.find((monitor) => monitor.id === id)?.name ?? id;
}

/** That the chosen monitor is away, and what that means for the windows (R20); null while it is there. */
export function missingMonitor(
  room: Pick<RoomView, "wall" | "monitors">,
): { readonly what: string; readonly next: string } | null {
  const { missing, monitor } = room.wall;
  if (missing === null) return null;
  const away = `${monitorName(room, missing)} is not connected`;
  if (monitor === null) return { what: `${away}, and no other monitor is.`, next: "Connect a monitor." };
  const meanwhile = monitorName(room, monitor);
  return {
    what: `${away}; the windows stand on ${meanwhile} meanwhile.`,
    next: `They go back when it is connected again. To keep them there, choose ${meanwhile} as the wall in the control room.`,
  };
}

export interface FocusGuardWords {
  readonly count: string;
  /** What the figures mean for what the person types. */
  readonly means: string;
  /** Whether keys may go, or may have gone, to a page. */
  readonly warns: boolean;
}

/** R21: what is known of the keyboard. A window that was not seen to give it back is never counted as if it had. */
export function focusGuardWords({ present, taken, reversed }: FocusGuardView): FocusGuardWords {
  if (!present) {
    const why = "this system offers no way to do it, or the configuration switches it off";
    return {
      count: "No focus guard",
      means: `Nothing keeps an agent's window from taking the keyboard: ${why}. What you type may go to a page.`,
      warns: true,
    };
  }
  const rule = "Windows that you do not hold are kept from taking the keyboard.";
  if (taken === 0) {
    return {
      count: "Keyboard: 0 taken",
      means: `${rule} Since the control room started, none was seen to take it.`,
      warns: false,
    };
  }
  const lost = taken - reversed;
  const back =
    lost <= 0
      ? "Each time it was seen to be given back."
      : `It was not seen to be given back ${times(lost)}: what you typed then may have gone to a page.`;
  return {
    count: `Keyboard: ${taken} taken, ${reversed} given back`,
    means: `${rule} Since the control room started, it was taken nevertheless ${times(taken)}. ${back}`,
    warns: lost > 0,
  };
}

function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${count} times`;
}
