import x11, { type XEvent } from "x11";
import type { WindowWitness } from "../support/window-witness.ts";

/** The person's window did not have the keyboard, or was not the active one, which may come one without the other. */
export interface Loss {
  readonly at: number;
  keyboard: boolean;
  active: boolean;
  /** Milliseconds until both were back; null as long as they are not. */
  lasted: number | null;
  /** The person had to fetch it back. */
  fetched: boolean;
}

export interface FocusWitness {
  readonly losses: readonly Loss[];
  /** Times that someone grabbed the whole keyboard, which is no loss of the focus but of keys. */
  grabs(): number;
  /** Whether nothing is lost now. */
  isCalm(): boolean;
}

/** So long until a person has noticed and has the hand at the mouse, milliseconds. */
const notices = 1_000;

const grabs: readonly (number | undefined)[] = [1];
const grabEnds: readonly (number | undefined)[] = [1, 2];
/** Details of focus events that are about this very window: towards an ancestor, or a window elsewhere. */
const own: readonly (number | undefined)[] = [0, 3];

/**
 * Watches the person's window from outside of the control room: its focus events, and which window is active. After a
 * while the person fetches the keyboard back, as at a click in the taskbar: a loss would hide all that come after it.
 */
export function watchFocus(witness: WindowWitness, person: number): FocusWitness {
  const { connection } = witness;
  connection.post((client) => client.ChangeWindowAttributes(person, { eventMask: x11.eventMask.FocusChange }));
  const losses: Loss[] = [];
  let open: Loss | null = null;
  let hasKeyboard = true;
  let grabbed = 0;

  const fetchBack = async (loss: Loss): Promise<void> => {
    if (loss !== open || connection.lost) return;
    loss.fetched = true;
    await witness.windows.askToActivate(person);
    setTimeout(() => fetchLater(loss), notices);
  };
  const fetchLater = (loss: Loss) => void fetchBack(loss).catch(() => {});

  const look = () => {
    const isActive = witness.active() === person;
    if (hasKeyboard && isActive) {
      if (open) open.lasted = performance.now() - open.at;
      open = null;
      return;
    }
    if (!open) {
      const loss: Loss = { at: performance.now(), keyboard: false, active: false, lasted: null, fetched: false };
      open = loss;
      losses.push(loss);
      setTimeout(() => fetchLater(loss), notices);
    }
    open.keyboard ||= !hasKeyboard;
    open.active ||= !isActive;
  };

  witness.onActive(look);
  connection.onEvent((event: XEvent) => {
    if (event.wid !== person || (event.name !== "FocusOut" && event.name !== "FocusIn")) return;
    if (event.name === "FocusOut" && grabs.includes(event.mode)) grabbed += 1;
    if (grabEnds.includes(event.mode) || !own.includes(event.detail)) return;
    hasKeyboard = event.name === "FocusIn";
    look();
  });
  return { losses, grabs: () => grabbed, isCalm: () => open === null };
}
