import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "stand-in-";

/**
 * A new profile folder whose name tells whose it is. Folders of processes that were killed, and so could not remove
 * theirs, are removed on the way.
 */
export function makeProfile(): string {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^stand-in-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) removeProfile(join(tmpdir(), name));
  }
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** A helper process of a Chromium that has just ended may still write for a moment: hence the repeats. */
export function removeProfile(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch (error) {
    console.error(`electron stand-in: ${folder} could not be removed:`, error);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
