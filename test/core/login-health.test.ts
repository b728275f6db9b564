import { describe, expect, it } from "vitest";
import {
  afterBegin,
  afterLedToLogin,
  afterLook,
  afterUncleanEnd,
  type LoginFinding,
  type LoginHealth,
  neverLoggedIn,
} from "../../src/core/login/health.ts";
import { cookiesOf, judgeKeptCookies, judgeNewCookies, type SiteCookie } from "../../src/core/login/site-cookies.ts";

const byMark = afterLook(neverLoggedIn, { kind: "mark_found" }, 100);
const byCookies = afterLook(neverLoggedIn, { kind: "cookies_kept", cookies: { persistent: 1, session: 1 } }, 100);
const noLook: LoginFinding = { kind: "could_not_look", reason: "the site answered with 503" };

function standing({ standing: { kind } }: LoginHealth): string {
  return kind;
}

describe("what is known of a login (R30)", () => {
  it("is verified by a look, at the time of the look", () => {
    expect(byMark).toEqual({ standing: { kind: "verified", by: "mark" }, since: 100, verifiedAt: 100, cookies: null });
    expect(byCookies.cookies).toEqual({ persistent: 1, session: 1 });
  });

  it.each([
    ["mark_missing", "not_verified"],
    ["session_cookies_gone", "not_verified"],
    ["led_to_login", "expired"],
    ["cookies_gone", "expired"],
    ["unchanged", "unknown"],
    ["no_means", "unknown"],
  ] as const)("a look that says %s makes it %s, and keeps when it was verified last", (kind, expected) => {
    const after = afterLook(byMark, { kind }, 200);
    expect(standing(after)).toBe(expected);
    expect(after).toMatchObject({ since: 200, verifiedAt: 100 });
  });

  it("a look that could not be made changes nothing that is known, and verifies nothing", () => {
    const expired = afterLedToLogin(byMark, 150);
    expect(afterLook(byMark, noLook, 200)).toBe(byMark);
    expect(afterLook(expired, noLook, 200)).toBe(expired);
    expect(standing(afterLook(neverLoggedIn, noLook, 200))).toBe("not_verified");
    expect(standing(afterLook(afterUncleanEnd(byMark, 150), noLook, 200))).toBe("not_verified");
  });

  it("an unclean end makes a verified login not verified, and says nothing of others", () => {
    expect(afterUncleanEnd(byMark, 200).standing).toEqual({ kind: "not_verified", why: { code: "ended_unclean" } });
    expect(afterUncleanEnd(neverLoggedIn, 200)).toBe(neverLoggedIn);
    const expired = afterLedToLogin(byMark, 150);
    expect(afterUncleanEnd(expired, 200)).toBe(expired);
  });

  it("an unclean end of the window to log in is said as well", () => {
    expect(afterUncleanEnd(afterBegin(byMark, 150), 200).standing).toMatchObject({ why: { code: "ended_unclean" } });
  });

  it("a new login by hand is not verified until it was looked at", () => {
    expect(standing(afterBegin(byMark, 200))).toBe("not_verified");
    expect(standing(afterLook(afterBegin(byMark, 200), { kind: "mark_found" }, 300))).toBe("verified");
  });

  it("expires once: the first time that a page was led to the login stands", () => {
    expect(afterLedToLogin(afterLedToLogin(byMark, 200), 300).since).toBe(200);
    expect(standing(afterLedToLogin(neverLoggedIn, 200))).toBe("expired");
  });
});

function cookie(name: string, more: Partial<SiteCookie> = {}): SiteCookie {
  return { domain: "shop.example", path: "/", name, session: false, expires: 5000, ...more };
}

describe("the cookies of a target's sites", () => {
  it("are those of its hosts, of hosts below, and those of a domain above that reach it", () => {
    const all = ["shop.example", ".shop.example", "a.shop.example", ".example", "example", "myshop.example"];
    const found = cookiesOf(
      all.map((domain) => cookie("c", { domain })),
      ["shop.example"],
    );
    expect(found.map(({ domain }) => domain)).toEqual(all.slice(0, 4));
  });

  it("have come through the restart when they are there now and were not before", () => {
    const session = cookie("session", { session: true, expires: -1 });
    expect(judgeNewCookies([cookie("a")], [cookie("a"), session])).toEqual({
      kind: "cookies_kept",
      cookies: { persistent: 1, session: 1 },
    });
    expect(judgeNewCookies([cookie("a")], [cookie("a", { expires: 9000 })]).kind).toBe("cookies_kept");
  });

  it("say nothing when none is new", () => {
    expect(judgeNewCookies([cookie("a")], [cookie("a")])).toEqual({ kind: "unchanged" });
    expect(judgeNewCookies([], [])).toEqual({ kind: "unchanged" });
  });

  it("that were there and are gone tell that the login is", () => {
    expect(judgeKeptCookies({ persistent: 1, session: 1 }, []).kind).toBe("cookies_gone");
    expect(judgeKeptCookies({ persistent: 1, session: 1 }, [cookie("a")]).kind).toBe("session_cookies_gone");
    expect(judgeKeptCookies({ persistent: 2, session: 0 }, [cookie("a")]).kind).toBe("cookies_kept");
  });
});
