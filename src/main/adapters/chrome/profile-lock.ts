import { lstatSync, readlinkSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DockError } from "../../../shared/errors.ts";
import { commandLineOf, stateOf } from "../process/process-identity.ts";
import { type DirectoryLock, holderWords, lockDirectory, lockOf } from "../system/directory-lock.ts";
import { nameOfDirectory } from "../system/lock-record.ts";
import { worksOn } from "./profile-of-process.ts";

/**
 * Chrome's own lock on a profile is a symbolic link `SingletonLock` → `host-pid`. A second Chrome on a locked profile
 * would open its window in the first one and exit, so it is judged before (R12).
 *
 * It locks unless it names this host and a process that is gone or works on no such directory. What can't be told is
 * taken for locked.
 */
export type ChromeLock =
  | { readonly kind: "none" }
  | { readonly kind: "held" | "elsewhere" | "ended" | "unreadable"; readonly who: string }
  | { readonly kind: "copied"; readonly who: string; readonly path: string };

/** A profile that no other process may open, until it is released. */
export interface HeldProfile extends Pick<DirectoryLock, "names" | "release"> {
  /** What the locks that it replaced had said, as sentences. */
  readonly replaced: readonly string[];
}

/**
 * Takes a profile: the control room's own lock first, then what is left of Chrome's is cleared. Everything that opens a
 * profile or writes into it goes through here; the directory has to be there.
 * @param purpose what the profile is used for, such as `slot 3`
 * @throws DockError `PROFILE_LOCKED` that names the holder, `BROWSER_START_FAILED` when no lock can be written
 */
export function holdProfile(profile: string, purpose: string): HeldProfile {
  const lock = lockOn(profile, purpose);
  if ("heldBecause" in lock) throw new DockError("PROFILE_LOCKED", `${profile} ${lock.heldBecause}.`);
  try {
    const found = readChromeLock(profile);
    const chrome = chromeHolder(found, profile);
    if (chrome !== null) throw new DockError("PROFILE_LOCKED", `${profile} ${chrome}.`);
    for (const name of ["SingletonLock", "SingletonSocket", "SingletonCookie"])
      rmSync(join(profile, name), { force: true });
    const own = lock.replaced === null ? [] : [`The profile ${lock.replaced}.`];
    const copied =
      found.kind === "copied" && own.length === 0
        ? [`The profile is a copy: Chrome's lock in it names ${found.who}, which works on ${found.path}.`]
        : [];
    return { replaced: [...own, ...copied], names: lock.names, release: lock.release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lockOn(profile: string, purpose: string): ReturnType<typeof lockDirectory> {
  try {
    return lockDirectory(profile, purpose);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DockError("BROWSER_START_FAILED", `The lock of ${profile} could not be written: ${why}.`, {
      cause,
      hint: "The slots need a directory that this user may write, on a file system with hard links.",
    });
  }
}

/** Who holds the profile, such as `is open in process 123 (…)`; null when nobody does. */
export function profileHolder(profile: string): string | null {
  return holderWords(lockOf(profile)) ?? chromeHolder(readChromeLock(profile), profile);
}

function chromeHolder(lock: ChromeLock, profile: string): string | null {
  switch (lock.kind) {
    case "none":
    case "ended":
    case "copied":
      return null;
    case "held":
      return `is open in ${lock.who}`;
    case "elsewhere":
      return `is locked by ${lock.who}, another machine. Close it there; if that machine is gone for good, remove ${chromeLockFile(profile)}, then look again`;
    case "unreadable":
      return `has a lock of Chrome that can't be read (${lock.who}). If no Chrome works on the profile, remove ${chromeLockFile(profile)}, then look again`;
    default:
      return lock satisfies never;
  }
}

function chromeLockFile(profile: string): string {
  return join(profile, "SingletonLock");
}

/** Chrome's lock on a profile, judged. */
export function readChromeLock(profile: string): ChromeLock {
  const path = chromeLockFile(profile);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { kind: "none" };
  const link = linkAt(path);
  if (link === null) return { kind: "unreadable", who: "it is no symbolic link" };
  // Host names may hold hyphens; the pid is what follows the last one.
  const [, host, digits] = /^(.+)-(\d+)$/.exec(link) ?? [];
  if (host === undefined || digits === undefined) return { kind: "unreadable", who: link.slice(0, 80) };
  const pid = Number(digits);
  if (host !== hostname()) return { kind: "elsewhere", who: `process ${pid} on the machine ${host}` };
  const who = `process ${pid}`;
  if (stateOf(pid, null) === "gone") return { kind: "ended", who };
  const command = commandLineOf(pid);
  const named = command === "" ? who : `${who} (${command.slice(0, 80)})`;
  const work = worksOn(pid, nameOfDirectory(profile));
  switch (work.kind) {
    case "this":
    case "unknown":
      return { kind: "held", who: named };
    case "other":
      return { kind: "copied", who: named, path: work.path };
    // Its number was given to another program since.
    case "no":
      return { kind: "ended", who };
    default:
      return work satisfies never;
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
