import { readdirSync, readFileSync } from "node:fs";
import type { Processes } from "../../engine/ports.ts";
import { isAlive } from "./process-identity.ts";

/** An exit that is not our child's can only be looked for; so often, in milliseconds. */
const lookEvery = 50;

export function createProcesses(): Processes {
  return {
    isAlive,
    waitForExit: async (pid, startTime, milliseconds) => {
      const deadline = performance.now() + milliseconds;
      while (isAlive(pid, startTime)) {
        if (performance.now() > deadline) return false;
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      }
      return true;
    },
    kill: (pid, startTime) => {
      if (!isAlive(pid, startTime)) return;
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // Not the leader of a group, or gone meanwhile; waitForExit tells.
      }
    },
    memoryMb: async (pids) => (process.platform === "linux" ? proportionalMemory(new Set(pids)) : null),
  };
}

/** PSS: shared pages counted once in all, which RSS counts once a process. */
function proportionalMemory(roots: ReadonlySet<number>): number {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (Number.isInteger(pid)) parents.set(pid, parentOf(pid));
  }
  let kilobytes = 0;
  for (const pid of parents.keys()) if (descends(pid, roots, parents)) kilobytes += pssOf(pid);
  return Math.round(kilobytes / 1024);
}

function descends(pid: number, roots: ReadonlySet<number>, parents: ReadonlyMap<number, number>): boolean {
  for (let each: number | undefined = pid; each !== undefined && each > 1; each = parents.get(each)) {
    if (roots.has(each)) return true;
  }
  return false;
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
