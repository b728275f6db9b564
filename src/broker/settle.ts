import type { Deadline } from "./deadline.ts";
import type { Watch } from "./watch.ts";

/**
 * One trip into the page and back: what its script dispatched in the same turn, and with a timer of 0, has been sent
 * when it returns. Only our own constant text is ever evaluated. Timers of a slot's Chrome are not throttled in the
 * background (launch flags).
 */
const shortTurn = "new Promise((done) => setTimeout(done, 0))";

/** Lets the page's script handle an answer and draw; the timer is for a tab that is not drawn, where no frame comes. */
const drawnTurn = "new Promise((done) => { setTimeout(done, 50); requestAnimationFrame(() => setTimeout(done, 0)); })";

/** How long a page may take to show an answer that has come, in milliseconds. */
const drawnMs = 1_000;

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
 * @param stopped something else decided: a dialog is open, or the page is closed (also by a lost connection)
 * @returns whether the page answered at all. One that didn't (its script is busy) may still be about to send something,
 * so that "no request was seen" would say too much.
 */
export async function settle(watch: Watch, deadline: Deadline, stopped: () => boolean): Promise<boolean> {
  const { page } = watch;
  const readsUntil = performance.now() + readsMs;
  const leaves = () => watch.seen.some((seen) => seen.main);
  const answers = await turn(shortTurn, watch, () => stopped() || leaves(), deadline.working());
  for (let round = 0; round < rounds && !stopped(); round++) {
    const before = watch.seen.length;
    if (before === 0) return answers;
    const answered = await watch.until(() => stopped() || isAnswered(watch), deadline.working());
    if (!answered || stopped()) break;
    if (leaves()) {
      // Rejects when the page is closed or stays loading; both are visible in the result.
      await page.waitForLoadState("domcontentloaded", { timeout: deadline.working() }).catch(() => undefined);
    }
    const readsLeft = Math.min(readsUntil - performance.now(), deadline.working());
    await watch.until(() => stopped() || watch.seen.every((seen) => seen.ended), Math.max(0, readsLeft));
    await turn(drawnTurn, watch, stopped, Math.min(drawnMs, deadline.working()));
    if (watch.seen.length === before) break;
  }
  return answers || leaves();
}

function isAnswered(watch: Watch): boolean {
  return watch.seen.every((seen) => {
    if (seen.kind === "read") return true;
    return seen.state !== "sent" && (!seen.main || seen.committed);
  });
}

/** @returns whether the page came back in time. Stopped early, the trip goes on by itself and nobody needs it. */
async function turn(script: string, watch: Watch, stopped: () => boolean, ms: number): Promise<boolean> {
  let back = false;
  const arrive = () => {
    back = true;
    watch.wake();
  };
  // Rejects when the document changes or the page is closed: that is an answer as well.
  void watch.page.evaluate(script).then(arrive, arrive);
  await watch.until(() => back || stopped(), ms);
  return back;
}
