import { heartbeatSentence } from "../../core/view/liveness-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import { useNow } from "../state/clock.ts";
import { holderSentence } from "../words/holder.ts";
import { Fact, Facts } from "./facts.tsx";
import { Moment } from "./moment.tsx";
import { Question } from "./question.tsx";

/** R1: the holder and the epoch. R16: heartbeat and activity are two clocks. */
export function WhoMayAct({ slot }: { readonly slot: SlotView }) {
  return (
    <Question asks="Who may act now?">
      <p className="answer">{holderSentence(slot.holder)}</p>
      {slot.quarantine.length > 0 && <p>It is in quarantine, so no agent gets it.</p>}
      <Facts>
        <Fact name="Epoch">{slot.epoch}</Fact>
        <Fact name="Since">
          <Moment at={slot.since} />
        </Fact>
        {(slot.holder.kind === "agent" || slot.holder.kind === "parked") && (
          <>
            <Fact name="Lease">
              <code>{slot.holder.leaseId}</code>
            </Fact>
            {slot.worktree !== null && slot.worktree !== slot.target && <Fact name="Worktree">{slot.worktree}</Fact>}
            <Fact name="Activity">
              {slot.lastActivityAt === null ? "no action yet" : <Moment at={slot.lastActivityAt} />}
            </Fact>
            <Fact name="Heartbeat">
              {slot.lastHeartbeatAt === null ? "unknown" : <Moment at={slot.lastHeartbeatAt} />}
            </Fact>
            {slot.connectionLost !== null && (
              <Fact name="Connection">
                <Heartbeat slot={slot} />
              </Fact>
            )}
          </>
        )}
      </Facts>
    </Question>
  );
}

function Heartbeat({ slot }: { readonly slot: SlotView }) {
  return <>{heartbeatSentence(slot, useNow())}</>;
}
