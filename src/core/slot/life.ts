/**
 * The life of a slot's Chrome. Only an observed exit leads back to `empty`, and only `empty` counts as
 * capacity that has come back (R52).
 *
 * ```
 *   ┌───────┐ launch   ┌───────────┐ opened  ┌──────┐ close   ┌─────────┐
 *   │ empty │ ───────▶ │ launching │ ──────▶ │ live │ ──────▶ │ closing │
 *   └───────┘          └───────────┘         └──────┘         └─────────┘
 *     ▲   ▲ exited           │ exited           │ exited           │ exited
 *     │   └──────────────────┴──────────────────┴──────────────────┘
 *     │ clear (a named decision of the person)
 *   ┌─────────────┐
 *   │ quarantined │ ◀── quarantine, from every state; a Chrome that may still run is named in it
 *   └─────────────┘
 * ```
 */
export type SlotLife = Empty | Launching | Live | Closing | Quarantined;

export interface Empty {
  readonly kind: "empty";
}

export interface Launching {
  readonly kind: "launching";
  readonly launch: string;
  readonly since: number;
}

export interface Live {
  readonly kind: "live";
  readonly launch: string;
  readonly pid: number;
  readonly startTime: string;
  readonly since: number;
}

export interface Closing {
  readonly kind: "closing";
  readonly launch: string;
  readonly pid: number;
  readonly startTime: string;
  readonly since: number;
}

/** A Chrome whose exit has not been observed (R2). Pid and start time name it for good; null while it has none yet. */
export interface Unobserved {
  readonly launch: string;
  readonly pid: number | null;
  readonly startTime: string | null;
}

/** R7: unclear, so never offered. Says why, what is known, and what a person can do. */
export interface Quarantined {
  readonly kind: "quarantined";
  readonly code: QuarantineCode;
  readonly known: string;
  readonly since: number;
  /** The Chrome whose exit has not been observed; it still counts against the cap. */
  readonly running: Unobserved | null;
}

export type QuarantineCode = "foreign_profile_lock" | "broker_exit_not_observed" | "chrome_exit_not_observed";

/** What the person can do about each reason. */
export const quarantineNext: Readonly<Record<QuarantineCode, string>> = {
  foreign_profile_lock: "Close the named program, then clear the quarantine.",
  broker_exit_not_observed: "End the named process yourself, look at the page, then clear the quarantine.",
  chrome_exit_not_observed: "End the named Chrome yourself, then clear the quarantine.",
};

/** Whether a Chrome of this slot runs or may run, and so takes one of the places under the cap (R10, R52). */
export function takesPlace(life: SlotLife): boolean {
  switch (life.kind) {
    case "empty":
      return false;
    case "launching":
    case "live":
    case "closing":
      return true;
    case "quarantined":
      return life.running !== null;
    default:
      return life satisfies never;
  }
}

/** The Chrome of this slot that runs or may run. */
export function unobservedOf(life: SlotLife): Unobserved | null {
  switch (life.kind) {
    case "empty":
      return null;
    case "launching":
      return { launch: life.launch, pid: null, startTime: null };
    case "live":
    case "closing":
      return { launch: life.launch, pid: life.pid, startTime: life.startTime };
    case "quarantined":
      return life.running;
    default:
      return life satisfies never;
  }
}

/** Into quarantine from any life: a Chrome that may still run stays named, and an earlier reason is not lost (R7). */
export function quarantine(life: SlotLife, code: QuarantineCode, known: string, since: number): Quarantined {
  const running = unobservedOf(life);
  if (life.kind === "quarantined") return { ...life, known: `${life.known} ${known}` };
  return { kind: "quarantined", code, known, since, running };
}

/** The exit of that launch was observed: its place comes back, a quarantine stays (R7, R52). */
export function afterExit(life: SlotLife, launch: string): SlotLife {
  if (unobservedOf(life)?.launch !== launch) return life;
  return life.kind === "quarantined" ? { ...life, running: null } : { kind: "empty" };
}
