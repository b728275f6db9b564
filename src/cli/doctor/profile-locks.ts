import { readdir, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { runs } from "../../main/adapters/process/process-identity.ts";
import { type Paths, slotDirectories } from "../../main/adapters/system/paths.ts";
import { errorRules } from "../../shared/errors.ts";
import { type Check, type Finding, fail, ok, warn } from "./check.ts";

/** Chrome marks a profile in use by a symbolic link to `host-pid`. */
interface ProfileLock {
  readonly slot: number;
  readonly path: string;
  readonly holder: string;
  readonly state: "live" | "dead" | "foreign" | "unreadable";
}

/** Locks that a Chrome has left, or still holds. A lock is never removed here, and by nobody while its pid lives. */
export const profileLocksCheck: Check = {
  name: "Profile locks",
  run: async ({ paths, room }) => {
    const locks = await readLocks(paths);
    if (locks.length === 0) return ok("no profile is locked");
    const inTheWay = locks.filter(({ state }) => state === "foreign" || state === "unreadable");
    if (inTheWay.length > 0) {
      return fail(
        `locked from elsewhere: ${list(inTheWay)}`,
        "Close that Chrome on the machine that is named. If the machine is gone, remove the link by hand, then run `sessiondock resolve N look-again`.",
      );
    }
    return locksOfThisMachine(locks, "snapshot" in room);
  },
};

function locksOfThisMachine(locks: readonly ProfileLock[], roomRuns: boolean): Finding {
  const live = locks.filter(({ state }) => state === "live");
  const dead = locks.filter(({ state }) => state === "dead");
  if (dead.length > 0) {
    return warn(
      `left by processes that have ended: ${list(dead)}`,
      "Nothing by hand: the control room removes such a lock when it opens the slot.",
    );
  }
  if (roomRuns) return ok(`held by running processes: ${list(live)}`);
  return warn(`held by running processes, though no control room runs: ${list(live)}`, errorRules.PROFILE_LOCKED.hint);
}

function list(locks: readonly ProfileLock[]): string {
  return locks.map(({ slot, holder }) => `slot ${slot} by ${holder}`).join(", ");
}

async function readLocks(paths: Paths): Promise<ProfileLock[]> {
  const names = await readdir(paths.slots).catch((): string[] => []);
  const slots = names.filter((name) => /^\d{2,3}$/.test(name)).map(Number);
  const locks = await Promise.all(slots.toSorted((a, b) => a - b).map((slot) => readLock(paths, slot)));
  return locks.filter((lock) => lock !== null);
}

async function readLock(paths: Paths, slot: number): Promise<ProfileLock | null> {
  const path = join(slotDirectories(paths, slot).profile, "SingletonLock");
  const link = await readlink(path).catch(() => null);
  if (link === null) return null;
  // Host names may hold hyphens; the pid is what follows the last one.
  const [, host, pid] = /^(.+)-(\d+)$/.exec(link) ?? [];
  if (host === undefined || pid === undefined) return { slot, path, holder: link, state: "unreadable" };
  if (host !== hostname()) return { slot, path, holder: `process ${pid} on ${host}`, state: "foreign" };
  return { slot, path, holder: `process ${pid}`, state: runs(Number(pid)) ? "live" : "dead" };
}
