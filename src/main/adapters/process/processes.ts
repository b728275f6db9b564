import { readdir, readFile } from "node:fs/promises";
import type { Processes } from "../../engine/ports.ts";
import { bootId, isAlive } from "./process-identity.ts";

/** An exit that is not our child's can only be looked for; so often, in milliseconds. */
const lookEvery = 50;

export function createProcesses(): Processes {
  return {
    bootId,
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

/**
 * PSS: shared pages counted once in all, which RSS counts once a process. Read off the main thread, one process after
 * another: the kernel walks every page for it, and a take-over must not wait for that.
 */
async function proportionalMemory(roots: ReadonlySet<number>): Promise<number> {
  const parents = new Map<number, number>();
  for (const entry of await readdir("/proc")) {
    const pid = Number(entry);
    if (Number.isInteger(pid)) parents.set(pid, await parentOf(pid));
  }
  let kilobytes = 0;
  for (const pid of parents.keys()) if (descends(pid, roots, parents)) kilobytes += await pssOf(pid);
  return Math.round(kilobytes / 1024);
}

function descends(pid: number, roots: ReadonlySet<number>, parents: ReadonlyMap<number, number>): boolean {
  for (let each: number | undefined = pid; each !== undefined && each > 1; each = parents.get(each)) {
    if (roots.has(each)) return true;
  }
  return false;
}

/** @returns 0 for a process that has gone meanwhile */
async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
}

async function pssOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "latin1").catch(() => "");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
}
