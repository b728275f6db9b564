import type { ActionView } from "../../core/view/snapshot.ts";

type OutcomeKind = ActionView["outcome"];

/** R6: outcomes in words. None of them claims more than was observed on this machine. */
export function outcomeWord(outcome: OutcomeKind): string {
  switch (outcome) {
    case "running":
      return "running";
    case "not_sent":
      return "not sent";
    case "done":
      return "done";
    case "failed":
      return "failed";
    case "unknown":
      return "outcome unknown";
  }
}

/** What the outcome means for whoever acts next (R6). */
export function outcomeMeaning(outcome: OutcomeKind): string {
  switch (outcome) {
    case "running":
      return "It has not ended; nothing is settled.";
    case "not_sent":
      return "Nothing reached Chrome, so it is safe to repeat.";
    case "done":
      return "Chrome answered that the action was carried out.";
    case "failed":
      return "The action ended with an error. Look at the page before it is repeated.";
    case "unknown":
      return "It may or may not have been carried out. Look at the page before it is repeated.";
  }
}

/** R3: what is known about the website, or that nothing is. */
export function evidenceSentence(action: ActionView): string {
  return action.evidence ?? "Not known yet.";
}

/** One line: `click "Save" — outcome unknown`. */
export function actionLine(action: ActionView): string {
  return `${action.summary} — ${outcomeWord(action.outcome)}`;
}
