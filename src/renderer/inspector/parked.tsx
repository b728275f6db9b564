import type { HolderView } from "../../core/view/snapshot.ts";
import { parkedSentence } from "../../core/view/words.ts";
import { waysId } from "../frame/focus.ts";
import { Icon } from "../icons.tsx";
import { pendingName } from "../state/ask.ts";
import { release, takeOver, unpark } from "../state/intents.ts";
import { useDock } from "../state/store.ts";

interface ParkedProps {
  readonly slot: number;
  readonly epoch: number;
  readonly holder: Extract<HolderView, { kind: "parked" }>;
}

/** R16: what a vanished agent has left, and the three things that the person can do about it. */
export function Parked({ slot, epoch, holder }: ParkedProps) {
  const pending = useDock((state) => state.pending);
  const isPending = (key: "unpark" | "release" | "takeOver") => pending.has(pendingName(key, slot));
  return (
    <section id={waysId(slot)} tabIndex={-1} className="panel parked" aria-label="Parked">
      <h3>
        <Icon name="parked" />
        Parked
      </h3>
      <p>{parkedSentence(holder)}</p>
      <ul className="ways">
        <li>
          <button
            type="button"
            className="button"
            aria-label={`Give it back to ${holder.agent}, slot ${slot}`}
            // Stays reachable by keyboard, so that its reason can be read.
            aria-disabled={!holder.isBack}
            aria-busy={isPending("unpark")}
            onClick={() => {
              if (holder.isBack) void unpark({ slot, epoch });
            }}
          >
            Give it back to {holder.agent}
          </button>
          <span>
            {holder.isBack
              ? "It goes on with the same lease, and has to look at the page first."
              : "Possible once the agent has come back and asks for the slot."}
          </span>
        </li>
        <li>
          <button
            type="button"
            className="button"
            aria-label={`Release parked slot ${slot}`}
            aria-busy={isPending("release")}
            onClick={() => void release({ slot, epoch })}
          >
            Release
          </button>
          <span>The lease ends; its tabs are closed, and the slot's login stays.</span>
        </li>
        <li>
          <button
            type="button"
            className="button"
            aria-label={`Take over parked slot ${slot}`}
            aria-busy={isPending("takeOver")}
            onClick={() => void takeOver(slot)}
          >
            Take over
          </button>
          <span>You go on by yourself; the lease stays and can be handed back.</span>
        </li>
      </ul>
    </section>
  );
}
