import { useState } from "react";
import type { SlotView } from "../../core/view/snapshot.ts";
import { wayWords } from "../../core/view/words.ts";
import { reasonFieldId, waysId } from "../frame/focus.ts";
import { Icon } from "../icons.tsx";
import { pendingName } from "../state/ask.ts";
import { resolve, type Way } from "../state/intents.ts";
import { useDock } from "../state/store.ts";
import { Answer } from "./answer.tsx";
import { DiscardButton } from "./discard-button.tsx";
import { openWays } from "./open-ways.ts";
import { QuarantineReason } from "./quarantine-reason.tsx";

/** R7: why the slot is unclear, what is known, and what the person can do, each with when to choose it. */
export function Quarantine({ slot }: { readonly slot: SlotView }) {
  const { quarantine, slot: number, epoch } = slot;
  const [why, setWhy] = useState("");
  const pending = useDock((state) => state.pending.has(pendingName("resolve", number)));
  const choose = async (way: Way, shown = epoch) => {
    if (await resolve({ slot: number, epoch: shown }, way, why)) setWhy("");
  };
  return (
    <section id={waysId(number)} tabIndex={-1} className="panel quarantine" aria-label="Quarantine">
      <h3>
        <Icon name="warning" />
        In quarantine
        <span className="aside">{quarantine.length === 1 ? "1 reason" : `${quarantine.length} reasons`}</span>
      </h3>
      <p>No agent gets this slot until every reason is gone.</p>
      {quarantine.map((reason) => (
        <QuarantineReason key={`${reason.code} ${reason.since}`} reason={reason} unresolved={slot.unresolved} />
      ))}
      <h4>What you can do</h4>
      <Answer slot={number} />
      <input
        id={reasonFieldId(number)}
        className="field"
        maxLength={400}
        placeholder="Why (optional, kept on record)"
        aria-label={`Why you decide so about slot ${number}, optional; kept on record`}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <ul className="ways">
        {openWays(quarantine).map(({ way, onlyFor }) => (
          <li key={way}>
            {way === "discard" ? (
              <DiscardButton
                slot={number}
                epoch={epoch}
                target={slot.target}
                pending={pending}
                discard={(shown) => void choose(way, shown)}
              />
            ) : (
              <button
                type="button"
                className="button"
                aria-label={`${wayWords(way).label}, slot ${number}`}
                aria-busy={pending}
                onClick={() => void choose(way)}
              >
                {wayWords(way).label}
              </button>
            )}
            <span className="when">
              {wayWords(way).when}
              {way === "run_check" && slot.check !== null && <span className="quiet">It looks for: {slot.check}</span>}
              {onlyFor !== null && <span className="quiet">Only for: {onlyFor}.</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
