import { useNow } from "../state/clock.ts";
import { moment } from "../words/time.ts";

/** A moment with its age, moving once a second; `not known yet` where it was not observed. */
export function Moment({ at }: { readonly at: number | null }) {
  const now = useNow();
  return <time>{moment(at, now)}</time>;
}
