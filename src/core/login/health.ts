/**
 * What is known about the login of a slot (R30). Only a look in a Chrome that was started after it counts as verified;
 * what could not be looked at is never called kept.
 *
 * ```
 *              found                     unclean end, a new login begins
 *   ┌─────────┐ ───────▶ ┌──────────┐ ─────────────────────────▶ ┌──────────────┐
 *   │ unknown │          │ verified │ ◀───────────────────────── │ not verified │
 *   └─────────┘ ◀─────── └──────────┘           found            └──────────────┘
 *     nothing to go by        │   ▲ found         a page led to the login    │
 *                             ▼   │                                          │
 *                        ┌─────────┐ ◀───────────────────────────────────────┘
 *                        │ expired │  (from unknown as well)
 *                        └─────────┘
 * ```
 */
export interface LoginHealth {
  readonly standing: LoginStanding;
  /** Since when the standing is so, milliseconds since the Unix epoch; null for one that was never looked at. */
  readonly since: number | null;
  /** When a look last found the login there, whatever came after it. */
  readonly verifiedAt: number | null;
  /** What cookies its sites had then, where cookies were looked at. */
  readonly cookies: CookieCount | null;
}

export type LoginStanding =
  | { readonly kind: "verified"; readonly by: "mark" | "cookies" }
  | { readonly kind: "not_verified"; readonly why: Doubt }
  | { readonly kind: "expired"; readonly why: "led_to_login" | "cookies_gone" }
  /** `never`: nobody has logged in or looked. `unchanged`: the login left no trace. `no_means`: nothing to look for is known. */
  | { readonly kind: "unknown"; readonly why: "never" | "unchanged" | "no_means" };

export type Doubt =
  /** A login by hand is under way, or it ended without a look. */
  | { readonly code: "not_looked_at" }
  /** A Chrome was killed or crashed, or its end was not seen: it may not have written its cookies. */
  | { readonly code: "ended_unclean" }
  | { readonly code: "mark_missing" }
  | { readonly code: "session_cookies_gone" }
  /** @param reason in words, without anything from the page */
  | { readonly code: "could_not_look"; readonly reason: string };

/** How many cookies some sites have; never their names or values (R31). */
export interface CookieCount {
  /** Written to disk. */
  readonly persistent: number;
  /** Meant to end with the browser. */
  readonly session: number;
}

/** What one look at the login has found. */
export type LoginFinding =
  | { readonly kind: "mark_found" }
  | { readonly kind: "mark_missing" }
  | { readonly kind: "led_to_login" }
  | { readonly kind: "cookies_kept"; readonly cookies: CookieCount }
  | { readonly kind: "cookies_gone" }
  | { readonly kind: "session_cookies_gone" }
  | { readonly kind: "unchanged" }
  | { readonly kind: "no_means" }
  | { readonly kind: "could_not_look"; readonly reason: string };

export const neverLoggedIn: LoginHealth = {
  standing: { kind: "unknown", why: "never" },
  since: null,
  verifiedAt: null,
  cookies: null,
};

/** @param now milliseconds since the Unix epoch */
export function afterLook(health: LoginHealth, finding: LoginFinding, now: number): LoginHealth {
  switch (finding.kind) {
    case "mark_found":
      return { standing: { kind: "verified", by: "mark" }, since: now, verifiedAt: now, cookies: null };
    case "cookies_kept": {
      const { cookies } = finding;
      return { standing: { kind: "verified", by: "cookies" }, since: now, verifiedAt: now, cookies };
    }
    case "mark_missing":
    case "session_cookies_gone":
      return stands(health, { kind: "not_verified", why: { code: finding.kind } }, now);
    case "led_to_login":
    case "cookies_gone":
      return stands(health, { kind: "expired", why: finding.kind }, now);
    case "unchanged":
    case "no_means":
      return stands(health, { kind: "unknown", why: finding.kind }, now);
    case "could_not_look": {
      // Nothing was learned: what an earlier look has found stands, with its time.
      if (health.standing.kind === "verified" || health.standing.kind === "expired") return health;
      return stands(health, { kind: "not_verified", why: { code: "could_not_look", reason: finding.reason } }, now);
    }
    default:
      return finding satisfies never;
  }
}

/** A login by hand begins: what was verified before says nothing about what it leaves. */
export function afterBegin(health: LoginHealth, now: number): LoginHealth {
  return stands(health, { kind: "not_verified", why: { code: "not_looked_at" } }, now);
}

/** A Chrome on the profile was killed or crashed, or nobody saw how it ended. */
export function afterUncleanEnd(health: LoginHealth, now: number): LoginHealth {
  const { standing } = health;
  const wasHoped = standing.kind === "not_verified" && standing.why.code === "not_looked_at";
  if (standing.kind !== "verified" && !wasHoped) return health;
  return stands(health, { kind: "not_verified", why: { code: "ended_unclean" } }, now);
}

/** The site led a page of the slot to the place where one logs in. */
export function afterLedToLogin(health: LoginHealth, now: number): LoginHealth {
  if (health.standing.kind === "expired") return health;
  return stands(health, { kind: "expired", why: "led_to_login" }, now);
}

function stands(health: LoginHealth, standing: LoginStanding, now: number): LoginHealth {
  return { ...health, standing, since: now };
}
