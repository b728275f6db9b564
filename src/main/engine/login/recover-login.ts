import { afterUncleanEnd, type LoginHealth, neverLoggedIn } from "../../../core/login/health.ts";
import { bestEffort } from "../best-effort.ts";
import type { LaunchRecord, Ports } from "../ports.ts";
import { budgets } from "../room.ts";

/**
 * What is known of a slot's login at the start. A Chrome that was open when the last run ended may have closed itself in
 * time, or may have been killed with it: nobody saw it, so its login counts as not verified until the next look (R30).
 */
export function recoverLogin(
  ports: Ports,
  slot: number,
  stored: LoginHealth | undefined,
  openLaunches: readonly LaunchRecord[],
): LoginHealth {
  const before = stored ?? neverLoggedIn;
  if (!openLaunches.some((launch) => launch.slot === slot)) return before;
  const health = afterUncleanEnd(before, ports.clock.now());
  if (health !== before) bestEffort({ ports }, "what is known of a login", () => ports.store.saveLogin(slot, health));
  return health;
}

/**
 * The window in which a person logs in has no pipe that would have closed it: it is asked to close, so that it writes what
 * it has, before anything that still runs is killed (R51).
 */
export async function askPersonChrome(ports: Ports, pid: number, startTime: string): Promise<void> {
  if (!ports.processes.isAlive(pid, startTime)) return;
  await ports.desktop
    .askToClose(pid)
    .catch((error: unknown) => ports.log("a window could not be asked to close", error));
  await ports.processes.waitForExit(pid, startTime, budgets.loginClose);
}
