import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../../src/core/action/evidence.ts";
import type { Outcome } from "../../src/core/action/outcome.ts";
import { type Deed, type Ground, judge } from "../../src/core/action/verdict.ts";
import { openWays, quarantineCodes, resolveWays } from "../../src/core/slot/quarantine.ts";
import {
  evidenceSentence,
  groundSentence,
  outcomeMeaning,
  outcomeWord,
  quarantineNext,
  quarantineWord,
  resolutionSentence,
  wayWords,
} from "../../src/core/view/words.ts";
import { errorRules } from "../../src/shared/errors.ts";
import { seenRequest } from "../support/seen-request.ts";

/** What would send an agent to do it again (R6). */
const repeats = /try again|retry|once more|call (it )?again|repeat (it|the)/i;
/** What would call it a success. */
const success = /succe|worked|saved|completed|carried out,? and/i;

const seen: fc.Arbitrary<SeenRequest> = fc.record({
  method: fc.constantFrom("POST", "PUT", "GET", "WebSocket"),
  url: fc.constant("http://shop.test/save"),
  kind: fc.constantFrom("request", "navigation", "beacon", "socket", "download"),
  state: fc.constantFrom("sent", "answered", "failed", "not_reached"),
  status: fc.constantFrom(null, 200, 500),
  failure: fc.constantFrom(null, "net::ERR_CONNECTION_RESET"),
  sentAt: fc.constant(1),
  endedAt: fc.constant(null),
  initiator: fc.constantFrom("script", "parser", "other"),
  attribution: fc.constantFrom("window", "other_tab", "later"),
  byServiceWorker: fc.boolean(),
});

const deed: fc.Arbitrary<Deed> = fc.record({
  written: fc.boolean(),
  touched: fc.boolean(),
  carriedOut: fc.boolean(),
  failure: fc.constantFrom(null, "timed out"),
  partly: fc.boolean(),
  cutOff: fc.constantFrom(null, "the broker exited"),
  dialogOpen: fc.boolean(),
  pageClosed: fc.boolean(),
  silent: fc.boolean(),
  navigates: fc.boolean(),
  requests: fc.array(seen, { maxLength: 3 }),
});

const example = seenRequest();

describe("the wording (R1–R7)", () => {
  it("never suggests to repeat what is unknown, and never calls it a success", () => {
    fc.assert(
      fc.property(deed, (known) => {
        const { outcome, ground } = judge(known);
        if (outcome !== "unknown") return;
        const text = `${outcomeWord(outcome)} ${outcomeMeaning(outcome)} ${groundSentence(ground)}`.replace(
          "do not repeat it",
          "",
        );
        expect(text).not.toMatch(repeats);
        expect(text).not.toMatch(success);
      }),
      { numRuns: 3_000 },
    );
  });

  it("calls an action done only if nothing that it was seen to start is open, and not sent only if nothing was written", () => {
    fc.assert(
      fc.property(deed, (known) => {
        const { outcome } = judge(known);
        if (outcome === "not_sent") expect(known.written).toBe(false);
        if (outcome !== "done") return;
        const open = known.requests.filter(
          ({ state, kind, attribution, method }) =>
            state === "sent" &&
            attribution === "window" &&
            kind !== "download" &&
            method !== "GET" &&
            method !== "HEAD",
        );
        expect(open).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it("does not call a request answered, or its end known, where only its sending is", () => {
    for (const state of ["sent", "failed"] as const) {
      const text = evidenceSentence([{ ...example, state, status: null }], true);
      expect(text).not.toMatch(/was answered|success|applied|saved/);
      expect(text).toMatch(/no answer was seen|without an answer/);
    }
    expect(evidenceSentence([], false)).toContain("not known");
  });

  it("has three different true things to say of the three histories of a save", () => {
    const histories: SeenRequest[] = [
      { ...example, state: "not_reached", status: null, failure: "net::ERR_CONNECTION_REFUSED" },
      { ...example, state: "sent", status: null },
      { ...example, state: "failed", status: null, failure: "net::ERR_EMPTY_RESPONSE" },
    ];
    const texts = histories.map((each) => evidenceSentence([each], true));
    expect(new Set(texts).size).toBe(3);
    expect(texts[0]).toContain("did not reach the site");
    expect(texts[1]).toContain("was sent, and no answer was seen");
    expect(texts[2]).toContain("was sent, and the connection ended without an answer");
  });

  it("keeps query and body out of every sentence (R31)", () => {
    expect(evidenceSentence([example], true)).not.toMatch(/[?#]/);
  });

  it("names every reason, what comes next, and at least one way out of it", () => {
    for (const code of quarantineCodes) {
      expect(quarantineWord(code)).not.toBe("");
      expect(quarantineNext(code)).not.toBe("");
      expect(openWays(code, false).length).toBeGreaterThan(0);
    }
    for (const way of resolveWays) expect(wayWords(way).when).not.toBe("");
  });

  it("says on whose word an unknown outcome was cleared up (R7)", () => {
    const said = (by: "agent" | "person" | "check" | "evidence") =>
      resolutionSentence({ finding: "applied", by, who: "ada", at: 1, why: "" });
    expect(new Set((["agent", "person", "check", "evidence"] as const).map(said)).size).toBe(4);
  });

  it("has no hint that sends an agent to repeat what may have been done", () => {
    for (const [code, { retry, hint }] of Object.entries(errorRules)) {
      if (retry === "look_first") expect(hint, code).not.toMatch(repeats);
    }
  });

  it("has a word for every outcome and every ground", () => {
    const outcomes: Outcome[] = ["not_sent", "done", "failed", "unknown"];
    expect(new Set(outcomes.map(outcomeWord)).size).toBe(outcomes.length);
    const grounds: Ground[] = [
      { kind: "nothing_written", reason: null },
      { kind: "carried_out" },
      { kind: "not_reached" },
      { kind: "not_loaded", reason: "x" },
      { kind: "stopped_halfway", reason: "x" },
      { kind: "no_answer", dialogOpen: false },
      { kind: "no_answer", dialogOpen: true },
      { kind: "broke_off", reason: "x" },
      { kind: "cut_off", reason: "x" },
      { kind: "page_silent" },
    ];
    expect(new Set(grounds.map(groundSentence)).size).toBe(grounds.length);
  });
});
