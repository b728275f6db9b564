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
