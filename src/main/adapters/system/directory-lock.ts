import { randomUUID } from "node:crypto";
import {
  judgeLock,
  type LockProcess,
  type LockRecord,
  type LockState,
  locks,
} from "../../../core/slot/profile-lock.ts";
import { lockSentence, unreadableLockSentence } from "../../../core/view/lock-words.ts";
import { stateOf } from "../process/process-identity.ts";
import { releaseLockFile, rewriteLockFile, type Standing, takeLockFile } from "./lock-file.ts";
import { here, nameOfDirectory, ownProcess, readLockFile, userName } from "./lock-record.ts";

/** A directory that this process alone may open, as long as everybody asks first. */
export interface DirectoryLock {
  /** What the lock that it replaced had said, in words; null where there was none. */
  readonly replaced: string | null;
  /** A Chrome works on it now: the lock stands as long as that runs, also when this process has ended. */
  names(browser: LockProcess): void;
  release(): void;
}

/** A lock as it was found beside a directory. */
export type FoundLock =
  | { readonly kind: "none" }
  | { readonly kind: "record"; readonly record: LockRecord; readonly state: LockState; readonly file: string }
  | { readonly kind: "unreadable"; readonly why: string; readonly file: string };

/** Beside the directory itself, wherever symbolic links come from: two paths to one directory have one lock. */
function lockFileOf(realPath: string): string {
  return `${realPath}.lock`;
}

/**
 * @param purpose what it is used for, such as `slot 3`
 * @returns the lock, or in words why somebody else has it
 * @throws Error when there is no such directory, or the lock can't be written
 */
export function lockDirectory(directory: string, purpose: string): DirectoryLock | { readonly heldBecause: string } {
  const name = nameOfDirectory(directory);
  const file = lockFileOf(name.path);
  let record: LockRecord = {
    version: 1,
    id: randomUUID(),
    ...here(),
    user: userName(),
    purpose,
    owner: ownProcess(),
    browser: null,
    directory: name,
    since: Date.now(),
  };
  const taken = takeLockFile(file, record, (path) => standingOf(findLock(path, name)));
  if (taken.kind === "refused") return { heldBecause: taken.words };
  return {
    replaced: taken.replaced,
    names: (browser) => {
      record = { ...record, browser };
      rewriteLockFile(file, record);
    },
    release: () => releaseLockFile(file, record.id),
  };
}

/** The lock of a directory, judged. A directory that is not there has none. */
export function lockOf(directory: string): FoundLock {
  try {
    const name = nameOfDirectory(directory);
    return findLock(lockFileOf(name.path), name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { kind: "none" };
    throw error;
  }
}

/** Why a lock that was found keeps others out, in words that follow the directory's name; null where it does not. */
export function holderWords(found: FoundLock): string | null {
  const standing = standingOf(found);
  return standing.kind === "held" ? standing.words : null;
}

function findLock(file: string, directory: LockRecord["directory"]): FoundLock {
  const found = readLockFile(file);
  if (found.kind !== "record") return found.kind === "none" ? found : { ...found, file };
  const { record } = found;
  const state = judgeLock(record, here(), {
    directory,
    owner: stateOf(record.owner.pid, record.owner.startTime),
    browser: record.browser === null ? "gone" : stateOf(record.browser.pid, record.browser.startTime),
  });
  return { kind: "record", record, state, file };
}

function standingOf(found: FoundLock): Standing {
  switch (found.kind) {
    case "none":
      return found;
    case "unreadable":
      return { kind: "held", words: unreadableLockSentence(found.file, found.why) };
    case "record": {
      const words = lockSentence(found.record, found.state, found.file);
      return locks(found.state) ? { kind: "held", words } : { kind: "free", id: found.record.id, words };
    }
    default:
      return found satisfies never;
  }
}
