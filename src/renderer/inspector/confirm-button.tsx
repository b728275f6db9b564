import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

interface ConfirmButtonProps {
  /** What the first button says, and its accessible name. */
  readonly label: string;
  readonly name: string;
  /** What is lost. */
  readonly warning: ReactNode;
  readonly confirm: string;
  readonly confirmName: string;
  readonly pending: boolean;
  /** Told when the question is put. */
  readonly asked?: () => void;
  readonly act: () => void;
}

/**
 * For what wipes logins: it takes two clicks, both in this place. The second is on another button that never has the
 * focus by itself: neither a double click nor a key that is held down can wipe anything.
 */
export function ConfirmButton({ label, name, warning, confirm, confirmName, pending, asked, act }: ConfirmButtonProps) {
  const [armed, setArmed] = useState(false);
  const warningId = useId();
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
    act();
  };
  if (!armed) {
    return (
      <button
        ref={first}
        type="button"
        className="button button-danger"
        aria-label={name}
        aria-busy={pending}
        onClick={() => {
          asked?.();
          setArmed(true);
        }}
      >
        {label}…
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only take back what the button has opened
    <div className="confirm" onKeyDown={onKey} onBlur={onBlur}>
      <p id={warningId}>{warning}</p>
      <button ref={keep} type="button" className="button" aria-describedby={warningId} onClick={onKeep}>
        Keep it
      </button>
      <button type="button" className="button button-danger" aria-label={confirmName} onClick={onConfirm}>
        {confirm}
      </button>
    </div>
  );
}
