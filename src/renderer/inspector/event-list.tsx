import type { EventView } from "../../core/view/snapshot.ts";
import { useNow } from "../state/clock.ts";
import { clockTime } from "../words/time.ts";

/** Enough to see what led here; the whole log is in the database. */
const mostShown = 40;

interface EventListProps {
  readonly title: string;
  readonly events: readonly EventView[];
  /** Shown in front of each event where events of several slots are mixed. */
  readonly withSlot: boolean;
}

/** Newest first, refused actions too. */
export function EventList({ title, events, withSlot }: EventListProps) {
  const now = useNow();
  return (
    <section className="panel events" aria-labelledby="events-title">
      <h3 id="events-title">{title}</h3>
      {events.length === 0 ? (
        <p className="quiet">None among the newest events.</p>
      ) : (
        <ol>
          {events.slice(0, mostShown).map((event) => (
            <li key={event.id}>
              <time>{clockTime(event.at, now)}</time>
              <p>
                {withSlot && event.slot !== null && <b className="event-slot">{event.slot}</b>}
                {event.text}
                <code>{event.kind}</code>
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
