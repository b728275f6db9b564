import type { HolderView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { holderWord } from "../words/holder.ts";

/** R1: who holds the slot, by colour, icon and word, so that none of the three has to be relied on alone. */
export function HolderBadge({ holder }: { readonly holder: HolderView }) {
  const word = holderWord(holder);
  return (
    <span className="holder" data-holder={word}>
      <Icon name={word} />
      {word}
    </span>
  );
}
