import type { Ports } from "./ports.ts";

/**
 * Writes what the control room can do without: nothing that a person or an agent is told depends on it, and what was
 * done can't be undone because the disk is full.
 * @param what for the log
 * @returns whether it was written
 */
export function bestEffort(
  { ports }: { readonly ports: Pick<Ports, "log"> },
  what: string,
  write: () => void,
): boolean {
  try {
    write();
    return true;
  } catch (error) {
    ports.log(`${what} could not be written`, error);
    return false;
  }
}
