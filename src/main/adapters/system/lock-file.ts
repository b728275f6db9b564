import { closeSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LockRecord } from "../../../core/slot/profile-lock.ts";
import { readLockFile } from "./lock-record.ts";

/** What a lock that is there means to whoever wants it. */
export type Standing =
  | { readonly kind: "none" }
  /** It locks nothing and may be replaced. */
  | { readonly kind: "free"; readonly id: string; readonly words: string }
  | { readonly kind: "held"; readonly words: string };

export type Taken =
  | {
      readonly kind: "taken" /** What was replaced, in words; null where there was no lock. */;
      readonly replaced: string | null;
    }
  | { readonly kind: "refused"; readonly words: string };

/** A lock that comes and goes this often between two looks belongs to a crowd; whoever looks gives up. */
const patience = 100;

/**
 * Takes a lock that is a file, at most one process at a time. A free lock is replaced by one process only:
 *
 * 1. The record is written beside it and linked to its name: the file is there with all that it says, or not at all.
 * 2. Where the name is taken by a lock that is free, the right to succeed it is a lock of its own, named after its id.
 *    It is taken by the same rules, so that one whose taker has died is succeeded as well.
 * 3. Whoever has that right looks again. If the lock is still the free one, nobody else can replace it, and its own
 *    process, which would remove it, is gone: the record is moved onto it, and the name was never without a lock.
 *
 * Two processes that both had found the lock free can't both remove it and take what came after it. It needs nothing of
 * the file system but `link` and `rename`, which other machines on the same directory see as well.
 * @param standing looks at one lock file and judges it
 * @throws Error of the file system
 */
export function takeLockFile(file: string, record: LockRecord, standing: (file: string) => Standing): Taken {
  const draft = `${file}.${record.id}`;
  try {
    writeDurably(draft, record);
    const taken = claim({ file, draft, record, standing });
    if (taken.kind === "taken") sweep(file, standing);
    return taken;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Says something else in a lock of one's own. The lock is never absent meanwhile. */
export function rewriteLockFile(file: string, record: LockRecord): void {
  if (!isOwn(file, record.id)) return;
  const draft = `${file}.${record.id}`;
  try {
    writeDurably(draft, record);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives up a lock of one's own; one that is somebody else's by now stays. */
export function releaseLockFile(file: string, id: string): void {
  if (isOwn(file, id)) rmSync(file, { force: true });
}

interface Claim {
  readonly file: string;
  readonly draft: string;
  readonly record: LockRecord;
  readonly standing: (file: string) => Standing;
}

function claim(wanted: Claim): Taken {
  const { file, draft, record, standing } = wanted;
  for (let round = 0; round < patience; round += 1) {
    if (links(draft, file, record.id)) return { kind: "taken", replaced: null };
    const found = standing(file);
    if (found.kind === "held") return { kind: "refused", words: found.words };
    if (found.kind === "none") continue;
    const right = `${file}.after-${found.id}`;
    const succession = claim({ ...wanted, file: right });
    if (succession.kind === "refused") return succession;
    try {
      const again = standing(file);
      if (again.kind !== "free" || again.id !== found.id) continue;
      // The draft itself stays: it may have more names to give, further up.
      const next = `${file}.${record.id}.new`;
      linkSync(draft, next);
      renameSync(next, file);
      return { kind: "taken", replaced: found.words };
    } finally {
      releaseLockFile(right, record.id);
    }
  }
  return { kind: "refused", words: "is being taken by many processes at once" };
}

/** @returns whether the lock is ours: also where a network file system did it and said that it had not */
function links(draft: string, file: string, id: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return isOwn(file, id);
  }
}

function isOwn(file: string, id: string): boolean {
  const found = readLockFile(file);
  return found.kind === "record" && found.record.id === id;
}

/**
 * On the disk before it has the lock's name: after a power cut an empty lock would be nobody's and everybody's. Others
 * may read it: another user who gets this far is told by whom the profile is held.
 */
function writeDurably(path: string, record: LockRecord): void {
  const descriptor = openSync(path, "wx", 0o644);
  try {
    writeSync(descriptor, `${JSON.stringify(record, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes what processes that were killed halfway have left beside the lock. It is ours now, so a right to succeed an
 * earlier one is worth nothing any more, whoever still takes it.
 */
function sweep(file: string, standing: (file: string) => Standing): void {
  const directory = dirname(file);
  for (const name of readdirSync(directory)) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const left = join(directory, name);
    if (standing(left).kind === "free") rmSync(left, { force: true });
  }
}
