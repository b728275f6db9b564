/**
 * Why a slot is not offered (R7). A slot may have several reasons; it is offered again when none is left. A reason
 * goes on evidence (`look_again`, `run_check`) or by a named decision of the person; both are recorded.
 */
export const quarantineCodes = [
  /** A lease ended with an action of which nobody knows whether it was applied. */
  "outcome_unknown",
  /** Chrome ended by itself while an action ran. */
  "chrome_crashed",
  /** The broker was killed and nobody saw it end (R2). */
  "broker_exit_not_observed",
  /** Chrome was told to end and nobody saw it end; its place stays taken (R52). */
  "chrome_exit_not_observed",
  /** Another program holds the profile. */
  "foreign_profile_lock",
  /** Tabs of a lease that is over could not be closed (R43). */
  "cleanup_failed",
  /** The workplace was to be wiped, and something of it is still there (R14). */
  "wipe_not_proven",
  /** What is stored of the slot contradicts itself (R50). */
  "records_disagree",
] as const;

export type QuarantineCode = (typeof quarantineCodes)[number];

export interface QuarantineReason {
  readonly id: string;
  readonly code: QuarantineCode;
  readonly known: string;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  /** Actions that this reason is about; empty for the others. */
  readonly actionIds: readonly string[];
  /** The process whose exit was not observed; null for the other reasons. */
  readonly process: { readonly pid: number; readonly startTime: string | null } | null;
}

/**
 * What the person can do about a reason.
 * - `inspect`: take the slot over and look; the reason stays until it is decided
 * - `mark_applied`, `mark_not_applied`: the person's word about the unknown actions
 * - `run_check`: look at the page that the target's configuration names
 * - `look_again`: test the reason's own facts anew (a process, a lock, the tabs, the records)
 * - `discard`: close Chrome and wipe the workplace, logins too
 */
export const resolveWays = [
  "inspect",
  "mark_applied",
  "mark_not_applied",
  "run_check",
  "look_again",
  "discard",
] as const;

export type ResolveWay = (typeof resolveWays)[number];

const aboutActions: readonly ResolveWay[] = ["inspect", "mark_applied", "mark_not_applied", "run_check", "discard"];

const waysOf: Readonly<Record<QuarantineCode, readonly ResolveWay[]>> = {
  outcome_unknown: aboutActions,
  chrome_crashed: aboutActions,
  broker_exit_not_observed: ["inspect", "look_again", "discard"],
  // What may still write into the profile can't be inspected or wiped.
  chrome_exit_not_observed: ["look_again"],
  foreign_profile_lock: ["look_again"],
  cleanup_failed: ["inspect", "look_again", "discard"],
  // Looking into a workplace that is half wiped says nothing; wiping it again is the only proof.
  wipe_not_proven: ["discard"],
  records_disagree: ["inspect", "look_again", "discard"],
};

/** The ways that are open for a reason. @param hasCheck whether the target's configuration names a check */
export function openWays(code: QuarantineCode, hasCheck: boolean): readonly ResolveWay[] {
  return waysOf[code].filter((way) => way !== "run_check" || hasCheck);
}
