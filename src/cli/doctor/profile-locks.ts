import { readdir } from "node:fs/promises";
import { lockHolderWords } from "../../core/view/lock-words.ts";
import { readChromeLock } from "../../main/adapters/chrome/profile-lock.ts";
import { type FoundLock, lockOf } from "../../main/adapters/system/directory-lock.ts";
import { type Paths, slotDirectories } from "../../main/adapters/system/paths.ts";
import { errorRules } from "../../shared/errors.ts";
import { type Check, type Finding, fail, ok, warn } from "./check.ts";

/** One lock that was found: the control room's own beside the profile, or Chrome's in it. */
interface Lock {
  readonly slot: number;
  readonly who: string;
  readonly state: "held" | "in the way" | "stale" | "copied";
}

/** What each lock says and whether it locks. None is removed here, and by nobody while its process may live. */
export const profileLocksCheck: Check = {
  name: "Profile locks",
  run: async ({ paths, room }) => {
    const locks = await readLocks(paths);
    const of = (state: Lock["state"]) => locks.filter((lock) => lock.state === state);
    const parts = [
      said("locked, and from here it can't be seen by whom, or whether they still run", of("in the way")),
      said("held by running processes", of("held")),
      said("left by processes that have ended", of("stale")),
      said("in copies of profiles", of("copied")),
    ];
    const found = parts.filter((part) => part !== null).join("; ");
    if (found === "") return ok("no profile is locked");
    return judged(found, of, "snapshot" in room);
  },
};

function judged(found: string, of: (state: Lock["state"]) => readonly Lock[], roomRuns: boolean): Finding {
  if (of("in the way").length > 0) {
    return fail(
      found,
      "Close that Chrome where it runs. If it is gone for certain, remove the named lock by hand, then run `sessiondock resolve N look-again`.",
    );
  }
  if (of("held").length > 0 && !roomRuns) {
    return warn(`${found}; no control room runs in this home`, errorRules.PROFILE_LOCKED.hint);
  }
  if (of("copied").length > 0) {
    return warn(
      found,
      "The logins are in both places. Keep one: discard the workplace of the other, or remove the copy.",
    );
  }
  if (of("stale").length > 0) {
    return warn(found, "Nothing by hand: the control room replaces such a lock when it opens the slot.");
  }
  return ok(found);
}

function said(what: string, locks: readonly Lock[]): string | null {
  if (locks.length === 0) return null;
  return `${what}: ${locks.map(({ slot, who }) => `slot ${slot} by ${who}`).join(", ")}`;
}

async function readLocks(paths: Paths): Promise<Lock[]> {
  const names = await readdir(paths.slots).catch((): string[] => []);
  const slots = names.filter((name) => /^\d{2,3}$/.test(name)).map(Number);
  return slots.toSorted((a, b) => a - b).flatMap((slot) => locksOf(paths, slot));
}

function locksOf(paths: Paths, slot: number): Lock[] {
  const { profile } = slotDirectories(paths, slot);
  const own = ownLock(lockOf(profile), slot);
  const chrome = chromeLock(profile, slot);
  // The same Chrome is named by both.
  if (own?.state === "held" && chrome?.state === "held") return [own];
  return [own, chrome].filter((lock) => lock !== null);
}

function ownLock(found: FoundLock, slot: number): Lock | null {
  if (found.kind === "none") return null;
  if (found.kind === "unreadable") {
    return { slot, who: `somebody: ${found.file} can't be read, ${found.why}`, state: "in the way" };
  }
  const { record, state, file } = found;
  const who = lockHolderWords(record);
  switch (state) {
    case "held":
      return { slot, who, state: "held" };
    case "elsewhere":
      return { slot, who: `${who}, another machine: ${file}`, state: "in the way" };
    case "unseen":
      return { slot, who: `${who}, whom this system does not show: ${file}`, state: "in the way" };
    case "ended":
      return { slot, who, state: "stale" };
    case "former_boot":
      return { slot, who: `${who}, before this machine was started again`, state: "stale" };
    case "copied":
      return { slot, who: `${who}, which works on ${record.directory.path}`, state: "copied" };
    default:
      return state satisfies never;
  }
}

function chromeLock(profile: string, slot: number): Lock | null {
  const lock = readChromeLock(profile);
  switch (lock.kind) {
    case "none":
      return null;
    case "held":
      return { slot, who: lock.who, state: "held" };
    case "ended":
      return { slot, who: lock.who, state: "stale" };
    case "elsewhere":
      return { slot, who: `${lock.who}: ${profile}/SingletonLock`, state: "in the way" };
    case "unreadable":
      return { slot, who: `somebody: ${profile}/SingletonLock can't be read, ${lock.who}`, state: "in the way" };
    case "copied":
      return { slot, who: `${lock.who}, which works on ${lock.path}`, state: "copied" };
    default:
      return lock satisfies never;
  }
}
