import { readFileSync } from "node:fs";

/**
 * Start time of a process as the kernel states it: which boot, and clock ticks since then. With the pid it names one
 * process for good: pids are given out again, and ticks begin anew with every boot.
 * @returns null when there is no such process, or the system does not tell
 */
export function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name is in parentheses and may hold spaces: count the fields behind it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isZombie = fields[0] === "Z" || fields[0] === "X";
    return isZombie || fields[19] === undefined ? null : `${bootId()}:${fields[19]}`;
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

/** Names this boot of the machine; empty where it can't be read. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    // A container may hide it; the ticks alone are then still right for as long as the machine runs.
    return "";
  }
}
