import type { TestRoom } from "../../support/control-room.ts";
import { until } from "../../support/until.ts";
import { listProcesses, type ProcessInfo, treeOf } from "../support/proportional-memory.ts";
import { type Account, loginOf } from "./account.ts";

/** Kills the Chrome of a slot, the person's or its own, with all its processes. */
export async function killChrome(room: TestRoom, { slot }: Account): Promise<void> {
  const pid = await room.chromePid(slot);
  endAtOnce(treeOf(pid, listProcesses()));
  await until("the end of Chrome to be seen", async () => {
    const { life } = await room.slot(slot);
    return life.kind !== "live" || life.pid !== pid;
  });
}

/** As when the machine stops: the control room, its brokers and its Chromes, none of which sees another one end. */
export async function killEverything(room: TestRoom): Promise<void> {
  endAtOnce(treeOf(room.pid, listProcesses()));
  await room.exited;
}

/** They are stopped first, so that none has time to put anything in order when the first one goes. */
function endAtOnce(processes: readonly ProcessInfo[]): void {
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
    for (const { pid } of processes) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended by itself since it was listed.
      }
    }
  }
}

/** A window to log in was killed: the login goes on without it, and is over when the slot's own Chrome was looked at. */
export async function loginIsOver(room: TestRoom, account: Account): Promise<void> {
  await until("the login to be over", async () => (await loginOf(room, account)).window === "none");
}
