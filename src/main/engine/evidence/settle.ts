import type { Clock } from "../ports.ts";
import { within } from "../within.ts";
import type { ActionWatch } from "./action-watch.ts";
import type { Observer } from "./observer.ts";

/**
 * How long reads may hold a result back, in milliseconds: they change nothing, but the snapshot should show what they
 * brought. A page that always loads something must not make every click slow.
 */
const readsMs = 1_000;

/**
 * How long a message that the page sent over a WebSocket may wait for one to come back, in milliseconds. There is no
 * answer that could be told from another message, so more waiting would only look like more knowledge.
 */
const socketMs = 1_000;

export interface Settling {
  readonly watch: ActionWatch;
  readonly observer: Observer;
  readonly clock: Clock;
  /** Milliseconds since the Unix epoch; what is unanswered then is stated as it stands. */
  readonly deadline: number;
  /** Nothing more will come of waiting: a dialog is open, the page is closed, control changed. */
  stopped(): boolean;
}

/**
 * Returns when what an action started has been answered: no fixed time to settle, which would be too long for most
 * pages and too short for the one that matters.
 *
 * A trip into the page first, so that whatever its script sent in the same turn is known. Then every request that may
 * change something, and a new document of the tab, until the deadline; other reads up to a second. What begins later (a
 * save that a timer delays) is not waited for: it is told as evidence that came later.
 * @returns whether the page answered at all. One that did not may still be about to send something, so that "no request
 * was seen" would say too much.
 */
export async function settle({ watch, observer, clock, deadline, stopped }: Settling): Promise<boolean> {
  const left = () => deadline - clock.now();
  let answers = false;
  const arrive = () => {
    answers = true;
    watch.wake();
  };
  // Rejects when the document changes or the tab is closed: that is an answer as well.
  observer.turn(watch.log.tabs).then(arrive, arrive);
  await watch.until(() => answers || stopped() || watch.leaves(), left());
  await watch.until(() => stopped() || watch.isAnswered(), left());
  await watch.until(() => stopped() || watch.socketsAnswered(), Math.min(left(), socketMs));
  await watch.until(() => stopped() || watch.readsEnded(), Math.min(left(), readsMs));
  return answers || watch.leaves();
}

/**
 * The same for an action that was cut off: what it had written is in Chrome, and may still send something. Waits only
 * for the trip into the page, so that it is known what was sent.
 */
export async function flush(
  { watch, observer, clock }: Pick<Settling, "watch" | "observer" | "clock">,
  milliseconds: number,
): Promise<boolean> {
  const turn = observer.turn(watch.log.tabs).then(
    () => true,
    () => true,
  );
  return (await within(clock, milliseconds, turn)) !== null;
}
