import type { SeenRequest } from "../../../src/core/action/evidence.ts";
import type { Outcome, Resolution } from "../../../src/core/action/outcome.ts";

/** What SessionDock said of one Save, to the agent, to the person, or to its own records. */
export interface Claim {
  readonly actionId: string;
  /** Where it was said, such as `result` or `lastMutation`. */
  readonly source: string;
  readonly outcome: Outcome;
  readonly evidence: string;
  readonly requests: readonly SeenRequest[];
  /** How an unknown outcome was cleared up, where it was. */
  readonly resolution: Resolution | null;
  /** When it was said, milliseconds since the Unix epoch. */
  readonly at: number;
}

/** One request of the Save, by the shop's own log. */
export interface ArrivedRequest {
  readonly arrivedAt: number;
  readonly appliedAt: number | null;
  /** Of the status line that the shop sent; null where it sent none. */
  readonly status: number | null;
}

/** The truth about one Save. */
export interface ShopFacts {
  /** Path that a Save is posted to. */
  readonly path: string;
  readonly arrived: readonly ArrivedRequest[];
}

/** Each is a way in which a claim says more than is true. */
export const falsehoods = {
  not_sent_but_applied: "not_sent, and the change was applied",
  not_sent_but_arrived: "not_sent, and its request arrived at the shop",
  failed_but_applied: "failed, and the change was applied",
  done_unseen_but_arrived: "done without a request, and one had arrived by then",
  answered_but_was_not: "a status was named that the shop did not send",
  done_answered_but_not_applied: "done with a good answer, and nothing was applied",
  not_reached_but_arrived: "said not to have reached the site, and it arrived",
  resolved_not_applied_but_applied: "cleared up by evidence as not applied, and it was applied",
  resolved_answered_but_was_not: "cleared up by evidence as answered, and the shop had sent no status",
} as const;
export type Falsehood = keyof typeof falsehoods;

const noneSeenWords = "No request that could change something was seen";

/** Compares what was said with what the shop knows. An `unknown` says nothing of the site that could be false. */
export function judgeClaims(claim: Claim, facts: ShopFacts): readonly Falsehood[] {
  const said = statementsOf(claim, facts.path);
  const applied = facts.arrived.filter(({ appliedAt }) => appliedAt !== null);
  const statuses = facts.arrived.flatMap(({ status }) => status ?? []);
  const by = (times: readonly (number | null)[]) => times.some((time) => time !== null && time <= claim.at);
  const found: Falsehood[] = [];
  if (claim.outcome === "not_sent" && applied.length > 0) found.push("not_sent_but_applied");
  else if (claim.outcome === "not_sent" && facts.arrived.length > 0) found.push("not_sent_but_arrived");
  if (claim.outcome === "failed" && applied.length > 0) found.push("failed_but_applied");
  if (claim.outcome === "done" && said.noneSeen && by(facts.arrived.map(({ arrivedAt }) => arrivedAt))) {
    found.push("done_unseen_but_arrived");
  }
  if (said.statuses.some((status) => !statuses.includes(status))) found.push("answered_but_was_not");
  const good = said.statuses.some((status) => status >= 200 && status < 400);
  if (claim.outcome === "done" && good && applied.length === 0) found.push("done_answered_but_not_applied");
  if (said.notReached > 0 && facts.arrived.length > said.reached) found.push("not_reached_but_arrived");
  if (claim.resolution?.by === "evidence") {
    const { finding } = claim.resolution;
    if (finding === "not_applied" && applied.length > 0) found.push("resolved_not_applied_but_applied");
    if (finding === "answered" && statuses.length === 0) found.push("resolved_answered_but_was_not");
  }
  return found;
}

export interface Statements {
  /** It was said in words, or there is no request among the data. */
  readonly noneSeen: boolean;
  /** Statuses that are named as answers, in words or as data. */
  readonly statuses: readonly number[];
  /** Requests that are said not to have reached the site. */
  readonly notReached: number;
  /** Requests of which that is not said. */
  readonly reached: number;
}

/** What a claim says of the Save's own request. The words are read as well: they are what a person and a model read. */
export function statementsOf({ evidence, requests }: Pick<Claim, "evidence" | "requests">, path: string): Statements {
  const own = requests.filter((seen) => isSave(seen, path));
  const words = wordsOf(evidence, path);
  const inWords = words.flatMap((rest) => /^ was answered with (\d+)/.exec(rest)?.[1] ?? []).map(Number);
  const asData = own.flatMap(({ state, status }) => (state === "answered" && status !== null ? [status] : []));
  const notReached = own.filter(({ state }) => state === "not_reached").length;
  const notReachedWords = words.filter((rest) => rest.startsWith(" did not reach")).length;
  return {
    noneSeen: evidence.includes(noneSeenWords) || (own.length === 0 && words.length === 0),
    statuses: [...new Set([...inWords, ...asData])],
    notReached: Math.max(notReached, notReachedWords),
    reached: Math.max(own.length - notReached, words.length - notReachedWords),
  };
}

export function isSave({ method, url }: Pick<SeenRequest, "method" | "url">, path: string): boolean {
  return method === "POST" && url.endsWith(path);
}

/** How unknown an unknown outcome was when it was stated; what became known later stands among its requests. */
export type UnknownEvidence =
  | "none_seen"
  | "sent_no_answer"
  | "ended_without_answer"
  | "not_watched"
  | "answered"
  | "other";

export function unknownEvidence({ evidence }: Pick<Claim, "evidence">, path: string): UnknownEvidence {
  const words = wordsOf(evidence, path);
  if (words.some((rest) => rest.includes("no answer was seen"))) return "sent_no_answer";
  if (words.some((rest) => rest.includes("ended without an answer"))) return "ended_without_answer";
  if (words.some((rest) => rest.startsWith(" was answered"))) return "answered";
  if (evidence.includes(noneSeenWords)) return "none_seen";
  return evidence.includes("could not be watched") ? "not_watched" : "other";
}

/** What the sentence says of each of the Save's own requests. */
function wordsOf(evidence: string, path: string): readonly string[] {
  return [...evidence.matchAll(/POST \S+/g)].flatMap((match) => {
    const [address = ""] = match;
    const rest = evidence.slice(match.index + address.length).split(";")[0] ?? "";
    return address.endsWith(path) ? [rest] : [];
  });
}
