import type { ReassignObstacle } from "../slot/reassign.ts";

/** Why a slot keeps its login target, in words (R14, R16). */
export function reassignWords(obstacle: ReassignObstacle, slot: number): string {
  return `Slot ${slot} ${reasons[obstacle]}.`;
}

const reasons: Readonly<Record<ReassignObstacle, string>> = {
  being_wiped: "is being wiped",
  quarantined: "is in quarantine; decide about that first",
  held: "is held by an agent; release it first",
  parked: "is parked: its agent vanished, and you have to decide about its lease first",
  taken_over: "is yours; hand it back first",
  offered: "is being offered to an agent",
  settling: "has a lease that is still being accounted for",
  outcome_unknown: "has an action whose outcome is unknown; clear that up first",
  exit_not_observed: "has a Chrome that is between two launches; its exit was not observed",
  watched: "is being watched: its window is in front, or has a tab of yours",
  wanted: "has a login that an agent waits for",
};

/** What a wipe takes away; named before the person confirms it. */
export function lossWords(target: string | null, slot: number): string {
  const whose = target === null ? "" : ` of ${target}`;
  return `Everything${whose} in slot ${slot} will be lost: logins, cookies, what its sites have stored, history, downloads and uploads. It can't be undone.`;
}
