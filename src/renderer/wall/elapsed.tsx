import { duration } from "../../core/view/words.ts";
import { useNow } from "../state/clock.ts";

/** Time since a moment, moving once a second. Only this text is drawn again, not the card around it. */
export function Elapsed({ since }: { readonly since: number }) {
  const now = useNow();
  return <time className="elapsed">{duration(now - since)}</time>;
}
