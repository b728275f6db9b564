import type { ActionView } from "../../core/view/snapshot.ts";
import { evidenceSentence, outcomeMeaning, outcomeWord, resolutionSentence } from "../../core/view/words.ts";
import { plain } from "../output.ts";

/** All that is known of one action (R3, R6): outcome, what that means, what was seen, and how it was cleared up. */
export function actionLines(action: ActionView): readonly string[] {
  const { outcome, resolution, summary } = action;
  return [
    `${plain(summary)}: ${outcomeWord(outcome)}. ${outcomeMeaning(outcome)}`,
    `  ${plain(seenSoFar(action))}`,
    ...(resolution === null ? [] : [`  ${plain(resolutionSentence(resolution))}`]),
  ];
}

/** While an action runs, its requests come before the sentence about them. */
function seenSoFar({ evidence, requests }: ActionView): string {
  if (evidence !== null) return evidence;
  return requests.length === 0 ? "Not known yet." : evidenceSentence(requests, true);
}
