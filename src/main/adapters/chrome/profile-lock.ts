import { lstatSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DockError } from "../../../shared/errors.ts";
import { commandLineOf, runs } from "../process/process-identity.ts";

/**
 * Chrome's own lock on a profile is a symbolic link `SingletonLock` → `host-pid`. A second Chrome on a locked
 * profile would open its window in the first one and exit, so it is checked before (R12).
 *
 * A lock is stale only if it names this host and a process that is gone, or that is no program on this profile.
 * @throws DockError `PROFILE_LOCKED` that names the holder
 */
export function clearStaleProfileLock(profile: string): void {
  const holder = readLock(profile);
  if (holder === null) return;
  if (holder.host !== hostname()) {
    throw new DockError(
      "PROFILE_LOCKED",
      `${profile} is locked by process ${holder.pid} on the machine ${holder.host}.`,
    );
  }
  const command = commandLineOf(holder.pid);
  // A pid that was given to another program since has a command line without this profile; one that can't be read may have it.
  if (runs(holder.pid) && (command === "" || command.includes(profile))) {
    const named = command === "" ? "" : ` (${command.slice(0, 80)})`;
    throw new DockError("PROFILE_LOCKED", `${profile} is open in process ${holder.pid}${named}.`);
  }
  for (const name of ["SingletonLock", "SingletonSocket", "SingletonCookie"])
    rmSync(join(profile, name), { force: true });
}

function readLock(profile: string): { host: string; pid: number } | null {
  const path = join(profile, "SingletonLock");
  try {
    if (!lstatSync(path).isSymbolicLink()) return null;
    const link = readlinkSync(path);
    const dash = link.lastIndexOf("-");
    return { host: link.slice(0, dash), pid: Number(link.slice(dash + 1)) };
  } catch {
    return null;
  }
}
