import { waitingSentence } from "../../core/view/config-words.ts";
import type { RoomView } from "../../core/view/snapshot.ts";
import { Icon } from "../icons.tsx";
import { BrowserForm } from "./browser-form.tsx";
import { MissingMonitor } from "./missing-monitor.tsx";

/** What is wrong with the room as a whole: code, what happened, and what to do. It stays until it is solved. */
export function ProblemBanners({ room }: { readonly room: RoomView }) {
  const waiting = waitingSentence(room.configWaits);
  return (
    <div className="banners">
      {room.problems.map((problem) => (
        <section key={`${problem.code} ${problem.message}`} className="banner" role="alert">
          <Icon name="warning" />
          <div>
            <p>
              <code>{problem.code}</code> {problem.message}
            </p>
            <p className="hint">{problem.hint}</p>
            {(problem.code === "BROWSER_MISSING" || problem.code === "BROWSER_NOT_CHOSEN") && <BrowserForm />}
          </div>
        </section>
      ))}
      <MissingMonitor room={room} />
      {waiting !== null && (
        <section className="banner banner-calm">
          <Icon name="warning" />
          <p>The configuration has changed. {waiting}</p>
        </section>
      )}
      {room.paused && (
        <section className="banner banner-calm">
          <Icon name="pause" />
          <p>New leases are paused. Agents that hold a slot go on; the others wait in the queue.</p>
        </section>
      )}
    </div>
  );
}
