import type { Holder } from "../lease/control.ts";

/**
 * R16: the person takes a lent slot back to make room for another agent. Nothing is ever reclaimed by itself; what is
 * decided here is which slot is proposed, and why another one can't be had. Times are milliseconds since the Unix epoch.
 */
export interface ReclaimFacts {
  readonly slot: number;
  readonly holder: Holder["kind"];
  /** When the present holder came in. */
  readonly since: number;
  /** When an agent acted here last; may be before the present holder came in. */
  readonly lastActivityAt: number | null;
  readonly inQuarantine: boolean;
  /** Outcomes that nobody has cleared up: the page may be the only one who knows. */
  readonly unknownOutcomes: number;
  /** An action runs or waits for its turn, or the lease is still being opened. */
  readonly busy: boolean;
  /** The person has its window in front, or large. */
  readonly watched: boolean;
}

/** What stands in the way, the most telling first. Each says by itself what has to come before. */
export const reclaimObstacles = [
  "nobody_holds_it",
  "you_hold_it",
  "parked",
  "in_quarantine",
  "outcome_unknown",
  "busy",
  "watched",
] as const;
export type ReclaimObstacle = (typeof reclaimObstacles)[number];

/** @returns null for a slot that the person may reclaim */
export function obstacleToReclaim(facts: ReclaimFacts): ReclaimObstacle | null {
  if (facts.holder === "nobody") return "nobody_holds_it";
  if (facts.holder === "human") return "you_hold_it";
  if (facts.holder === "parked") return "parked";
  if (facts.inQuarantine) return "in_quarantine";
  if (facts.unknownOutcomes > 0) return "outcome_unknown";
  if (facts.busy) return "busy";
  return facts.watched ? "watched" : null;
}

/** Since when nothing was done under the present holder: what was before belongs to somebody else. */
export function idleSince({ since, lastActivityAt }: Pick<ReclaimFacts, "since" | "lastActivityAt">): number {
  return Math.max(since, lastActivityAt ?? since);
}

/** The one that has been idle longest of those that can be had; of two alike the lower number. */
export function proposeReclaim<Facts extends ReclaimFacts>(slots: readonly Facts[]): Facts | null {
  const open = slots.filter((slot) => obstacleToReclaim(slot) === null);
  const [longest] = open.toSorted((one, other) => idleSince(one) - idleSince(other) || one.slot - other.slot);
  return longest ?? null;
}
