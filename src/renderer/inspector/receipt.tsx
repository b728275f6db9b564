import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { useNow } from "../state/clock.ts";
import { actionLine } from "../words/action.ts";
import { stepWords, unansweredAtFence } from "../words/receipt.ts";
import { clockTime, offset } from "../words/time.ts";

/** What a take-over has shown so far (R5): each step with its distance from the request. */
export function Receipt({ receipt }: { readonly receipt: ReceiptView }) {
  const now = useNow();
  return (
    <section className="panel receipt" aria-labelledby="receipt-title">
      <h3 id="receipt-title">
        Receipt <span className="aside">epoch {receipt.epoch}</span>
      </h3>
      <p>
        Taken over from <b>{receipt.from}</b>, requested at {clockTime(receipt.requestedAt, now)}.
      </p>
      <ol className="steps">
        {receipt.steps.map((step) => (
          <Step key={step.step} step={step} requestedAt={receipt.requestedAt} />
        ))}
      </ol>
      <div className="receipt-rest">
        <p>{unansweredAtFence(receipt.unanswered)}</p>
        <p>
          {receipt.lastAction
            ? `Last action: ${actionLine(receipt.lastAction)}.`
            : "No action is recorded for that lease."}
        </p>
      </div>
    </section>
  );
}

function Step({ step, requestedAt }: { readonly step: ReceiptStep; readonly requestedAt: number }) {
  const seen = step.at !== null;
  return (
    <li data-seen={seen}>
      <Icon name={seen ? "done" : "running"} />
      <span>{stepWords(step.step)}</span>
      <span className="step-time">{offset(step.at, requestedAt)}</span>
    </li>
  );
}
