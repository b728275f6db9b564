import type { CookieCount, LoginStanding } from "../login/health.ts";

/** R30: the login of one slot, as it is drawn. Times are milliseconds since the Unix epoch. */
export interface LoginView {
  readonly standing: LoginStanding;
  /** Since when that is so; null for one that was never looked at. */
  readonly since: number | null;
  /** When a look last found it there, whatever came after it; null where none has. */
  readonly verifiedAt: number | null;
  readonly cookies: CookieCount | null;
  /** Where the person logs in, without query; null where the configuration names no such place. */
  readonly address: string | null;
  /** What becomes of the window to log in; `checking`: it has closed, and the login is looked for. */
  readonly window: "none" | "opening" | "open" | "closing" | "checking";
}
