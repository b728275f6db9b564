import type { SlotView } from "../../core/view/snapshot.ts";
import { OutcomeTag } from "../wall/outcome-tag.tsx";
import { evidenceSentence, outcomeMeaning } from "../words/action.ts";
import { Fact, Facts } from "./facts.tsx";
import { Moment } from "./moment.tsx";
import { Question } from "./question.tsx";

/** R3: the last action that could have changed the site, and what the network showed of it. */
export function Website({ slot }: { readonly slot: SlotView }) {
  const action = slot.lastMutation;
  return (
    <Question asks="What is known about the website?">
      {action === null ? (
        <p className="answer">Not known yet: no action that changes a page is recorded for this slot.</p>
      ) : (
        <>
          <p className="answer">{evidenceSentence(action)}</p>
          <Facts>
            <Fact name="Action">{action.summary}</Fact>
            <Fact name="Outcome">
              <OutcomeTag outcome={action.outcome} />
            </Fact>
            <Fact name={action.endedAt === null ? "Started" : "Ended"}>
              <Moment at={action.endedAt ?? action.startedAt} />
            </Fact>
          </Facts>
          <p className="quiet">{outcomeMeaning(action.outcome)}</p>
        </>
      )}
    </Question>
  );
}
