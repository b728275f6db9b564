import { shownAddress, shownTitle } from "../../core/view/address.ts";
import type { TabView } from "../../core/view/reclaim-words.ts";
import { isRecord, parseTargetInfo, textOf } from "./gate/messages.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser } from "./slot-runtime.ts";
import { within } from "./within.ts";

/** The open tabs of a Chrome, with their owners (R40). @returns null when Chrome did not say in time */
export async function readTabs(room: Room, browser: LiveBrowser): Promise<readonly TabView[] | null> {
  const { gate } = browser;
  const asked = gate.room.command("Target.getTargets").catch(() => ({}));
  const answer = await within(room.ports.clock, budgets.pageLook, asked);
  const targets = isRecord(answer) ? answer["targetInfos"] : null;
  if (!Array.isArray(targets)) return null;
  return targets.flatMap((value: unknown): TabView[] => {
    const target = parseTargetInfo(value);
    if (target?.type !== "page") return [];
    const title = (isRecord(value) ? textOf(value, "title") : null) ?? "";
    const owner = gate.ownerOf(target.targetId);
    return [{ title: shownTitle(title, target.url), address: shownAddress(target.url), owner }];
  });
}
