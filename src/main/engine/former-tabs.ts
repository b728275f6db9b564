import { clearCachesOn } from "./clear-caches.ts";
import { enterQuarantine } from "./quarantine.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";
import { within } from "./within.ts";

/**
 * R43: the tabs of a lease that is over are closed, the person's live on; the window keeps one blank tab so that it
 * stays open. While a person holds the slot nothing is closed under their hands; it is done before the next lease.
 * Never rejects: tabs that could not be closed are a reason not to offer the slot.
 */
export async function closeFormerTabs(room: Room, slot: SlotRuntime): Promise<void> {
  const { browser } = slot;
  const { epoch } = slot.control;
  const isStale = () => slot.control.epoch !== epoch || slot.browser !== browser;
  if (!browser) slot.formerTabs = false;
  if (!browser || !slot.formerTabs || room.stopping) return;
  try {
    const end = await within(room.ports.clock, budgets.tabsClose, closeAll(room, slot, browser, isStale));
    if (end === null) throw new Error("Chrome did not answer in time");
    if (end === "closed") slot.formerTabs = false;
  } catch (error) {
    // Whoever has the slot now closes them, or has a Chrome without them.
    if (isStale()) return;
    const why = error instanceof Error ? error.message : String(error);
    const known = `Tabs of the lease that is over could not be closed: ${why}.`;
    enterQuarantine(room, slot, { code: "cleanup_failed", known });
  }
  room.touch();
}

async function closeAll(
  room: Room,
  slot: SlotRuntime,
  browser: LiveBrowser,
  isStale: () => boolean,
): Promise<"closed" | "interrupted"> {
  const mayGoOn = () => slot.holder !== "human" && !isStale();
  const { gate } = browser;
  const tabs = gate.agentTabs();
  const home = tabs.includes(browser.homeTarget) ? browser.homeTarget : tabs[0];
  for (const targetId of tabs) {
    if (!mayGoOn()) return "interrupted";
    if (targetId === home) continue;
    await gate.room.command("Target.closeTarget", { targetId }).catch((error: unknown) => {
      // One that has closed itself meanwhile is closed.
      if (gate.agentTabs().includes(targetId)) throw error;
    });
  }
  if (!mayGoOn()) return "interrupted";
  if (home !== undefined && !(await blank(room, slot, browser, home, mayGoOn))) return "interrupted";
  return "closed";
}

/** @returns false when it may not go on by the time that Chrome has given a session */
async function blank(
  room: Room,
  slot: SlotRuntime,
  browser: LiveBrowser,
  targetId: string,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { gate } = browser;
  const { sessionId } = await gate.room.command("Target.attachToTarget", { targetId, flatten: true });
  if (typeof sessionId !== "string") return true;
  const goesOn = mayGoOn();
  if (goesOn) await gate.room.command("Page.navigate", { url: "about:blank" }, sessionId);
  // Behind the last page, so that it leaves nothing; before the next lease, which has another epoch.
  if (slot.formerCaches && slot.holder === "nobody" && mayGoOn()) clearCachesOn(room, slot, browser, sessionId);
  else await gate.room.command("Target.detachFromTarget", { sessionId });
  return goesOn;
}
