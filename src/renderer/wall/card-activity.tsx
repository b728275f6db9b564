import type { ActionView, SlotView } from "../../core/view/snapshot.ts";
import { lifeSentence } from "../words/holder.ts";
import { took } from "../words/time.ts";
import { Elapsed } from "./elapsed.tsx";
import { OutcomeTag } from "./outcome-tag.tsx";

interface CardActivityProps {
  readonly slot: SlotView;
  /** A card that says why it needs the person has no room for the past; the inspector has it. */
  readonly presentOnly: boolean;
}

/** What goes on in the slot now, and how its last changing action ended (R3, R6). */
export function CardActivity({ slot, presentOnly }: CardActivityProps) {
  const { action, lastMutation, life } = slot;
  if (life.kind === "launching" || life.kind === "closing" || life.kind === "empty") {
    return <p className="quiet">{lifeSentence(life)}</p>;
  }
  return (
    <>
      {action ? <PresentAction action={action} /> : <p className="quiet">No action is running.</p>}
      {!presentOnly && lastMutation && lastMutation.id !== action?.id && <LastChange action={lastMutation} />}
    </>
  );
}

function PresentAction({ action }: { readonly action: ActionView }) {
  return (
    <div className="action">
      <p className="action-summary" title={action.summary}>
        {action.summary}
      </p>
      <p className="action-state">
        <OutcomeTag outcome={action.outcome} />
        {action.endedAt === null ? (
          <Elapsed since={action.startedAt} />
        ) : (
          <span className="elapsed">took {took(action.endedAt - action.startedAt)}</span>
        )}
      </p>
    </div>
  );
}

function LastChange({ action }: { readonly action: ActionView }) {
  return (
    <p className="last-change" title={`Last changing action: ${action.summary}`}>
      <OutcomeTag outcome={action.outcome} />
      <span className="action-summary">{action.summary}</span>
    </p>
  );
}
