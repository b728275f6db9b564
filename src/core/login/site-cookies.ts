import type { CookieCount, LoginFinding } from "./health.ts";

/** A cookie without its value, which nothing here needs (R31). */
export interface SiteCookie {
  /** Host that it is for; a dot in front stands for its subdomains too. */
  readonly domain: string;
  readonly path: string;
  readonly name: string;
  /** Ends with the browser, unless the browser goes on where it was. */
  readonly session: boolean;
  /** Seconds since the Unix epoch; a login anew moves it. Negative for a session cookie. */
  readonly expires: number;
}

/** Those that a target's sites would be sent. @param sites hosts, each standing for its subdomains too (R32) */
export function cookiesOf(cookies: readonly SiteCookie[], sites: readonly string[]): readonly SiteCookie[] {
  return cookies.filter(({ domain }) => {
    const host = domain.replace(/^\./, "");
    return sites.some((site) => host === site || host.endsWith(`.${site}`) || isAbove(domain, site));
  });
}

/** A cookie of `.example.com` reaches `shop.example.com`; that of a whole registry would not be set. */
function isAbove(domain: string, site: string): boolean {
  return domain.startsWith(".") && site.endsWith(domain);
}

export function countCookies(cookies: readonly SiteCookie[]): CookieCount {
  const session = cookies.filter((cookie) => cookie.session).length;
  return { persistent: cookies.length - session, session };
}

/**
 * Judges a login by hand in the first Chrome after it: what its sites have now and did not have before has come through
 * a restart. Whether a site still takes it is not known by that.
 * @param before as they were before the login
 */
export function judgeNewCookies(before: readonly SiteCookie[], now: readonly SiteCookie[]): LoginFinding {
  const known = new Set(before.map(identityOf));
  if (now.every((cookie) => known.has(identityOf(cookie)))) return { kind: "unchanged" };
  return { kind: "cookies_kept", cookies: countCookies(now) };
}

/** Judges a login that was verified before. @param verified what its sites had then */
export function judgeKeptCookies(verified: CookieCount, now: readonly SiteCookie[]): LoginFinding {
  const cookies = countCookies(now);
  if (cookies.persistent + cookies.session === 0) return { kind: "cookies_gone" };
  if (verified.session > 0 && cookies.session === 0) return { kind: "session_cookies_gone" };
  return { kind: "cookies_kept", cookies };
}

function identityOf({ domain, path, name, session, expires }: SiteCookie): string {
  return JSON.stringify([domain, path, name, session ? "session" : expires]);
}
