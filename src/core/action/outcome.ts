/**
 * What may be said of an action (R6).
 *
 * ```
 *   admitted ──dispatch──▶ dispatched ──settle──▶ done | failed | unknown | not_sent
 *       │                       │ control changed, broker or Chrome gone
 *       │ control changed       ▼
 *       ▼                    unknown (acts) | failed (reads)
 *   not_sent
 * ```
 */
export type Outcome = "not_sent" | "done" | "failed" | "unknown";

/**
 * How an unknown outcome was cleared up: who said what, when and why (R7). It is kept beside the outcome, which stays
 * as it was stated.
 */
export interface Resolution {
  /** `answered`: what the action had started was answered after all; the evidence has the status. */
  readonly finding: "applied" | "not_applied" | "answered" | "discarded";
  readonly by: "agent" | "person" | "check" | "evidence";
  /** The agent's name, or "you". */
  readonly who: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly why: string;
}

export type ActionState =
  | { readonly kind: "admitted" }
  | { readonly kind: "dispatched" }
  | { readonly kind: "settled"; readonly outcome: Outcome };

/**
 * The outcome of an action whose answer can no longer come.
 * An action that only reads has no effect that could be unknown; one that acts and was dispatched may have had one.
 */
export function outcomeWithoutAnswer(state: ActionState, effect: "reads" | "acts"): Outcome {
  switch (state.kind) {
    case "admitted":
      return "not_sent";
    case "dispatched":
      return effect === "acts" ? "unknown" : "failed";
    case "settled":
      return state.outcome;
    default:
      return state satisfies never;
  }
}
