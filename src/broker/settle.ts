import { type Deadline, unlessLate } from "./deadline.ts";
import type { Watch } from "./watch.ts";

/**
 * One trip into the page and back: what its script dispatched in the same turn, and with a timer of 0, has been sent
 * when it returns. Only our own constant text is ever evaluated. Timers of a slot's Chrome are not throttled in the
 * background (launch flags).
 */
const shortTurn = "new Promise((done) => setTimeout(done, 0))";

/** Lets the page's script handle an answer and draw; the timer is for a tab that is not drawn, where no frame comes. */
const drawnTurn = "new Promise((done) => { setTimeout(done, 50); requestAnimationFrame(() => setTimeout(done, 0)); })";

/** A page whose script is busy is not waited for longer than this, in milliseconds. */
const turnMs = 1_000;

/**
 * How long reads may hold a result back, in milliseconds: they change nothing, but the snapshot should show what they
 * brought. A page that always loads something must not make every click slow.
 */
const readsMs = 1_000;

/** A page that sends again after every answer is looked at this many times; then the rest is stated as it stands. */
const rounds = 5;

/**
 * Returns when what an action started has been answered: no fixed time to settle, which would be too long for most
 * pages and too short for the one that matters.
 *
 * Waits for every request that may change something, and for a new main document until its DOM is loaded, until the
 * deadline; for other reads up to a second. Then once more, for requests that the page sent because of the answers.
 * Requests that begin later (a save that is delayed by a timer) are not seen: then the result says that none was seen.
 *
 * @param stopped something else decided: a dialog is open, the page is closed, the connection is lost
 */
export async function settle(watch: Watch, deadline: Deadline, stopped: () => boolean): Promise<void> {
  const { page } = watch;
  const readsUntil = performance.now() + readsMs;
  await turn(shortTurn, watch, deadline, stopped);
  for (let round = 0; round < rounds && !stopped(); round++) {
    const before = watch.seen.length;
    if (before === 0) return;
    const answered = await watch.until(() => stopped() || isAnswered(watch), deadline.working());
    if (!answered || stopped()) return;
    if (watch.seen.some((seen) => seen.main)) {
      // Rejects when the page is closed or stays loading; both are visible in the result.
      await page.waitForLoadState("domcontentloaded", { timeout: deadline.working() }).catch(() => undefined);
    }
    const readsLeft = Math.min(readsUntil - performance.now(), deadline.working());
    await watch.until(() => stopped() || watch.seen.every((seen) => seen.ended), Math.max(0, readsLeft));
    await turn(drawnTurn, watch, deadline, stopped);
    if (watch.seen.length === before) return;
  }
}

function isAnswered(watch: Watch): boolean {
  return watch.seen.every((seen) => {
    if (seen.kind === "read") return true;
    return seen.state !== "sent" && (!seen.main || seen.committed);
  });
}

async function turn(script: string, watch: Watch, deadline: Deadline, stopped: () => boolean): Promise<void> {
  const ms = Math.min(turnMs, deadline.working());
  let back = false;
  const trip = unlessLate(watch.page.evaluate(script), ms).then(() => {
    back = true;
    watch.wake();
  });
  await watch.until(() => back || stopped(), ms);
  // Stopped early: the page answers once its dialog is closed, or never, and nobody needs it.
  void trip;
}
