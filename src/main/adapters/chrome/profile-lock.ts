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
  const holder = profileHolder(profile);
  if (holder !== null) throw new DockError("PROFILE_LOCKED", `${profile} ${holder}.`);
  for (const name of ["SingletonLock", "SingletonSocket", "SingletonCookie"])
    rmSync(join(profile, name), { force: true });
}

/** Who holds the profile, such as `is open in process 123 (…)`; null when nobody does. */
export function profileHolder(profile: string): string | null {
  const lock = readLock(profile);
  if (lock === null) return null;
  if (lock.host !== hostname()) return `is locked by process ${lock.pid} on the machine ${lock.host}`;
  const command = commandLineOf(lock.pid);
  // A pid that was given to another program since has a command line without this profile; one that can't be read may have it.
  if (!runs(lock.pid) || (command !== "" && !command.includes(profile))) return null;
  return `is open in process ${lock.pid}${command === "" ? "" : ` (${command.slice(0, 80)})`}`;
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
