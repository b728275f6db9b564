import { readFileSync } from "node:fs";

/**
 * Start time of a process as the kernel states it, in clock ticks since boot. With the pid it names one process
 * for good: pids are given out again.
 * @returns null when there is no such process, or the system does not tell
 */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name is in parentheses and may hold spaces: count the fields behind it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isZombie = fields[0] === "Z" || fields[0] === "X";
    return isZombie ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Whether any process has this pid now. One that has ended and was not waited for is none. */
export function runs(pid: number): boolean {
  if (process.platform === "linux") return startTimeOf(pid) !== null;
  return answersSignals(pid);
}

export function isAlive(pid: number, startTime: string): boolean {
  if (process.platform === "linux") return startTimeOf(pid) === startTime;
  return answersSignals(pid);
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

/** Unix: what must be equal across a restart for a stored start time to mean the same thing. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
