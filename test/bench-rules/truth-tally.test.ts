import { expect, test } from "vitest";
import type { Delivery } from "../../demo/shop/deliveries.ts";
import type { LedgerEntry } from "../../demo/shop/ledger.ts";
import type { SeenRequest } from "../../src/core/action/evidence.ts";
import type { Claim } from "../bench/truth/claims.ts";
import { planTrial } from "../bench/truth/plan.ts";
import { type Evidence, tally } from "../bench/truth/tally.ts";
import type { SaveRecord, TrialRecord } from "../bench/truth/trial.ts";

const path = "/admin/products/1/save";
const change = "trial-1";

function delivery(attempt: number, more: Partial<Delivery> = {}): Delivery {
  const page = `http://shop/admin/products/1?change=${change}&try=${attempt}`;
  return { change_id: change, path, page, arrived_at: 100, applied_at: 101, status: 200, ended_at: 102, ...more };
}

const posted: SeenRequest = {
  method: "POST",
  url: `http://shop${path}`,
  kind: "request",
  state: "answered",
  status: 200,
  failure: null,
  sentAt: 99,
  endedAt: 102,
  initiator: "script",
  attribution: "window",
  byServiceWorker: false,
};

function save(attempt: number): SaveRecord {
  return { actionId: `save-${attempt}`, attempt, told: "done", error: null, startedAt: 90, endedAt: 110 };
}

function stored(attempt: number, outcome: Claim["outcome"], requests: readonly SeenRequest[]): Claim {
  const evidence = requests.length === 0 ? "" : `POST http://shop${path} was answered with 200.`;
  return { actionId: `save-${attempt}`, source: "record", outcome, evidence, requests, resolution: null, at: 200 };
}

/** The ledger follows from what arrived, as the shop's own does. */
function evidenceOf(deliveries: readonly Delivery[], claims: readonly Claim[], attempts: readonly number[]): Evidence {
  const record: TrialRecord = {
    plan: planTrial(1, 1),
    change,
    path,
    saves: attempts.map(save),
    claims: [],
    notInflicted: null,
    gaveUp: null,
    trouble: [],
    refusals: [],
    startedAt: 0,
    endedAt: 300,
  };
  const ledger = deliveries.flatMap((each): LedgerEntry[] => {
    const applied_at = each.applied_at;
    return applied_at === null
      ? []
      : [{ change_id: change, product: 1, field: "price", value: "1.00", applied_at, client: "a" }];
  });
  return { records: [record], stored: claims, ledger, deliveries };
}

test("a change that two attempts have applied is a double effect, and what led to it is a false claim", () => {
  const claims = [stored(1, "not_sent", []), stored(2, "done", [posted])];
  expect(tally(evidenceOf([delivery(1), delivery(2)], claims, [1, 2]))).toMatchObject({
    double_effects: 1,
    resent_by_chrome: 0,
    false_claims: 1,
    false_claims_by_kind: { not_sent_but_applied: 1 },
    books_agree: true,
  });
});

test("a click that was made twice is a double effect", () => {
  const figures = tally(evidenceOf([delivery(1), delivery(1)], [stored(1, "done", [posted, posted])], [1]));
  expect(figures).toMatchObject({ double_effects: 1, resent_by_chrome: 0 });
});

test("one request that Chrome has sent twice is told apart from it", () => {
  const figures = tally(evidenceOf([delivery(1), delivery(1)], [stored(1, "done", [posted])], [1]));
  expect(figures).toMatchObject({ double_effects: 0, resent_by_chrome: 1, false_claims: 0 });
});

test("a request that belongs to no known Save shows that the bench's books are wrong", () => {
  expect(tally(evidenceOf([delivery(3)], [], [1]))).toMatchObject({ books_agree: false });
});

test("the same seed plans the same trials, and another seed others", () => {
  const plans = (seed: number) => Array.from({ length: 20 }, (_, index) => planTrial(seed, index + 1));
  expect(plans(7)).toEqual(plans(7));
  expect(plans(7)).not.toEqual(plans(8));
  expect(new Set(plans(7).map(({ local }) => local)).size).toBeGreaterThan(3);
});
