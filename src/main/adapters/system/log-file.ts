import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateDirectory, privateFile } from "./files.ts";

/** One earlier file is kept beside it, so both together stay below twice this, in bytes. */
const largest = 4 * 1024 * 1024;

/**
 * The control room's log: what went wrong, with times, for whoever looks into it later. It holds no arguments of
 * tools and no text that anybody typed.
 */
export function openLogFile(directory: string): (line: string) => void {
  privateDirectory(directory);
  const file = join(directory, "control-room.log");
  if (sizeOf(file) > largest) renameSync(file, `${file}.1`);
  if (sizeOf(file) === 0) privateFile(file, "");
  return (line) => {
    try {
      appendFileSync(file, `${new Date().toISOString()} ${line}\n`);
    } catch {
      // A full disk must not end the control room for its log; the terminal has the line as well.
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
