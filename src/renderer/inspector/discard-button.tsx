import { useRef } from "react";
import { wayWords } from "../../core/view/words.ts";
import { ConfirmButton } from "./confirm-button.tsx";

interface DiscardButtonProps {
  readonly slot: number;
  readonly epoch: number;
  readonly target: string | null;
  readonly pending: boolean;
  /** @param epoch the slot's when the person began: the question and its answer are about one state (R12) */
  readonly discard: (epoch: number) => void;
}

export function DiscardButton({ slot, epoch, target, pending, discard }: DiscardButtonProps) {
  const { label } = wayWords("discard");
  const shown = useRef(epoch);
  const whose = target === null ? "" : ` (${target})`;
  return (
    <ConfirmButton
      label={label}
      name={`${label}, slot ${slot}`}
      warning={`Wipes profile, logins, downloads and uploads of slot ${slot}${whose}. This can't be undone.`}
      confirm="Wipe and discard"
      confirmName={`Wipe and discard slot ${slot}`}
      pending={pending}
      asked={() => {
        shown.current = epoch;
      }}
      act={() => discard(shown.current)}
    />
  );
}
