import { describe, expect, it } from "vitest";
import type { LoginStanding } from "../../src/core/login/health.ts";
import { expiredSentence, loginSentence, loginWords } from "../../src/core/view/login-words.ts";
import { loginView } from "../support/slot-view.ts";

const hour = 3_600_000;
const now = 100 * hour;

function said(standing: LoginStanding, verifiedAt: number | null = now - 50 * hour): string {
  return loginSentence(
    loginView({ standing, since: now - 3 * hour, verifiedAt, cookies: { persistent: 2, session: 1 } }),
    now,
  );
}

describe("what is said of a login (R30)", () => {
  it("says by what it was verified, and when", () => {
    expect(said({ kind: "verified", by: "mark" })).toBe(
      "Verified 3 h ago: what the target's mark names was found after a restart.",
    );
    expect(said({ kind: "verified", by: "cookies" })).toBe(
      "Verified 3 h ago by cookies: 2 that stay and 1 of the session came through a restart. Whether the site takes them was not asked.",
    );
  });

  it("says what is not known, why, and when it was known last", () => {
    expect(said({ kind: "not_verified", why: { code: "ended_unclean" } })).toMatch(
      /^Not verified: a Chrome of it was killed.* Last verified 50 h ago\.$/,
    );
    expect(
      said({ kind: "not_verified", why: { code: "could_not_look", reason: "the site answered with 503" } }),
    ).toContain("could not be looked at: the site answered with 503.");
    expect(said({ kind: "expired", why: "led_to_login" })).toMatch(
      /^Expired: a page was led .* Last verified 50 h ago\.$/,
    );
    expect(said({ kind: "unknown", why: "no_means" }, null)).toMatch(/^Unknown: .*nothing to look for\.$/);
  });

  it.each([
    [{ kind: "verified", by: "mark" }, "verified 3 h ago"],
    [{ kind: "not_verified", why: { code: "mark_missing" } }, "not verified"],
    [{ kind: "expired", why: "led_to_login" }, "needed"],
    [{ kind: "unknown", why: "unchanged" }, "unknown"],
    [{ kind: "unknown", why: "never" }, null],
  ] as const)("has few words for %j: %s", (standing, words) => {
    expect(loginWords(loginView({ standing, since: now - 3 * hour }), now)).toBe(words);
  });

  it("speaks of the window while there is one", () => {
    const open = loginView({ window: "open", address: "http://shop.test/login" });
    expect(loginWords(open, now)).toBe("you log in");
    expect(loginSentence(open, now)).toContain("is open at http://shop.test/login.");
  });

  it("asks for the person in other words when there never was a login", () => {
    expect(expiredSentence("shop", 5)).toBe("The login for shop has expired. Log in again by hand.");
    expect(expiredSentence("shop", null)).toContain("A login for shop is needed");
  });
});
