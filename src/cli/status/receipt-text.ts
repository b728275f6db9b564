import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { receiptSteps } from "../../core/view/snapshot.ts";
import { receiptTitle, stepTime, stepWords, unansweredSentence } from "../../core/view/words.ts";
import { type Paint, plain } from "../output.ts";
import { actionLines } from "./action-lines.ts";

/**
 * A receipt: why there is one, what local work may still run (R2), what is known of the website (R3). A step without
 * a time has not been observed, and is told so.
 */
export function receiptText(receipt: ReceiptView, paint: Paint): string {
  const { completedAt, lastAction, released, slot, steps, unanswered } = receipt;
  const lines = [
    ...steps.map((step) => stepLine(step, receipt, paint)),
    ...(completedAt === null ? ["Steps are still under way."] : []),
    ...(released.length === 0 ? [] : [`Released for you: ${released.map(plain).join(", ")}`]),
    plain(unansweredSentence(unanswered)),
    ...(lastAction === null ? ["No action is recorded for that lease."] : lastActionLines(actionLines(lastAction))),
  ];
  return [paint("bold", `Slot ${slot}: ${plain(receiptTitle(receipt))}`), ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

function lastActionLines([first, ...rest]: readonly string[]): readonly string[] {
  return [`Last action: ${first ?? ""}`, ...rest];
}

function stepLine({ step, at }: ReceiptStep, receipt: ReceiptView, paint: Paint): string {
  const time = stepTime(at, receipt);
  return `${stepWords(step).padEnd(longestStep)}  ${at === null ? paint("yellow", time) : time}`;
}

const longestStep = Math.max(...receiptSteps.map((step) => stepWords(step).length));
