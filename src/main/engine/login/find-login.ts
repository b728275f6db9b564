import { isLoginAddress } from "../../../core/login/address.ts";
import type { LoginFinding } from "../../../core/login/health.ts";
import { judgeKeptCookies, judgeNewCookies, type SiteCookie } from "../../../core/login/site-cookies.ts";
import { lookAtPage } from "../page-look.ts";
import type { Room } from "../room.ts";
import type { LiveBrowser, SlotRuntime } from "../slot-runtime.ts";
import type { PageMark, TargetSettings } from "../target-settings.ts";
import { readSiteCookies } from "./read-cookies.ts";

/**
 * Looks for the login in a Chrome that was started after it: by the target's own mark where one is configured, else by
 * the cookies of its sites (R30).
 * @param before the cookies before a login by hand that has just ended; null for a look without one
 */
export async function findLogin(
  room: Room,
  slot: SlotRuntime,
  browser: LiveBrowser,
  before: readonly SiteCookie[] | null,
): Promise<LoginFinding> {
  const settings = settingsOf(room, slot);
  if (settings?.mark) return findMark(room, browser, settings.mark, settings.login);
  if (!settings || settings.sites.length === 0) return { kind: "no_means" };
  const now = await readSiteCookies(browser, settings.sites);
  const fresh = before === null ? null : judgeNewCookies(before, now);
  if (fresh !== null && fresh.kind !== "unchanged") return fresh;
  const { cookies } = slot.login.health;
  return cookies === null ? { kind: "unchanged" } : judgeKeptCookies(cookies, now);
}

/** Whether a look without a login by hand before it can tell anything. */
export function canBeFound(room: Room, slot: SlotRuntime): boolean {
  return settingsOf(room, slot)?.mark !== undefined || slot.login.health.cookies !== null;
}

async function findMark(
  room: Room,
  browser: LiveBrowser,
  mark: PageMark,
  login: string | undefined,
): Promise<LoginFinding> {
  try {
    const { found, place } = await lookAtPage(room, browser, mark);
    if (found) return { kind: "mark_found" };
    return { kind: login !== undefined && isLoginAddress(place, login) ? "led_to_login" : "mark_missing" };
  } catch (error) {
    return { kind: "could_not_look", reason: error instanceof Error ? error.message : String(error) };
  }
}

function settingsOf(room: Room, { target }: SlotRuntime): TargetSettings | undefined {
  return target === null ? undefined : room.settings.targets.get(target);
}
