import { describe, expect, test } from "vitest";
import type { SeenRequest } from "../../src/core/action/evidence.ts";
import { judge, type Verdict } from "../../src/core/action/verdict.ts";
import { evidenceSentence, groundSentence } from "../../src/core/view/words.ts";
import { type ArrivedRequest, type Claim, judgeClaims, unknownEvidence } from "../bench/truth/claims.ts";

const path = "/admin/products/3/save";
const resultAt = 5_000;

function seen(more: Partial<SeenRequest>): SeenRequest {
  return {
    method: "POST",
    url: `http://127.0.0.1:8000${path}`,
    kind: "request",
    state: "answered",
    status: 200,
    failure: null,
    sentAt: 1_000,
    endedAt: 1_100,
    initiator: "script",
    attribution: "window",
    byServiceWorker: false,
    ...more,
  };
}

function claim(outcome: Claim["outcome"], requests: readonly SeenRequest[], more: Partial<Claim> = {}): Claim {
  const evidence = outcome === "not_sent" ? "Nothing of it was sent to Chrome." : evidenceSentence(requests, true);
  return { actionId: "a", source: "result", outcome, evidence, requests, resolution: null, at: resultAt, ...more };
}

const answered: ArrivedRequest = { arrivedAt: 1_000, appliedAt: 1_001, status: 200 };
const dropped: ArrivedRequest = { arrivedAt: 1_000, appliedAt: null, status: null };
const unanswered: ArrivedRequest = { arrivedAt: 1_000, appliedAt: 1_001, status: null };
const refused = { state: "not_reached", status: null, failure: "net::ERR_CONNECTION_REFUSED" } as const;
const sent = { state: "sent", status: null, endedAt: null } as const;
const resolution = { by: "evidence", who: "the control room", at: 4_000, why: "" } as const;

describe("a claim that says more than is true is found", () => {
  test.each<[string, Claim, readonly ArrivedRequest[]]>([
    ["not_sent_but_applied", claim("not_sent", []), [answered]],
    ["not_sent_but_arrived", claim("not_sent", []), [dropped]],
    ["failed_but_applied", claim("failed", []), [answered]],
    ["done_unseen_but_arrived", claim("done", []), [answered]],
    ["done_unseen_but_arrived", claim("done", []), [dropped]],
    ["answered_but_was_not", claim("unknown", [seen({})]), [unanswered]],
    ["answered_but_was_not", claim("unknown", [seen({ status: 303 })]), [answered]],
    ["answered_but_was_not", claim("unknown", [], { evidence: `POST http://s${path} was answered with 200.` }), []],
    ["done_answered_but_not_applied", claim("done", [seen({})]), [{ ...dropped, status: 200 }]],
    ["not_reached_but_arrived", claim("unknown", [seen(refused)]), [dropped]],
    [
      "not_reached_but_arrived",
      claim("unknown", [], { evidence: `POST http://s${path} did not reach the site.` }),
      [dropped],
    ],
    [
      "resolved_not_applied_but_applied",
      claim("unknown", [seen(sent)], { resolution: { ...resolution, finding: "not_applied" } }),
      [unanswered],
    ],
    [
      "resolved_answered_but_was_not",
      claim("unknown", [seen(sent)], { resolution: { ...resolution, finding: "answered" } }),
      [unanswered],
    ],
  ])("%s", (falsehood, said, arrived) => {
    expect(judgeClaims(said, { path, arrived })).toContain(falsehood);
  });

  test("a failed request that did not reach the site, and was applied all the same, is two", () => {
    const said = claim("failed", [seen(refused)]);
    expect(judgeClaims(said, { path, arrived: [answered] })).toEqual(["failed_but_applied", "not_reached_but_arrived"]);
  });
});

describe("a claim that is true, or says nothing of the site, is not", () => {
  test.each<[string, Claim, readonly ArrivedRequest[]]>([
    ["not sent, and nothing came", claim("not_sent", []), []],
    ["done and answered", claim("done", [seen({})]), [answered]],
    [
      "done, and the shop refused it with a status",
      claim("done", [seen({ status: 422 })]),
      [{ ...dropped, status: 422 }],
    ],
    [
      "done without a request, and one came only afterwards",
      claim("done", []),
      [{ ...answered, arrivedAt: resultAt + 1 }],
    ],
    ["unknown without a request, although it was applied", claim("unknown", []), [answered]],
    ["unknown, sent, and never arrived", claim("unknown", [seen(sent)]), []],
    ["failed, and it did not reach the site", claim("failed", [seen(refused)]), []],
    [
      "a first try that did not reach the site, and a second one that did",
      claim("done", [seen(refused), seen({})]),
      [answered],
    ],
    ["another request of the page was answered", claim("unknown", [seen({ url: "http://s/count" })]), []],
    [
      "cleared up by the agent's word, whatever it said",
      claim("unknown", [seen(sent)], { resolution: { ...resolution, by: "agent", finding: "not_applied" } }),
      [unanswered],
    ],
  ])("%s", (_, said, arrived) => {
    expect(judgeClaims(said, { path, arrived })).toEqual([]);
  });
});

test("the words that are looked for are the ones that are written", () => {
  const none: Verdict = judge({
    written: true,
    touched: true,
    carriedOut: true,
    failure: null,
    partly: false,
    cutOff: null,
    dialogOpen: false,
    pageClosed: false,
    silent: false,
    navigates: false,
    requests: [],
  });
  const evidence = `${groundSentence(none.ground)} ${evidenceSentence([], true)}`;
  expect(judgeClaims(claim(none.outcome, [], { evidence }), { path, arrived: [answered] })).toEqual([
    "done_unseen_but_arrived",
  ]);
});

test.each([
  ["none_seen", claim("unknown", [])],
  ["sent_no_answer", claim("unknown", [seen(sent)])],
  ["ended_without_answer", claim("unknown", [seen({ state: "failed", status: null })])],
  ["answered", claim("unknown", [seen({})])],
  ["not_watched", claim("unknown", [], { evidence: evidenceSentence([], false) })],
  ["other", claim("unknown", [], { evidence: "" })],
] as const)("an unknown outcome with the evidence %s is counted as that", (kind, said) => {
  expect(unknownEvidence(said, path)).toBe(kind);
});
