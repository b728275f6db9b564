import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { DockError } from "../../../shared/errors.ts";

/**
 * Chrome's helper processes write for some moments after its own exit was observed: what they leave is removed again,
 * so often, with so many milliseconds in between.
 */
const rounds = 4;
const pauseMs = 150;

/**
 * Removes directories with all that is in them, and proves it by looking.
 * @throws DockError `WIPE_NOT_PROVEN` that names what is still there
 */
export async function wipe(directories: readonly string[]): Promise<void> {
  let failure: unknown = null;
  for (let round = 0; round < rounds; round += 1) {
    for (const directory of directories) {
      try {
        await rm(directory, { recursive: true, force: true });
      } catch (error) {
        failure = error;
      }
    }
    // Something that still writes has to show itself before "gone" may be said.
    await after(pauseMs);
    if (directories.every((directory) => !existsSync(directory))) return;
  }
  const left = directories.filter((directory) => existsSync(directory)).map((directory) => leftIn(directory));
  const cause = failure instanceof Error ? ` (${failure.message})` : "";
  throw new DockError("WIPE_NOT_PROVEN", `After the wipe there is still ${left.join(", ")}${cause}.`);
}

function leftIn(directory: string): string {
  try {
    const [first] = readdirSync(directory);
    return first === undefined ? directory : join(directory, first);
  } catch {
    return directory;
  }
}
