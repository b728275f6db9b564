/** What a key asks for. */
export type KeyIntent =
  | { readonly kind: "select"; readonly slot: number }
  | { readonly kind: "foreground" }
  | { readonly kind: "take_over" }
  | { readonly kind: "hand_back" }
  | { readonly kind: "next_need" }
  | { readonly kind: "ways" }
  | { readonly kind: "queue" }
  | { readonly kind: "targets" }
  | { readonly kind: "make_room" }
  | { readonly kind: "settings" }
  | { readonly kind: "help" }
  | { readonly kind: "close" }
  | WallIntent;

/** What a key asks for about the wall as a whole, or about the size of one window on it. */
export type WallIntent =
  | { readonly kind: "arrange" }
  | { readonly kind: "next_mode" }
  | { readonly kind: "page"; readonly step: 1 | -1 }
  | { readonly kind: "make_large" };

/** A key press, as far as the mapping needs it. */
export interface Press {
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  /** The key is held down: must not take over or hand back twice. */
  readonly repeat: boolean;
  /** Where the focus is: typing takes every key but Escape; a control takes Enter for itself. */
  readonly focus: "page" | "control" | "typing";
  /** Or another dialog. */
  readonly helpOpen: boolean;
  readonly targetsOpen: boolean;
}

/** The list that the help shows, in the order of use. */
export const keyHelp: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: "1 … 9, 0", does: "Select slot 1 … 9, 10" },
  { keys: "T", does: "Take over the selected slot, at once" },
  { keys: "H", does: "Write a note for the agent; Enter hands back" },
  { keys: "Enter", does: "Bring the selected slot's window to the front, or put it back" },
  { keys: "N", does: "Go to the next slot that needs you, the most urgent first" },
  { keys: "W", does: "Go to what you can do: quarantine, parked lease" },
  { keys: "Q", does: "Go to the queue" },
  { keys: "B", does: "Which login target belongs to which slot, and the way to change that" },
  { keys: "R", does: "Make room: see which slot could be reclaimed, and what would be lost" },
  { keys: "A", does: "Arrange: every window into its cell" },
  { keys: "G", does: "Next way to lay the windows out: grid, four at a time, one large" },
  { keys: "[ and ]", does: "Previous and next page of the wall, four windows a page" },
  { keys: "L", does: "Make the selected slot's window the large one" },
  { keys: ",", does: "Settings: the configuration file, with its faults by line" },
  { keys: "?", does: "This help" },
  { keys: "Esc", does: "Leave a field, take back “Discard”, close what is open, then unselect" },
];

/** @returns what the key asks for, or null when it is not ours */
export function keyIntent(press: Press): KeyIntent | null {
  if (press.ctrl || press.alt || press.meta || press.repeat) return null;
  if (press.key === "Escape") return { kind: "close" };
  if (press.focus === "typing") return null;
  // Behind an open list of targets nothing else can be done.
  if (press.targetsOpen) return press.key.toLowerCase() === "b" ? { kind: "targets" } : null;
  if (press.key === "?") return { kind: "help" };
  if (press.helpOpen) return null;
  if (press.key === "Enter") return press.focus === "page" ? { kind: "foreground" } : null;
  if (/^[0-9]$/.test(press.key)) return { kind: "select", slot: press.key === "0" ? 10 : Number(press.key) };
  switch (press.key.toLowerCase()) {
    case "t":
      return { kind: "take_over" };
    case "h":
      return { kind: "hand_back" };
    case "n":
      return { kind: "next_need" };
    case "w":
      return { kind: "ways" };
    case "q":
      return { kind: "queue" };
    case "b":
      return { kind: "targets" };
    case ",":
      return { kind: "settings" };
    case "r":
      return { kind: "make_room" };
    case "a":
      return { kind: "arrange" };
    case "g":
      return { kind: "next_mode" };
    case "[":
      return { kind: "page", step: -1 };
    case "]":
      return { kind: "page", step: 1 };
    case "l":
      return { kind: "make_large" };
    default:
      return null;
  }
}
