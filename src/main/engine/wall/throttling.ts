import { isRecord } from "../gate/messages.ts";
import { budgets, type Room } from "../room.ts";
import type { LiveBrowser } from "../slot-runtime.ts";
import { within } from "../within.ts";

/**
 * Whether none of the slot's pages is being painted: Chrome then stops their timers and frames, and an agent's work in
 * them stalls.
 * @returns null when no page answered, for instance because a dialog is open
 */
export async function readThrottled(room: Room, browser: LiveBrowser): Promise<boolean | null> {
  const tabs = [...browser.gate.agentTabs(), ...browser.gate.personTabs()];
  let hidden = 0;
  for (const targetId of tabs) {
    const visibility = await within(room.ports.clock, budgets.pageLook, visibilityOf(browser, targetId));
    if (visibility === "visible") return false;
    if (visibility === "hidden") hidden += 1;
  }
  return tabs.length > 0 && hidden === tabs.length ? true : null;
}

async function visibilityOf({ gate }: LiveBrowser, targetId: string): Promise<string | null> {
  try {
    const { sessionId } = await gate.room.command("Target.attachToTarget", { targetId, flatten: true });
    if (typeof sessionId !== "string") return null;
    const answer = await gate.room
      .command("Runtime.evaluate", { expression: "document.visibilityState", returnByValue: true }, sessionId)
      .finally(() => gate.room.command("Target.detachFromTarget", { sessionId }).catch(() => {}));
    const { result } = answer;
    return isRecord(result) && typeof result["value"] === "string" ? result["value"] : null;
  } catch {
    // A tab that has closed meanwhile says nothing.
    return null;
  }
}
