import { readdirSync, readFileSync } from "node:fs";

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process of the machine that can still be read. Linux only. */
export function listProcesses(): readonly ProcessInfo[] {
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      // The name is in parentheses and may hold spaces.
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
    } catch {
      return [];
    }
  });
}

/** A process and all that descend from it, without those below one of `except`. */
export function treeOf(
  root: number,
  processes: readonly ProcessInfo[],
  except: ReadonlySet<number> = new Set(),
): readonly ProcessInfo[] {
  const own = processes.filter((each) => each.pid === root && !except.has(each.pid));
  const children = processes.filter((each) => each.parent === root && !except.has(each.pid));
  return [...own, ...children.flatMap((child) => treeOf(child.pid, processes, except))];
}

/**
 * Proportional set size in MiB: a page that several processes share counts once in all, where the resident set
 * counts it once for each.
 */
export function pssOf(processes: readonly ProcessInfo[]): number {
  const kilobytes = processes.reduce((sum, { pid }) => sum + readPss(pid), 0);
  return Math.round((kilobytes / 1024) * 10) / 10;
}

function readPss(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
