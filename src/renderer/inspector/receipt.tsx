import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { receiptTitle, stepTime, stepWords, unansweredSentence } from "../../core/view/words.ts";
import { Icon, type IconName } from "../icons.tsx";
import { useNow } from "../state/clock.ts";
import { clockTime } from "../words/time.ts";
import { ActionRecord } from "./action-record.tsx";

/** What a change of control has shown (R5): each step with its distance from the request. */
export function Receipt({ receipt }: { readonly receipt: ReceiptView }) {
  const now = useNow();
  const { completedAt, lastAction, requestedAt, steps, unanswered } = receipt;
  return (
    <section className="panel receipt" data-cause={receipt.cause} aria-labelledby="receipt-title">
      <h3 id="receipt-title">
        Receipt <span className="aside">{clockTime(requestedAt, now)}</span>
      </h3>
      <p className="answer">{receiptTitle(receipt)}</p>
      <ol className="steps">
        {steps.map((step) => (
          <Step key={step.step} step={step} receipt={receipt} />
        ))}
      </ol>
      <div className="receipt-rest">
        {completedAt === null && <p>Steps are still under way.</p>}
        <p>{unansweredSentence(unanswered)}</p>
        {lastAction === null ? (
          <p>No action is recorded for that lease.</p>
        ) : (
          <>
            <h4>Its last action</h4>
            <ActionRecord action={lastAction} />
          </>
        )}
      </div>
    </section>
  );
}

function Step({ step: { step, at }, receipt }: { readonly step: ReceiptStep; readonly receipt: ReceiptView }) {
  const state = at !== null ? "seen" : receipt.completedAt === null ? "awaited" : "missed";
  const keys = step === "released" && receipt.released.length > 0 ? ` (released: ${receipt.released.join(", ")})` : "";
  return (
    <li data-state={state}>
      <Icon name={signs[state]} />
      <span>
        {stepWords(step)}
        {keys}
      </span>
      <span className="step-time">{stepTime(at, receipt)}</span>
    </li>
  );
}

const signs: Readonly<Record<"seen" | "awaited" | "missed", IconName>> = {
  seen: "done",
  awaited: "running",
  missed: "not_sent",
};
