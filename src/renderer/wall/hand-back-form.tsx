import { type KeyboardEvent, type MouseEvent, useState } from "react";
import { noteFieldId } from "../frame/focus.ts";
import { pendingName } from "../state/ask.ts";
import { handBack, type Shown } from "../state/intents.ts";
import { useDock } from "../state/store.ts";

/** The contract's limit of a note, in UTF-16 units. */
const longestNote = 4096;

/** Hands the slot back to its agent, with a note if the person writes one. Enter in the note hands back. */
export function HandBackForm({ slot, epoch }: Shown) {
  const [note, setNote] = useState("");
  const pending = useDock((state) => state.pending.has(pendingName("handBack", slot)));
  const send = async () => {
    if (await handBack({ slot, epoch }, note)) setNote("");
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const onClick = (event: MouseEvent) => {
    // The second half of a double click on "Take over" lands here; it must not undo the first.
    if (event.detail < 2) void send();
  };
  return (
    <div className="hand-back">
      <textarea
        id={noteFieldId(slot)}
        className="field note"
        rows={1}
        maxLength={longestNote}
        placeholder="Note to the agent (optional)"
        aria-label={`Note for slot ${slot}, optional; Enter hands back`}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={onKey}
      />
      <button
        type="button"
        className="button button-primary"
        data-holder="you"
        aria-label={`Hand back slot ${slot}`}
        aria-busy={pending}
        onClick={onClick}
      >
        {pending ? "Handing back…" : "Hand back"}
      </button>
    </div>
  );
}
