import type { ActionView } from "../../core/view/snapshot.ts";
import { outcomeMeaning, resolutionSentence } from "../../core/view/words.ts";
import { OutcomeTag } from "../wall/outcome-tag.tsx";
import { evidenceBesideRequests } from "../words/evidence.ts";
import { Moment } from "./moment.tsx";
import { RequestList } from "./request-list.tsx";

/** R3, R6: all that is known of one action: its outcome, what that means, what was seen, how it was cleared up. */
export function ActionRecord({ action }: { readonly action: ActionView }) {
  const { requests, resolution } = action;
  const beside = evidenceBesideRequests(action);
  return (
    <div className="action-record">
      <p className="action-record-head">
        <b>{action.summary}</b>
        <OutcomeTag outcome={action.outcome} />
      </p>
      <p>{outcomeMeaning(action.outcome)}</p>
      {requests.length > 0 && <RequestList requests={requests} />}
      {beside !== "" && <p>{beside}</p>}
      {resolution !== null && (
        <p className="resolution">
          {resolutionSentence(resolution)} <Moment at={resolution.at} />
        </p>
      )}
      <p className="quiet">
        {action.endedAt === null ? "started" : "ended"} <Moment at={action.endedAt ?? action.startedAt} />
      </p>
    </div>
  );
}
