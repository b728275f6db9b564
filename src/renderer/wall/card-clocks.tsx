import { clocksSentence } from "../../core/view/liveness-words.ts";
import type { SlotView } from "../../core/view/snapshot.ts";
import { useNow } from "../state/clock.ts";

/** R16: when its agent did something last, and whether its connection answers. Nothing where no lease is. */
export function CardClocks({ slot }: { readonly slot: SlotView }) {
  const sentence = clocksSentence(slot, useNow());
  if (sentence === null) return null;
  return (
    <p className={slot.connectionLost === null ? "quiet card-clocks" : "warning card-clocks"} title={sentence}>
      {sentence}
    </p>
  );
}
