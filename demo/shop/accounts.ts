import { createHmac } from "node:crypto";
import { z } from "zod";

/** What the account page says of itself: whether it found what it had put away at an earlier visit. */
export const accountVisit = z.strictObject({ local: z.boolean(), indexed: z.boolean() });

/**
 * What was seen of a login at its last visit. `token`: `first` after a login, `renewed` when the newest one was shown,
 * `reused` when an older one was, which ends the login, and `missing` when none was.
 */
export interface AccountSeen extends z.output<typeof accountVisit> {
  readonly token: "first" | "renewed" | "reused" | "missing";
  /** Counts up with every renewal; 1 after a login. */
  readonly serial: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * Logins that a token keeps alive which is good once: each visit to the account gets the next one. Whoever shows an older
 * one again, such as a browser that had not written the newest, is logged out, as many real sites do it.
 */
export interface Accounts {
  /** Whether this user has to log in again, whatever cookies they have. */
  isOut(user: string): boolean;
  loggedIn(user: string): void;
  /** The login ends on the shop's side only, as after some weeks. */
  expire(user: string): void;
  /** @returns what was seen, and the cookie to set */
  visit(user: string, cookieHeader: string | undefined, visit: z.output<typeof accountVisit>): AccountSeen;
  seen(): Readonly<Record<string, AccountSeen>>;
}

const tokenCookie = "shop_token";
const thirtyDays = 30 * 24 * 3600;

export function createAccounts(): Accounts {
  const serials = new Map<string, number>();
  const out = new Set<string>();
  const seen = new Map<string, AccountSeen>();
  return {
    isOut: (user) => out.has(user),
    loggedIn(user) {
      out.delete(user);
      serials.delete(user);
    },
    expire: (user) => void out.add(user),
    visit(user, cookieHeader, found) {
      const known = serials.get(user) ?? null;
      const token = judge(known, shownSerial(user, cookieHeader));
      if (token === "reused") out.add(user);
      const serial = token === "first" ? 1 : (known ?? 0) + (token === "renewed" ? 1 : 0);
      serials.set(user, serial);
      const entry = { ...found, token, serial, at: Date.now() };
      seen.set(user, entry);
      return entry;
    },
    seen: () => Object.fromEntries(seen),
  };
}

function judge(known: number | null, shown: number | null): AccountSeen["token"] {
  if (known === null) return "first";
  if (shown === null) return "missing";
  return shown === known ? "renewed" : "reused";
}

/** Set only where the token has changed. */
export function tokenCookies(user: string, { token, serial }: AccountSeen): readonly string[] {
  if (token !== "first" && token !== "renewed") return [];
  return [`${tokenCookie}=${sign(user, serial)}; Max-Age=${thirtyDays}; Path=/; HttpOnly; SameSite=Lax`];
}

function shownSerial(user: string, header: string | undefined): number | null {
  const value = new RegExp(`(?:^|; )${tokenCookie}=([^;]*)`).exec(header ?? "")?.[1] ?? "";
  const serial = Number(value.split(".")[1]);
  return value !== "" && value === sign(user, serial) ? serial : null;
}

function sign(user: string, serial: number): string {
  const digest = createHmac("sha256", "a demo shop has no secrets").update(`${user} ${serial}`).digest("hex");
  return `${user}.${serial}.${digest.slice(0, 32)}`;
}
