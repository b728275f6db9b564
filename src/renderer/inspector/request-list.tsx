import type { ActionView } from "../../core/view/snapshot.ts";
import { requestSentence } from "../../core/view/words.ts";
import { Icon, type IconName } from "../icons.tsx";
import { useNow } from "../state/clock.ts";
import { requestTimes } from "../words/evidence.ts";

type SeenRequest = ActionView["requests"][number];

/** More would push the rest of the inspector out of sight; the record has them all. */
const mostShown = 12;

/** An answer is seen, an end without one is unclear, and what is under way has no end yet. */
const signs: Readonly<Record<SeenRequest["state"], IconName>> = {
  sent: "running",
  answered: "done",
  failed: "unknown",
  not_reached: "not_sent",
};

/** R3: what was seen of the website, request by request. */
export function RequestList({ requests }: { readonly requests: readonly SeenRequest[] }) {
  const now = useNow();
  const more = requests.length - mostShown;
  return (
    <ul className="requests">
      {requests.slice(0, mostShown).map((seen, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a request is its position in the list
        <li key={position} data-state={seen.state}>
          <Icon name={signs[seen.state]} />
          <div>
            <p>{requestSentence(seen)}</p>
            <p className="quiet">{requestTimes(seen, now)}</p>
          </div>
        </li>
      ))}
      {more > 0 && <li className="quiet">{more === 1 ? "1 more request" : `${more} more requests`}</li>}
    </ul>
  );
}
