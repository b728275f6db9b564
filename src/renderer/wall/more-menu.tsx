import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { loginWords } from "../../core/view/login-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import { focusWays } from "../frame/focus.ts";
import { Icon } from "../icons.tsx";
import { release } from "../state/intents.ts";
import { logIn } from "../state/login-intents.ts";
import { lookForRoom } from "../state/reclaim-intents.ts";
import { selectSlot, useDock } from "../state/store.ts";
import { makeLarge } from "../state/wall-intents.ts";

/** What is done seldom: ending a lease, making the window the large one, deciding about a quarantine. */
export function MoreMenu({ slot }: { readonly slot: SlotView }) {
  // The epoch at its opening: what changes under an open menu is not what the person meant (R12).
  const [open, setOpen] = useState<number | null>(null);
  const isLarge = useDock((state) => state.snapshot?.room.wall.large === slot.slot);
  const canBeLarge = slot.window !== null && !isLarge;
  const opener = useRef<HTMLButtonElement>(null);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || open === null) return;
    // Closing this is all that this Escape does.
    event.preventDefault();
    setOpen(null);
    opener.current?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(null);
  };
  const choose = (act: () => void) => () => {
    setOpen(null);
    act();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only close what the buttons inside have opened
    <div className="more" onKeyDown={onKey} onBlur={onBlur}>
      <button
        ref={opener}
        type="button"
        className="button button-icon"
        aria-label={`More for slot ${slot.slot}`}
        title="More…"
        aria-expanded={open !== null}
        onClick={() => setOpen(open === null ? slot.epoch : null)}
      >
        <Icon name="more" />
      </button>
      {open !== null && (
        <div className="more-list">
          {slot.holder.kind === "nobody" ? (
            <p className="quiet">Nobody holds this slot; there is no lease to end.</p>
          ) : (
            <button
              type="button"
              className="button"
              aria-label={`Release slot ${slot.slot}`}
              onClick={choose(() => void release({ slot: slot.slot, epoch: open }))}
            >
              Release
              <span className="quiet">
                {slot.holder.kind === "parked" ? "ends the parked lease" : "ends the lease"}; the agent's next call asks
                again
              </span>
            </button>
          )}
          {loginWords(slot.login, Date.now()) === null && (
            <button
              type="button"
              className="button"
              aria-label={`Log in by hand, slot ${slot.slot}`}
              onClick={choose(() => void logIn(slot.slot))}
            >
              Log in
              <span className="quiet">takes the slot, and opens its profile in a Chrome that no program drives</span>
            </button>
          )}
          {slot.holder.kind === "agent" && (
            <button
              type="button"
              className="button"
              aria-label={`Reclaim slot ${slot.slot}, see first what would be lost`}
              onClick={choose(() => void lookForRoom(slot.slot))}
            >
              Reclaim…
              <span className="quiet">ends the lease and closes the window; shows first what would be lost</span>
            </button>
          )}
          {canBeLarge && (
            <button
              type="button"
              className="button"
              aria-label={`Make large slot ${slot.slot}`}
              onClick={choose(() => void makeLarge(slot.slot))}
            >
              Make large
              <span className="quiet">its window; the others stand in a strip</span>
            </button>
          )}
          {slot.quarantine.length > 0 && (
            <button
              type="button"
              className="button"
              onClick={choose(() => {
                selectSlot(slot.slot);
                focusWays(slot.slot);
              })}
            >
              What you can do…
              <span className="quiet">the ways out of quarantine, and when to choose each</span>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
