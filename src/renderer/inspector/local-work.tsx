import type { SlotView } from "../../core/view/snapshot.ts";
import { lifeSentence } from "../words/holder.ts";
import { brokerSentence, waitingForAnswerSentence, waitingSentence } from "../words/local-work.ts";
import { Fact, Facts } from "./facts.tsx";
import { Moment } from "./moment.tsx";
import { Question } from "./question.tsx";

/** R2: what may still run on this machine. Only an observed exit counts as stopped. */
export function LocalWork({ slot }: { readonly slot: SlotView }) {
  const { action, broker, life } = slot;
  return (
    <Question asks="What local work might still be running?">
      <p className="answer">{brokerSentence(broker)}</p>
      <p>{waitingForAnswerSentence(slot.commandsUnanswered)}</p>
      <Facts>
        {action?.outcome === "running" && <Fact name="Action">{action.summary}</Fact>}
        {slot.actionsWaiting > 0 && <Fact name="Waiting">{waitingSentence(slot.actionsWaiting)}</Fact>}
        {broker?.state === "exited" && (
          <Fact name="Exit seen">
            <Moment at={broker.exitObservedAt} />
          </Fact>
        )}
        <Fact name="Chrome">{lifeSentence(life)}</Fact>
        {life.kind === "live" && (
          <Fact name="Running">
            <Moment at={life.since} />
          </Fact>
        )}
      </Facts>
    </Question>
  );
}
