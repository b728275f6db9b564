import { brokenCall, noBridge } from "../bridge.ts";
import { useDock } from "./store.ts";
import { answered, asked, changed, emptySync, type Step, type Sync, unanswered } from "./sync.ts";

/** The one copy of the room that this window has. Changes are numbered; a gap asks for a new snapshot. */
let sync: Sync = emptySync;

/** Begins to listen, then asks: in this order no change can fall between the two. */
export function connect(): void {
  const bridge = window.sessionDock;
  if (!bridge) {
    useDock.setState({ fault: noBridge });
    return;
  }
  bridge.onChange((change) => advance(changed(sync, change)));
  refresh();
}

/** Asks for a snapshot, unless one is already under way. */
export function refresh(): void {
  advance(asked(sync));
}

function advance(step: Step): void {
  const before = sync.snapshot;
  sync = step.sync;
  if (sync.snapshot !== before) useDock.setState({ snapshot: sync.snapshot });
  if (step.ask) void askForSnapshot();
}

/** Never rejects: a failure is drawn as the window's fault line. */
async function askForSnapshot(): Promise<void> {
  const bridge = window.sessionDock;
  if (!bridge) return;
  try {
    const answer = await bridge.call("snapshot", {});
    if (answer.ok) {
      sync = answered(sync, answer.value);
      useDock.setState({ snapshot: sync.snapshot, fault: null });
    } else {
      sync = unanswered(sync);
      useDock.setState({ fault: answer.error });
    }
  } catch (thrown) {
    sync = unanswered(sync);
    useDock.setState({ fault: brokenCall(thrown) });
  }
}
