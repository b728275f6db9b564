import type { MemoryLimit } from "./facts.ts";

/** What a Chrome is expected to take while none is open to be measured, in MiB of PSS: one window with an ordinary page. */
const assumedMb = 300;

/**
 * How many Chromes may be open, by one measurement (R11). Chromes that are opened later are counted at the average of
 * those that were measured, so that ten leases at once can't all fit into the room that is left for one. One is always
 * allowed: a limit that nothing fits under would only keep everybody waiting.
 * @param measuredMb PSS of the open Chromes in MiB; null where the system does not tell
 * @param open how many were measured
 * @returns null when nothing was measured
 */
export function memoryLimit(measuredMb: number | null, open: number, limitMb: number): MemoryLimit | null {
  if (measuredMb === null) return null;
  const eachMb = open > 0 && measuredMb > 0 ? measuredMb / open : assumedMb;
  const more = Math.floor((limitMb - measuredMb) / eachMb);
  return { measuredMb, eachMb, limitMb, chromes: Math.max(1, open + more) };
}
