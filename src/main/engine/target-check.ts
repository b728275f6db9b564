import { DockError } from "../../shared/errors.ts";
import { lookAtPage, markWords } from "./page-look.ts";
import type { Room } from "./room.ts";
import type { LiveBrowser } from "./slot-runtime.ts";
import type { PageMark } from "./target-settings.ts";

/** What the check looks for, in words. */
export function checkWords(check: PageMark): string {
  return markWords(check);
}

/**
 * Looks for what stands on the target's page when an action took effect (R7).
 * @returns whether it was found
 * @throws DockError `CHECK_FAILED` when the page could not be looked at: then nothing was learned
 */
export async function runCheck(room: Room, browser: LiveBrowser, check: PageMark): Promise<boolean> {
  try {
    const { found, place } = await lookAtPage(room, browser, check);
    const origin = new URL(place).origin;
    if (origin !== new URL(check.url).origin) throw new Error(`the site led to ${origin} instead`);
    return found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DockError("CHECK_FAILED", `${check.url} could not be checked: ${reason}.`, { cause: error });
  }
}
