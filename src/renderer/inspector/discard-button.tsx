import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { wayWords } from "../../core/view/words.ts";

interface DiscardButtonProps {
  readonly slot: number;
  readonly target: string | null;
  readonly pending: boolean;
  readonly discard: () => void;
}

/**
 * Wipes logins, so it takes two clicks, both in this place. The second is on another button that never has the focus
 * by itself: neither a double click nor a key that is held down can wipe anything.
 */
export function DiscardButton({ slot, target, pending, discard }: DiscardButtonProps) {
  const [armed, setArmed] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (armed) keep.current?.focus();
  }, [armed]);
  const disarm = () => {
    setArmed(false);
    requestAnimationFrame(() => first.current?.focus());
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    disarm();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setArmed(false);
  };
  const onKeep = (event: MouseEvent) => {
    // The second half of a double click on the first button.
    if (event.detail < 2) disarm();
  };
  const onConfirm = (event: MouseEvent) => {
    if (event.detail > 1) return;
    setArmed(false);
    discard();
  };
  if (!armed) {
    return (
      <button
        ref={first}
        type="button"
        className="button button-danger"
        aria-label={`${wayWords("discard").label}, slot ${slot}`}
        aria-busy={pending}
        onClick={() => setArmed(true)}
      >
        {wayWords("discard").label}…
      </button>
    );
  }
  const warning = `discard-warning-${slot}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only take back what the button has opened
    <div className="confirm" onKeyDown={onKey} onBlur={onBlur}>
      <p id={warning}>
        Wipes profile, logins, downloads and uploads of slot {slot}
        {target === null ? "" : ` (${target})`}. This can't be undone.
      </p>
      <button ref={keep} type="button" className="button" aria-describedby={warning} onClick={onKeep}>
        Keep it
      </button>
      <button
        type="button"
        className="button button-danger"
        aria-label={`Wipe and discard slot ${slot}`}
        onClick={onConfirm}
      >
        Wipe and discard
      </button>
    </div>
  );
}
