/**
 * The life of a slot's Chrome. Only an observed exit leads back to `empty`, and only `empty` counts as
 * capacity that has come back (R52). Whether the slot is offered is another question: `quarantine.ts`.
 *
 * ```
 *   ┌───────┐ launch   ┌───────────┐ opened  ┌──────┐ close   ┌─────────┐
 *   │ empty │ ───────▶ │ launching │ ──────▶ │ live │ ──────▶ │ closing │
 *   └───────┘          └───────────┘         └──────┘         └─────────┘
 *       ▲ exit observed      │                    │                │
 *       └────────────────────┴────────────────────┴────────────────┘
 * ```
 */
export type SlotLife = Empty | Launching | Live | Closing;

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

/** Whether a Chrome of this slot runs or may run, and so takes one of the places under the cap (R10, R52). */
export function takesPlace(life: SlotLife): boolean {
  return life.kind !== "empty";
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
    default:
      return life satisfies never;
  }
}

/** The exit of that launch was observed: its place comes back (R52). */
export function afterExit(life: SlotLife, launch: string): SlotLife {
  return unobservedOf(life)?.launch === launch ? { kind: "empty" } : life;
}
