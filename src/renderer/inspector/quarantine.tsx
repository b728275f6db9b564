import { type SubmitEvent, useState } from "react";
import type { SlotLifeView } from "../../core/view/snapshot.ts";
import { reasonFieldId } from "../frame/focus.ts";
import { Icon } from "../icons.tsx";
import { pendingName } from "../state/ask.ts";
import { clearQuarantine } from "../state/intents.ts";
import { useDock } from "../state/store.ts";
import { Fact, Facts } from "./facts.tsx";

interface QuarantineProps {
  readonly slot: number;
  readonly life: Extract<SlotLifeView, { kind: "quarantined" }>;
}

/** R7: why the slot is unclear, what is known, what can be done, and the person's own decision with its reason. */
export function Quarantine({ slot, life }: QuarantineProps) {
  const [reason, setReason] = useState("");
  const pending = useDock((state) => state.pending.has(pendingName("clearQuarantine", slot)));
  const send = async () => {
    if (await clearQuarantine(slot, reason)) setReason("");
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <section className="panel quarantine" aria-label="Quarantine">
      <h3>
        <Icon name="warning" />
        Quarantined <code>{life.code}</code>
      </h3>
      <Facts>
        <Fact name="Known">{life.known}</Fact>
        <Fact name="Next">{life.next}</Fact>
      </Facts>
      <form className="inline-form" onSubmit={submit}>
        <input
          id={reasonFieldId(slot)}
          className="field"
          required
          pattern=".*\S.*"
          title="Your decision is recorded with this reason."
          maxLength={400}
          placeholder="Your reason, in one line"
          aria-label={`Reason to clear slot ${slot}`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <button type="submit" className="button" aria-label={`Clear quarantine slot ${slot}`} aria-busy={pending}>
          {pending ? "Clearing…" : "Clear"}
        </button>
      </form>
    </section>
  );
}
