import type { SlotView } from "../../core/view/snapshot.ts";
import { unresolvedWords } from "../words/need.ts";
import { ActionRecord } from "./action-record.tsx";
import { Question } from "./question.tsx";

/** R3: the last action that could have changed the site, and every outcome that nobody has cleared up yet. */
export function Website({ slot }: { readonly slot: SlotView }) {
  const { lastMutation, unresolved } = slot;
  const others = unresolved.filter((action) => action.id !== lastMutation?.id);
  return (
    <Question asks="What is known about the website?">
      {lastMutation === null ? (
        <p className="answer">Not known yet: no action that changes a page is recorded for this slot.</p>
      ) : (
        <ActionRecord action={lastMutation} />
      )}
      {unresolved.length > 0 && <p className="unresolved">{unresolvedWords(unresolved.length)}.</p>}
      {others.map((action) => (
        <ActionRecord key={action.id} action={action} />
      ))}
    </Question>
  );
}
