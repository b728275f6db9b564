import { isLoginAddress, wasLed } from "../../../core/login/address.ts";
import { isRecord, parseTargetInfo, textOf } from "../gate/messages.ts";
import type { Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import { within } from "../within.ts";

/** Chrome itself answers, not the page: within milliseconds. */
const historyMs = 2_000;

/**
 * Tells when a page of the slot, whoever's tab it is in, was led to the place where one logs in (R30): by a redirect, a
 * link or a script. Whoever asked for that very address was not led there, and learns nothing new by it.
 */
export function watchForLogin(room: Room, slot: SlotRuntime, browser: LiveBrowser, onLed: () => void): void {
  const { room: channel } = browser.gate;
  /** Tabs that show it now: title and icon come as changes of their own. */
  const there = new Set<string>();
  channel.onEvent(["Target.targetInfoChanged", "Target.targetDestroyed"], (method, params, from) => {
    if (from !== null) return;
    if (method === "Target.targetDestroyed") {
      there.delete(textOf(params, "targetId") ?? "");
      return;
    }
    const page = parseTargetInfo(params["targetInfo"]);
    const login = slot.target === null ? undefined : room.settings.targets.get(slot.target)?.login;
    if (page?.type !== "page" || login === undefined) return;
    const { targetId, url } = page;
    if (!isLoginAddress(url, login)) {
      there.delete(targetId);
      return;
    }
    if (there.has(targetId)) return;
    there.add(targetId);
    within(room.ports.clock, historyMs, wasLedThere(browser, targetId, login)).then(
      (led) => {
        if (led === true) onLed();
      },
      // A tab that has closed meanwhile tells nothing.
      () => {},
    );
  });
}

async function wasLedThere({ gate }: LiveBrowser, targetId: string, login: string): Promise<boolean> {
  const { sessionId } = await gate.room.command("Target.attachToTarget", { targetId, flatten: true });
  if (typeof sessionId !== "string") return false;
  try {
    // The one entry that is shown is looked at; where the person has been before is none of our business.
    const { currentIndex, entries } = await gate.room.command("Page.getNavigationHistory", {}, sessionId);
    const entry: unknown = Array.isArray(entries) ? entries[Number(currentIndex)] : null;
    if (!isRecord(entry) || !isLoginAddress(textOf(entry, "url") ?? "", login)) return false;
    const asked = textOf(entry, "userTypedURL") ?? "";
    return wasLed({ transition: textOf(entry, "transitionType") ?? "", asked }, login);
  } finally {
    await gate.room.command("Target.detachFromTarget", { sessionId }).catch(() => {});
  }
}
