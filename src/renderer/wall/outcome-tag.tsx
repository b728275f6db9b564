import type { ActionView } from "../../core/view/snapshot.ts";
import { outcomeWord } from "../../core/view/words.ts";
import { Icon } from "../icons.tsx";

/** R6: how an action ended, by icon and word. */
export function OutcomeTag({ outcome }: { readonly outcome: ActionView["outcome"] }) {
  return (
    <span className="outcome" data-outcome={outcome}>
      <Icon name={outcome} />
      {outcomeWord(outcome)}
    </span>
  );
}
