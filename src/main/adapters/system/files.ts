import { chmodSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { sep } from "node:path";

/** Whether a file lies in one of the directories once symbolic links are resolved. */
export function isInside(path: string, directories: readonly string[]): boolean {
  try {
    const real = realpathSync(path);
    return directories.some((directory) => real.startsWith(realpathSync(directory) + sep));
  } catch {
    return false;
  }
}

/** A directory that only its owner may enter, whatever it was before. */
export function privateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
}

export function privateFile(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}
