import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLoginAddress, wasLed } from "../../src/core/login/address.ts";
import { decideLogin, type LoginInput } from "../../src/core/login/decide-login.ts";
import { type LoginFlow, profileIsPersons } from "../../src/core/login/flow.ts";

const idle: LoginFlow = { kind: "idle" };

function run(...inputs: LoginInput[]): LoginFlow {
  return inputs.reduce((flow, input) => {
    const decision = decideLogin(flow, input, 7);
    if (!decision.ok) throw new Error(`${input.kind}: ${decision.code}`);
    return decision.flow;
  }, idle);
}

function effectsOf(...inputs: LoginInput[]): unknown[] {
  let flow = idle;
  return inputs.map((input) => {
    const decision = decideLogin(flow, input, 7);
    if (decision.ok) flow = decision.flow;
    return decision.ok ? decision.effect : decision.code;
  });
}

const begin = { kind: "begin" } as const;
const freed = { kind: "freed" } as const;
const shown = { kind: "shown" } as const;
const done = { kind: "done" } as const;
const exited = { kind: "exited", clean: true } as const;
const reopened = { kind: "reopened" } as const;
const judged = { kind: "judged" } as const;

const inputs: fc.Arbitrary<LoginInput> = fc.oneof(
  fc
    .constantFrom("begin", "freed", "shown", "done", "still_open", "reopened", "judged", "failed")
    .map((kind): LoginInput => ({ kind })),
  fc.boolean().map((clean): LoginInput => ({ kind: "exited", clean })),
);

describe("a login by hand (R30)", () => {
  it("closes the slot's Chrome, opens the person's, asks it to close, starts the slot's again, and looks", () => {
    expect(effectsOf(begin, freed, shown, done, exited, reopened, judged)).toEqual([
      "free_profile",
      "open_window",
      null,
      "ask_to_close",
      "reopen",
      "verify",
      null,
    ]);
  });

  it("goes on the same way when the person closes the window", () => {
    expect(effectsOf(begin, freed, shown, exited)).toEqual(["free_profile", "open_window", null, "reopen"]);
  });

  it("is not begun twice, and nothing is closed that is not open", () => {
    expect(effectsOf(begin, begin)).toEqual(["free_profile", "under_way"]);
    expect(effectsOf(done)).toEqual(["not_open"]);
    expect(effectsOf(begin, done)).toEqual(["free_profile", "not_open"]);
  });

  it("is open again when the window did not close, and may be asked once more", () => {
    expect(run(begin, freed, shown, done, { kind: "still_open" })).toEqual({ kind: "open", since: 7 });
    expect(effectsOf(begin, freed, shown, done, done).at(-1)).toBe("ask_to_close");
  });

  it("keeps whether the person's Chrome ended by itself", () => {
    expect(run(begin, freed, shown, { kind: "exited", clean: false }, reopened)).toMatchObject({ clean: false });
  });

  it("gives the profile back only after the exit was observed, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 30 }), (list) => {
        let flow: LoginFlow = { kind: "idle" };
        let personsRuns = false;
        for (const input of list) {
          const decision = decideLogin(flow, input, 7);
          if (!decision.ok) continue;
          if (decision.effect === "open_window") personsRuns = true;
          // A failed opening says by itself that nothing runs: the engine awaits its exit first.
          if (input.kind === "exited" || input.kind === "failed") personsRuns = false;
          flow = decision.flow;
          expect(personsRuns && !profileIsPersons(flow)).toBe(false);
          expect(decision.effect === "reopen").toBe(input.kind === "exited");
        }
      }),
    );
  });
});

describe("the place where one logs in", () => {
  const login = "https://shop.example/login";

  it.each([
    ["https://shop.example/login", true],
    ["https://shop.example/login/", true],
    ["https://SHOP.example/login?next=%2Fadmin#top", true],
    ["https://shop.example/login/help", false],
    ["https://shop.example.evil/login", false],
    ["http://shop.example/login", false],
    ["about:blank", false],
  ])("%s: %s", (address, expected) => expect(isLoginAddress(address, login)).toBe(expected));

  it.each([
    ["a redirect of what was typed", { transition: "typed", asked: "https://shop.example/admin" }, true],
    ["a redirect of what DevTools asked for", { transition: "typed", asked: "" }, true],
    ["a link or a script", { transition: "link", asked: login }, true],
    ["a form", { transition: "form_submit", asked: login }, true],
    ["the login itself, typed", { transition: "typed", asked: `${login}?x` }, false],
    ["the login itself, from a bookmark", { transition: "auto_bookmark", asked: login }, false],
  ])("%s", (_, arrival, led) => expect(wasLed(arrival, login)).toBe(led));
});
