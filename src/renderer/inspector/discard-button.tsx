import { wayWords } from "../../core/view/words.ts";
import { ConfirmButton } from "./confirm-button.tsx";

interface DiscardButtonProps {
  readonly slot: number;
  readonly target: string | null;
  readonly pending: boolean;
  readonly discard: () => void;
}

export function DiscardButton({ slot, target, pending, discard }: DiscardButtonProps) {
  const { label } = wayWords("discard");
  const whose = target === null ? "" : ` (${target})`;
  return (
    <ConfirmButton
      label={label}
      name={`${label}, slot ${slot}`}
      warning={`Wipes profile, logins, downloads and uploads of slot ${slot}${whose}. This can't be undone.`}
      confirm="Wipe and discard"
      confirmName={`Wipe and discard slot ${slot}`}
      pending={pending}
      act={discard}
    />
  );
}
