import type { LockRecord, LockState } from "../slot/profile-lock.ts";

/** Who a lock names, such as `process 12 of ada on mill (slot 3, since 2026-01-02 03:04 UTC)`. */
export function lockHolderWords({ owner, browser, user, host, purpose, since }: LockRecord): string {
  const chrome = browser === null ? "" : `, Chrome is process ${browser.pid}`;
  return `process ${owner.pid} of ${user} on ${host} (${purpose}${chrome}, since ${minuteOf(since)})`;
}

/** What a lock means. Follows the name of the profile. @param file the lock's own path */
export function lockSentence(lock: LockRecord, state: LockState, file: string): string {
  const who = lockHolderWords(lock);
  switch (state) {
    case "held":
      return `is in use by ${who}`;
    case "elsewhere":
      return `is locked by ${who}, another machine: whether it still works on the profile can't be seen from here. Close it there; if that machine is gone for good, remove ${file}, then look again`;
    case "unseen":
      return `is locked by ${who}, which this system does not let us see: it may still work on the profile. Close it there; if it is gone for certain, remove ${file}, then look again`;
    case "ended":
      return `had a lock of ${who}, which has ended; it locks nothing`;
    case "former_boot":
      return `had a lock of ${who}, from before this machine was started again; it locks nothing`;
    case "copied":
      return `is a copy: it came with the lock of ${who}, which works on ${lock.directory.path}. Logins are in both places now`;
    default:
      return state satisfies never;
  }
}

/** What is said of a lock file that can't be read. Follows the name of the profile. @param why such as `it is empty` */
export function unreadableLockSentence(file: string, why: string): string {
  return `has a lock that can't be read (${why}), so who holds it is not known. If no SessionDock and no Chrome works on the profile, remove ${file}, then look again`;
}

/** In UTC, so that two machines say the same. */
function minuteOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
