import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { plain } from "../output.ts";

/** A process beyond doubt: a pid is used again after its process has ended, a pid with its start isn't. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly name: string;
  /** Clock ticks since boot on Linux, seconds since the Unix epoch elsewhere; compared, never counted with. */
  readonly start: string;
}

/** @throws Error that says why the process can't be told from others */
export async function identifyProcess(pid: number): Promise<ProcessIdentity> {
  switch (process.platform) {
    case "linux":
      return identifyOnLinux(pid);
    case "win32":
      throw new Error("this system has no way to read it yet");
    default:
      return identifyByPs(pid);
  }
}

async function identifyOnLinux(pid: number): Promise<ProcessIdentity> {
  const [stat, name] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8"),
    readFile(`/proc/${pid}/comm`, "utf8"),
  ]);
  const start = startFromStat(stat);
  if (start === null) throw new Error(`/proc/${pid}/stat has no start time`);
  return { pid, name: plain(name), start };
}

/** Field 22 of proc_pid_stat(5). The name in field 2 may hold blanks and brackets, so fields are counted after it. */
export function startFromStat(stat: string): string | null {
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const start = afterName[22 - 3];
  return start !== undefined && /^\d+$/.test(start) ? start : null;
}

async function identifyByPs(pid: number): Promise<ProcessIdentity> {
  // One -o for each field: after "=" all the rest of an -o would be the heading. The C locale fixes the date's form.
  const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-o", "comm=", "-p", String(pid)], {
    env: { ...process.env, LC_ALL: "C" },
    timeout: 5000,
  });
  const identity = fromPs(pid, stdout);
  if (!identity) throw new Error(`ps tells nothing of process ${pid}`);
  return identity;
}

/** For instance `Mon Jan  5 09:07:03 2026     /usr/local/bin/claude`. */
export function fromPs(pid: number, line: string): ProcessIdentity | null {
  const match = /^\s*(\w{3} +\w{3} +\d+ +[\d:]+ +\d{4})\s+(.+?)\s*$/.exec(line);
  const [, started, command] = match ?? [];
  if (started === undefined || command === undefined) return null;
  const milliseconds = Date.parse(started);
  if (Number.isNaN(milliseconds)) return null;
  return { pid, name: plain(command.slice(command.lastIndexOf("/") + 1)), start: String(milliseconds / 1000) };
}
