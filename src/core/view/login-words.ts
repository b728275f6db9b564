import type { LoginView } from "./login-view.ts";
import { duration } from "./words.ts";

/**
 * What is said of a slot's login, on its card, in the inspector and on the command line alike (R30). Nothing is called
 * kept that was not looked at.
 */

/** The whole of it. @param now milliseconds since the Unix epoch */
export function loginSentence(login: LoginView, now: number): string {
  return login.window === "none" ? `${healthSentence(login, now)}${verifiedBefore(login, now)}` : windowSentence(login);
}

/** A few words for a card or a cell of a table; null where there is nothing to say. */
export function loginWords(login: LoginView, now: number): string | null {
  if (login.window !== "none") return windowWords[login.window];
  const { standing, since } = login;
  switch (standing.kind) {
    case "verified":
      return `verified ${duration(now - (since ?? now))} ago`;
    case "not_verified":
      return "not verified";
    case "expired":
      return login.verifiedAt === null ? "needed" : "expired";
    case "unknown":
      return standing.why === "never" && login.address === null ? null : "unknown";
    default:
      return standing satisfies never;
  }
}

/** Why the person is asked for. */
export function expiredSentence(target: string | null, verifiedAt: number | null): string {
  const whose = target === null ? "" : ` for ${target}`;
  return verifiedAt === null
    ? `A login${whose} is needed: the site led a page to where one logs in.`
    : `The login${whose} has expired. Log in again by hand.`;
}

const windowWords: Readonly<Record<Exclude<LoginView["window"], "none">, string>> = {
  opening: "window opens",
  open: "you log in",
  closing: "window closes",
  checking: "being checked",
};

function windowSentence({ window, address }: LoginView): string {
  switch (window) {
    case "opening":
      return "The slot's Chrome closes, and a window to log in opens.";
    case "open":
      return `The window to log in is open${address === null ? "" : ` at ${address}`}. Close it, or press Done, when you are through.`;
    case "closing":
      return "The window to log in was asked to close; its exit is not observed yet.";
    case "checking":
      return "The slot's Chrome was started again, and the login is looked for in it.";
    case "none":
      return "";
    default:
      return window satisfies never;
  }
}

function healthSentence({ standing, since, cookies, verifiedAt }: LoginView, now: number): string {
  const ago = `${duration(now - (since ?? now))} ago`;
  switch (standing.kind) {
    case "verified":
      if (standing.by === "mark") return `Verified ${ago}: what the target's mark names was found after a restart.`;
      return `Verified ${ago} by cookies: ${cookies?.persistent ?? 0} that stay and ${cookies?.session ?? 0} of the session came through a restart. Whether the site takes them was not asked.`;
    case "not_verified":
      return `Not verified: ${doubts[standing.why.code]}${standing.why.code === "could_not_look" ? `: ${standing.why.reason}` : ""}.`;
    case "expired":
      if (verifiedAt === null) return `Needed: a page was led to where one logs in, ${ago}.`;
      return standing.why === "cookies_gone"
        ? `Expired: the cookies of its sites are gone, as was seen ${ago}.`
        : `Expired: a page was led to where one logs in, ${ago}.`;
    case "unknown":
      return `Unknown: ${unknowns[standing.why]}.`;
    default:
      return standing satisfies never;
  }
}

const doubts = {
  not_looked_at: "nobody has looked since the window to log in was open",
  ended_unclean: "a Chrome of it was killed, crashed, or ended unseen, and may have lost what it had not written yet",
  mark_missing: "what the target's mark names was not found",
  session_cookies_gone: "the cookies of the session are gone",
  could_not_look: "its page could not be looked at",
} as const;

const unknowns = {
  never: "nobody has logged in here by hand, or looked",
  unchanged: "no cookie of its sites was new after the restart",
  no_means: "the configuration names neither a mark nor sites for it, so there is nothing to look for",
} as const;

function verifiedBefore({ standing, verifiedAt }: LoginView, now: number): string {
  if (standing.kind === "verified" || verifiedAt === null) return "";
  return ` Last verified ${duration(now - verifiedAt)} ago.`;
}
