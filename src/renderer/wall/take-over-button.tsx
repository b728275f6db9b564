import { pendingName } from "../state/ask.ts";
import { takeOver } from "../state/intents.ts";
import { useDock } from "../state/store.ts";

/** One click, at once; there is no state in which it asks back or is switched off. */
export function TakeOverButton({ slot }: { readonly slot: number }) {
  const pending = useDock((state) => state.pending.has(pendingName("takeOver", slot)));
  return (
    <button
      type="button"
      className="button button-primary"
      aria-label={`Take over slot ${slot}`}
      aria-busy={pending}
      onClick={() => void takeOver(slot)}
    >
      {pending ? "Taking over…" : "Take over"}
    </button>
  );
}
