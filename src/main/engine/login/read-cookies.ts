import { cookiesOf, type SiteCookie } from "../../../core/login/site-cookies.ts";
import { isRecord, textOf } from "../gate/messages.ts";
import type { LiveBrowser } from "../slot-runtime.ts";

/**
 * Which cookies some sites have in a slot. Chrome tells their values as well; they are dropped here, in the turn in which
 * they come, and nothing keeps or sends them (R31).
 * @throws Error when Chrome is gone
 */
export async function readSiteCookies({ gate }: LiveBrowser, sites: readonly string[]): Promise<readonly SiteCookie[]> {
  const { cookies } = await gate.room.command("Storage.getCookies");
  const all = Array.isArray(cookies) ? cookies.flatMap(parseCookie) : [];
  return cookiesOf(all, sites);
}

function parseCookie(value: unknown): SiteCookie[] {
  if (!isRecord(value)) return [];
  const [domain, path, name] = [textOf(value, "domain"), textOf(value, "path"), textOf(value, "name")];
  if (domain === null || name === null) return [];
  const session = value["session"] === true;
  return [{ domain, path: path ?? "/", name, session, expires: session ? -1 : Number(value["expires"]) }];
}
