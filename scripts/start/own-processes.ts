import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** A process, told apart from a later one with the same number by its start. */
export interface OwnProcess {
  readonly pid: number;
  /** Clock ticks since the machine was started. */
  readonly startedAt: string;
  readonly name: string;
}

/** In the environment of everything that is started here; finds what lost its parent. */
export const markName = "SESSIONDOCK_STARTED_BY";
export const mark = `${process.pid}-${Date.now()}`;

/** Chrome's helpers end a moment after the browser that they belong to. */
const graceMs = 5_000;
const lookAgainMs = 100;

/** What runs below this process or carries its mark; empty where there is no /proc. */
export function listOwnProcesses(): readonly OwnProcess[] {
  const all = listAll();
  const own = new Set([process.pid]);
  // Parents may stand after their children in the list.
  for (let before = 0; before !== own.size; ) {
    before = own.size;
    for (const each of all) if (own.has(each.parent) || each.marked) own.add(each.pid);
  }
  own.delete(process.pid);
  return all.filter((each) => own.has(each.pid));
}

/**
 * @param before what ran when the end began: of these, some may have lost parent and mark since
 * @returns what is still there after a short grace
 */
export async function findLeftovers(before: readonly OwnProcess[]): Promise<readonly OwnProcess[]> {
  const until = Date.now() + graceMs;
  let left = stillThere(before);
  while (left.length > 0 && Date.now() < until) {
    await wait(lookAgainMs);
    left = stillThere(before);
  }
  return left;
}

function stillThere(before: readonly OwnProcess[]): readonly OwnProcess[] {
  const known = new Set(before.map((each) => `${each.pid} ${each.startedAt}`));
  const own = new Set(listOwnProcesses().map((each) => each.pid));
  return listAll().filter((each) => own.has(each.pid) || known.has(`${each.pid} ${each.startedAt}`));
}

interface Found extends OwnProcess {
  readonly parent: number;
  readonly marked: boolean;
}

function listAll(): readonly Found[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(Number(entry)) ?? []) : []));
}

function readProcess(pid: number): Found | null {
  const stat = read(`/proc/${pid}/stat`);
  // The name stands in parentheses and may hold some itself.
  const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
  const [state = "Z", parent = "0", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return null;
  const marked = read(`/proc/${pid}/environ`).split("\0").includes(`${markName}=${mark}`);
  return { pid, startedAt: rest[17] ?? "", name, parent: Number(parent), marked };
}

/** Empty when the process is gone or belongs to somebody else. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
