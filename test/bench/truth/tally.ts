import type { Delivery } from "../../../demo/shop/deliveries.ts";
import type { LedgerEntry } from "../../../demo/shop/ledger.ts";
import type { Figure } from "../support/bench.ts";
import {
  type Claim,
  type Falsehood,
  falsehoods,
  isSave,
  judgeClaims,
  type ShopFacts,
  unknownEvidence,
} from "./claims.ts";
import type { TrialRecord } from "./trial.ts";

export interface Evidence {
  readonly records: readonly TrialRecord[];
  readonly stored: readonly Claim[];
  readonly ledger: readonly LedgerEntry[];
  readonly deliveries: readonly Delivery[];
}

export interface FalseClaim {
  readonly trial: number;
  readonly claim: Claim;
  readonly kind: Falsehood;
}

/** Every claim of every Save beside what the shop knows of that Save. */
export function judgeAll({ records, stored, deliveries }: Evidence): { claims: number; found: readonly FalseClaim[] } {
  const onDisk = Map.groupBy(stored, ({ actionId }) => actionId);
  let claims = 0;
  const found = records.flatMap((record) =>
    record.saves.flatMap(({ actionId, attempt }) => {
      const facts = factsOf(record, attempt, deliveries);
      const made = [...record.claims.filter((each) => each.actionId === actionId), ...(onDisk.get(actionId) ?? [])];
      claims += made.length;
      return made.flatMap((claim) =>
        judgeClaims(claim, facts).map((kind) => ({ trial: record.plan.number, claim, kind })),
      );
    }),
  );
  return { claims, found };
}

/** The attempt's number stands in the address of the page that sent it. */
function factsOf({ change, path }: TrialRecord, attempt: number, deliveries: readonly Delivery[]): ShopFacts {
  const own = deliveries.filter((each) => each.change_id === change && attemptOf(each) === attempt);
  const arrived = own.map(({ arrived_at: arrivedAt, applied_at: appliedAt, status }) => ({
    arrivedAt,
    appliedAt,
    status,
  }));
  return { path, arrived };
}

function attemptOf({ page }: Delivery): number | null {
  return URL.canParse(page) ? Number(new URL(page).searchParams.get("try")) : null;
}

export function tally(evidence: Evidence): Readonly<Record<string, Figure>> {
  const { records, stored, ledger, deliveries } = evidence;
  const { claims, found } = judgeAll(evidence);
  const saves = records.flatMap((record) => record.saves.map((save) => ({ record, save })));
  const byId = new Map(stored.map((claim) => [claim.actionId, claim]));
  const unknown = saves.flatMap(({ record, save }) => {
    const claim = byId.get(save.actionId);
    if (claim?.outcome !== "unknown") return [];
    const applied = isApplied(record, save.attempt, deliveries);
    return [{ record, save, claim, applied, evidence: unknownEvidence(claim, record.path) }];
  });
  const times = Map.groupBy(ledger, ({ change_id }) => change_id);
  const twice = [...times].filter(([, entries]) => entries.length > 1).map(([change]) => change);
  const resent = twice.filter((change) => isResent(change, evidence));
  const doubles = twice.filter((change) => !resent.includes(change));
  const resolvedBy = (by: string) => unknown.filter(({ claim }) => claim.resolution?.by === by).length;
  return {
    faults: count([
      ...records.map(({ plan }) => plan.local),
      ...records.flatMap(({ plan }) => (plan.shop === "none" ? [] : [`shop_${plan.shop}`])),
    ]),
    faults_not_inflicted: records.filter(({ notInflicted }) => notInflicted !== null).length,
    saves: saves.length,
    // What the agent was told; its wrapper or the control room may have been killed before it could be.
    outcomes: count(saves.map(({ save }) => save.told ?? "no_answer")),
    outcomes_recorded: count(saves.map(({ save }) => byId.get(save.actionId)?.outcome ?? "no_record")),
    claims_checked: claims,
    false_claims: found.length,
    false_claims_by_kind: count(found.map(({ kind }) => kind)),
    false_claim_examples: found.slice(0, 5).map(exampleOf),
    double_effects: doubles.length,
    double_effect_examples: doubles.slice(0, 5).map((change) => doubleOf(change, deliveries)),
    // Not an action that was repeated: one request by Chrome's own word, which its network stack has sent twice.
    resent_by_chrome: resent.length,
    unknown_share: saves.length === 0 ? null : Math.round((unknown.length / saves.length) * 1000) / 1000,
    unknown_by_fault: count(unknown.map(({ record, save }) => (save.attempt === 1 ? record.plan.local : "later_save"))),
    unknown_by_shop_fault: count(
      unknown.map(({ record, save }) => (save.attempt === 1 ? record.plan.shop : "later_save")),
    ),
    unknown_evidence: count(unknown.map((each) => each.evidence)),
    // How often an unknown outcome was one: the change was there, or was not.
    unknown_applied: unknown.filter((each) => each.applied).length,
    // Nothing was seen, and it was applied: true as far as it goes, and the most that a person can be misled.
    unknown_none_seen_applied: unknown.filter(({ applied, evidence: seen }) => applied && seen === "none_seen").length,
    resolved_by_evidence: resolvedBy("evidence"),
    resolved_by_agent: resolvedBy("agent"),
    resolved_by_person: resolvedBy("person"),
    unresolved: unknown.filter(({ claim }) => claim.resolution === null).length,
    stated_wrongly: unknown.filter(({ claim, applied }) => isStatedWrongly(claim, applied)).length,
    trials_given_up: records.filter(({ gaveUp }) => gaveUp !== null).length,
    changes_not_applied: records.filter(({ change }) => !times.has(change)).length,
    // The bench's own books: what was applied is what arrived and was applied, and all of it came from a known Save.
    books_agree:
      ledger.length === deliveries.filter(({ applied_at }) => applied_at !== null).length &&
      deliveries.every((each) =>
        records.some((record) => record.saves.some(({ attempt }) => isOf(each, record, attempt))),
      ),
  };
}

