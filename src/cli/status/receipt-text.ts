import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { type Paint, plain } from "../output.ts";
import { outcomeWords } from "./slot-words.ts";

/**
 * The receipt of a take-over: who may act now (R1), what local work may still run (R2), what is known of the
 * website (R3). A step without a time has not been observed, and is told so.
 */
export function receiptText(receipt: ReceiptView, paint: Paint): string {
  const lines = [
    paint("bold", `Slot ${receipt.slot} is yours, epoch ${receipt.epoch}. It was held by ${plain(receipt.from)}.`),
    ...receipt.steps.map((step) => stepLine(step, receipt.requestedAt, paint)),
    receipt.unanswered.length === 0
      ? "  No command to Chrome was unanswered."
      : `  Sent to Chrome before that and unanswered: ${receipt.unanswered.map(plain).join(", ")}`,
  ];
  const action = receipt.lastAction;
  if (action) {
    const evidence = action.evidence === null ? "nothing is known of the website" : plain(action.evidence);
    lines.push(`  Last action: ${plain(action.summary)}, ${outcomeWords(action)}; ${evidence}`);
  }
  return lines.join("\n");
}

const stepWords: Readonly<Record<ReceiptStep["step"], string>> = {
  fence: "the agent is out",
  recorded: "the change is on disk",
  broker_cut_off: "its broker is cut off from Chrome",
  broker_exit: "its broker has exited",
  chrome_barrier: "Chrome has answered what came before",
  detached: "its debugging session is detached",
  front: "the window is in front",
};

function stepLine({ step, at }: ReceiptStep, requestedAt: number, paint: Paint): string {
  const when =
    at === null ? paint("yellow", "not observed yet") : `after ${Math.max(0, Math.round(at - requestedAt))} ms`;
  return `  ${stepWords[step].padEnd(longestStep)}  ${when}`;
}

const longestStep = Math.max(...Object.values(stepWords).map((words) => words.length));
