import { readFileSync } from "node:fs";
import type { ProcessState } from "../../../core/slot/profile-lock.ts";

/**
 * Start time of a process as the kernel states it: which boot, and clock ticks since then. With the pid it names one
 * process for good: pids are given out again, and ticks begin anew with every boot.
 * @returns null when there is no such process, or the system does not tell
 */
export function startTimeOf(pid: number): string | null {
  const start = readStart(pid);
  return start === null || start === "ended" ? null : start.startTime;
}

/** Null where there is no such process, or it is not shown. */
function readStart(pid: number): { readonly startTime: string } | "ended" | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name is in parentheses and may hold spaces: count the fields behind it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return "ended";
    return fields[19] === undefined ? null : { startTime: `${bootId()}:${fields[19]}` };
  } catch {
    return null;
  }
}

/**
 * What can be told of a process that a record names.
 * @param startTime null or empty where the record does not tell: then any process under that number counts
 * @returns `unknown` when there is one under that number that the system does not show, as with `hidepid` for other
 * users' processes: it may be the one that is meant. One that has ended and was not waited for is gone.
 */
export function stateOf(pid: number, startTime: string | null): ProcessState {
  const now = process.platform === "linux" ? readStart(pid) : null;
  if (now === "ended") return "gone";
  if (now !== null) return startTime === null || startTime === "" || now.startTime === startTime ? "runs" : "gone";
  if (!answersSignals(pid)) return "gone";
  return process.platform === "linux" && startTime !== null && startTime !== "" ? "unknown" : "runs";
}

export function isAlive(pid: number, startTime: string): boolean {
  if (process.platform === "linux") return startTimeOf(pid) === startTime;
  return answersSignals(pid);
}

function answersSignals(pid: number): boolean {
  // Zero and below name groups of processes.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Null where the arguments can't be read. */
export function argumentsOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return text === "" ? null : text.replace(/\0$/, "").split("\0");
  } catch {
    return null;
  }
}

export function commandLineOf(pid: number): string {
  return argumentsOf(pid)?.join(" ").trim() ?? "";
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
