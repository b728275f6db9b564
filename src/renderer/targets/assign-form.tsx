import { type FormEvent, useState } from "react";
import type { SlotView } from "../../core/view/snapshot.ts";
import { lossWords } from "../../core/view/target-words.ts";
import { ConfirmButton } from "../inspector/confirm-button.tsx";
import { pendingName } from "../state/ask.ts";
import { useDock } from "../state/store.ts";
import { assignTarget } from "../state/target-intents.ts";
import { slotChoices } from "./slot-choices.ts";

/** A slot without a target is given at once; one that has another target only after the loss was named. */
export function AssignForm({ slots }: { readonly slots: readonly SlotView[] }) {
  const [target, setTarget] = useState("");
  const choices = slotChoices(slots);
  const [chosen, setChosen] = useState<number | null>(null);
  const choice = choices.find(({ slot }) => slot === chosen) ?? choices[0];
  const pending = useDock((dock) => choice !== undefined && dock.pending.has(pendingName("assignTarget", choice.slot)));
  const give = async () => {
    if (choice && (await assignTarget(target, choice.slot, choice.former !== null))) setTarget("");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (choice?.former === null && target.trim() !== "") void give();
  };
  if (!choice) return <p className="quiet">No slot can be given to another target now.</p>;
  const { slot, former } = choice;
  return (
    <form className="assign" onSubmit={onSubmit}>
      <label>
        Target
        <input value={target} maxLength={400} onChange={(event) => setTarget(event.target.value)} />
      </label>
      <label>
        Slot
        <select value={slot} onChange={(event) => setChosen(Number(event.target.value))}>
          {choices.map((each) => (
            <option key={each.slot} value={each.slot}>
              {each.slot} {each.former === null ? "no target" : `${each.former} (is wiped)`}
            </option>
          ))}
        </select>
      </label>
      {former === null || target.trim() === "" ? (
        <button type="submit" className="button" aria-busy={pending} aria-disabled={target.trim() === ""}>
          Give
        </button>
      ) : (
        <ConfirmButton
          key={slot}
          label="Wipe and give"
          name={`Wipe slot ${slot} and give it to ${target}`}
          warning={lossWords(former, slot)}
          confirm="Wipe and give"
          confirmName={`Wipe slot ${slot} of ${former} and give it to ${target}`}
          pending={pending}
          act={() => void give()}
        />
      )}
    </form>
  );
}
