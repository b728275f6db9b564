import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";
import { within } from "./within.ts";

/**
 * What a lease had loaded is not kept for the next one: the HTTP cache and compiled code go, whole, by Chrome's own
 * command. Logins stay, and so does all that belongs to the sites: cookies, storages, IndexedDB, service workers and
 * their CacheStorage, which is a store that pages fill on purpose and rely on offline.
 *
 * It is written in the turn in which nobody was found to hold the slot, and nobody waits for its end: Chrome reads its
 * pipe in order, so it comes before whatever the next lease asks for (R12).
 */

/**
 * Writes the command on a session of the control room's own, and ends the session when it is answered. The caller has
 * just made sure that the slot is nobody's. Never rejects; a failure is an event.
 */
export function clearCachesOn(room: Room, slot: SlotRuntime, browser: LiveBrowser, sessionId: string): void {
  const { gate } = browser;
  slot.formerCaches = false;
  const cleared = within(
    room.ports.clock,
    budgets.cachesClear,
    gate.room.command("Network.clearBrowserCache", {}, sessionId).then(() => true),
  ).then((done) => {
    if (done === null) throw new Error("Chrome did not answer in time");
  });
  cleared
    .catch((error: unknown) => notCleared(room, slot, browser, error))
    .then(() => gate.room.command("Target.detachFromTarget", { sessionId }))
    // A tab that has closed has ended the session itself.
    .catch(() => {});
}

/**
 * The same where no session is there yet: a person gave the slot back after its lease had ended under their hands. When
 * it is somebody's again before Chrome has given a session, nothing is cleared until that lease is over.
 */
export async function clearFormerCaches(room: Room, slot: SlotRuntime): Promise<void> {
  const { browser } = slot;
  const { epoch } = slot.control;
  const mayGoOn = () =>
    slot.control.epoch === epoch && slot.holder === "nobody" && slot.browser === browser && !room.stopping;
  if (!slot.formerCaches || browser === null || slot.quarantine.length > 0 || !mayGoOn()) return;
  try {
    const { sessionId } = await browser.gate.room.command("Target.attachToTarget", {
      targetId: browser.gate.agentTabs()[0] ?? browser.homeTarget,
      flatten: true,
    });
    if (typeof sessionId !== "string") return;
    if (mayGoOn()) clearCachesOn(room, slot, browser, sessionId);
    else await browser.gate.room.command("Target.detachFromTarget", { sessionId });
  } catch (error) {
    notCleared(room, slot, browser, error);
  }
}

/** The next release tries again. That a Chrome has ended meanwhile is in the event log already. */
function notCleared(room: Room, slot: SlotRuntime, browser: LiveBrowser, error: unknown): void {
  slot.formerCaches = true;
  if (slot.browser !== browser || browser.toldToClose) return;
  const why = error instanceof Error ? error.message : String(error);
  room.event(slot.slot, "caches_kept", `The caches of the lease that is over could not be cleared: ${why}.`);
}
