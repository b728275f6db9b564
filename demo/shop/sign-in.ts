import { createHmac } from "node:crypto";

/**
 * Two cookies make a login: one that Chrome writes to disk and one that lives as long as the browser session.
 * Both are asked for, so that a login which "stays" has kept the session cookie as well.
 */

const persistentCookie = "shop_user";
const sessionCookie = "shop_session";
const thirtyDays = 30 * 24 * 3600;

/** Fixed, so that a login outlives a restart of the shop. Guards nothing: this is a demo on loopback. */
const demoKey = "a demo shop has no secrets";

export interface CookieState {
  readonly user: string | null;
  readonly persistent: boolean;
  readonly session: boolean;
}

export function passwordFits(user: string, password: string): boolean {
  return /^agent([1-9]|10)$/.test(user) && password === "demo";
}

export function loginCookies(user: string): readonly string[] {
  const rest = "Path=/; HttpOnly; SameSite=Lax";
  return [
    `${persistentCookie}=${sign(persistentCookie, user)}; Max-Age=${thirtyDays}; ${rest}`,
    `${sessionCookie}=${sign(sessionCookie, user)}; ${rest}`,
  ];
}

export function logoutCookies(): readonly string[] {
  return [persistentCookie, sessionCookie].map((name) => `${name}=; Max-Age=0; Path=/`);
}

/** `user` is set only when both cookies are there and name the same user. */
export function readCookies(header: string | undefined): CookieState {
  const cookies = new Map(
    (header ?? "").split(";").map((pair): [string, string] => {
      const [name = "", value = ""] = pair.trim().split("=");
      return [name, value];
    }),
  );
  const persistent = verify(persistentCookie, cookies.get(persistentCookie));
  const session = verify(sessionCookie, cookies.get(sessionCookie));
  return {
    user: persistent !== null && persistent === session ? persistent : null,
    persistent: persistent !== null,
    session: session !== null,
  };
}

function sign(cookie: string, user: string): string {
  return `${user}.${createHmac("sha256", demoKey).update(`${cookie} ${user}`).digest("hex").slice(0, 32)}`;
}

function verify(cookie: string, value: string | undefined): string | null {
  const user = value?.split(".")[0] ?? "";
  return user !== "" && value === sign(cookie, user) ? user : null;
}
