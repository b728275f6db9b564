import type { WaiterView } from "../../core/view/snapshot.ts";
import { undeclaredConflicts } from "../../core/view/wait-words.ts";
import { Elapsed } from "../wall/elapsed.tsx";
import { queueId } from "./focus.ts";
import { MakeRoom } from "./make-room.tsx";

/** Who waits, for what, and why: the same sentence that the agent gets (R11). */
export function Queue({ queue }: { readonly queue: readonly WaiterView[] }) {
  return (
    <section id={queueId} className="queue" tabIndex={-1} aria-labelledby="queue-title">
      <h2 id="queue-title">
        Queue <span className="count">{queue.length}</span>
      </h2>
      {queue.length === 0 ? (
        <p className="quiet">No agent waits for a slot.</p>
      ) : (
        <ol className="waiters">
          {queue.map((waiter) => (
            <li key={waiter.id}>
              <span className="waiter-position">{waiter.position}</span>
              <p className="waiter-who">
                <b>{waiter.agent}</b> wants <b>{waiter.target}</b>
              </p>
              <p className="waiter-why">
                {waiter.sentence} <code>{waiter.code}</code>
              </p>
              <span className="waiter-time">
                waits <Elapsed since={waiter.since} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <MakeRoom />
      {queue.some(({ code }) => code === "conflict_key") && <p className="quiet">{undeclaredConflicts}</p>}
    </section>
  );
}
