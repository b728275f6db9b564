import type { SlotFacts } from "../schedule/facts.ts";

/** What decides whether a slot may be given to another target. */
export interface ReassignFacts
  extends Pick<
    SlotFacts,
    | "slot"
    | "target"
    | "holder"
    | "life"
    | "settling"
    | "quarantine"
    | "unresolved"
    | "watched"
    | "personTabs"
    | "lastUsedAt"
  > {
  readonly wiping: object | null;
  /** It is kept for an agent that is asked whether it is still there. */
  readonly offered: boolean;
  /** Somebody waits for its present target. */
  readonly wanted: boolean;
}

/** Why a slot keeps its target (R14, R16): the first that holds. `reassignWords` in `view` says each in words. */
export const reassignObstacles = [
  "being_wiped",
  "quarantined",
  "held",
  "parked",
  "taken_over",
  "offered",
  "settling",
  "outcome_unknown",
  /** Its Chrome is on its way in or out. One that is open is closed first, and its exit observed (R52). */
  "exit_not_observed",
  "watched",
  "wanted",
] as const;

export type ReassignObstacle = (typeof reassignObstacles)[number];

/** @returns null for a slot whose workplace may be wiped, so that another target gets it */
export function reassignObstacle(facts: ReassignFacts): ReassignObstacle | null {
  if (facts.wiping !== null) return "being_wiped";
  if (facts.quarantine !== null) return "quarantined";
  if (facts.holder !== "nobody") return holds[facts.holder];
  if (facts.offered) return "offered";
  if (facts.settling) return "settling";
  if (facts.unresolved) return "outcome_unknown";
  if (facts.life === "launching" || facts.life === "closing") return "exit_not_observed";
  if (facts.watched || facts.personTabs) return "watched";
  return facts.wanted ? "wanted" : null;
}

const holds = { agent: "held", parked: "parked", human: "taken_over" } as const;

/** What is no obstacle for the person, who has been told what will be lost: they know what they look at. */
export function isForPersonToDecide(obstacle: ReassignObstacle): boolean {
  return obstacle === "watched" || obstacle === "wanted";
}

/** A slot that nobody has used yet needs no wipe. A person may have logged in to one without a target. */
export function wasUsed({ target, lastUsedAt }: Pick<SlotFacts, "target" | "lastUsedAt">): boolean {
  return target !== null || lastUsedAt !== 0;
}

type Used = Pick<SlotFacts, "slot" | "lastUsedAt">;

/** Longest unused first. */
export function isLongerUnused(one: Used, other: Used): boolean {
  return one.lastUsedAt === other.lastUsedAt ? one.slot < other.slot : one.lastUsedAt < other.lastUsedAt;
}

/** The slot that a new target gets when none is left that was never used; null when every one has an obstacle. */
export function leastRecentlyUsed<Slot extends ReassignFacts>(slots: readonly Slot[]): Slot | null {
  const free = slots.filter((slot) => wasUsed(slot) && reassignObstacle(slot) === null);
  return free.reduce<Slot | null>((least, slot) => (least && isLongerUnused(least, slot) ? least : slot), null);
}