function isOf(delivery: Delivery, { change }: TrialRecord, attempt: number): boolean {
  return delivery.change_id === change && attemptOf(delivery) === attempt;
}

function isApplied(record: TrialRecord, attempt: number, deliveries: readonly Delivery[]): boolean {
  return factsOf(record, attempt, deliveries).arrived.some(({ appliedAt }) => appliedAt !== null);
}

/** By agent or person: not SessionDock's word, but it shows what its words have led to. */
function isStatedWrongly({ resolution }: Claim, applied: boolean): boolean {
  return resolution?.finding === (applied ? "not_applied" : "applied");
}

function exampleOf({ trial, claim, kind }: FalseClaim): Figure {
  const { actionId, source, outcome, evidence } = claim;
  return { trial, action: actionId, where: source, what: falsehoods[kind], outcome, evidence: evidence.slice(0, 300) };
}

/**
 * Chrome sends a request again by itself when a connection that it had opened in advance is cut without an answer, and
 * tells of one request. All that arrived then belongs to one attempt, of which no more than one request was seen.
 */
function isResent(change: string, { records, stored, deliveries }: Evidence): boolean {
  const applied = deliveries.filter((each) => each.change_id === change && each.applied_at !== null);
  const attempts = new Set(applied.map(attemptOf));
  const record = records.find((each) => each.change === change);
  const save = record?.saves.find(({ attempt }) => attempts.has(attempt));
  const seen = stored.find(({ actionId }) => actionId === save?.actionId)?.requests ?? [];
  return attempts.size === 1 && seen.filter((each) => isSave(each, record?.path ?? "")).length === 1;
}

/** Of two attempts: an agent, or a person, was told wrongly or looked too early. Of one: the click was made twice. */
function doubleOf(change: string, deliveries: readonly Delivery[]): Figure {
  const own = deliveries.filter((each) => each.change_id === change && each.applied_at !== null);
  return { change, attempts: own.map((each) => attemptOf(each)), arrived_at: own.map(({ arrived_at }) => arrived_at) };
}

function count(names: readonly string[]): Readonly<Record<string, number>> {
  const groups = [...Map.groupBy(names, (name) => name)].sort(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(groups.map(([name, { length }]) => [name, length]));
}
