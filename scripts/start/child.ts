import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { StartFailed, say } from "./say.ts";

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process started here. It is over only when its exit was observed, not when it was asked to stop (R2). */
export interface Child {
  readonly name: string;
  readonly process: ChildProcess;
  readonly exited: Promise<Exit>;
  /** Asks by SIGTERM, kills the whole group after the limit, and returns once the exit was observed. */
  end(limitMs: number): Promise<Exit>;
}

/**
 * Each child leads a process group of its own: Ctrl-C in the terminal then reaches only this process, which ends
 * the others in order.
 * @throws StartFailed when the program isn't there
 */
export async function startChild(
  name: string,
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<Child> {
  return watchChild(name, spawn(command, [...args], { ...options, detached: true }));
}

export async function watchChild(name: string, child: ChildProcess): Promise<Child> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new StartFailed(`${name} can't be started: ${error.message}`)));
  });
  const exited = new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
  return { name, process: child, exited, end: (limitMs) => end(name, child, exited, limitMs) };
}

async function end(name: string, child: ChildProcess, exited: Promise<Exit>, limitMs: number): Promise<Exit> {
  if (child.exitCode !== null || child.signalCode !== null) return exited;
  child.kill("SIGTERM");
  const inTime = new AbortController();
  const late = wait(limitMs, "late" as const, { signal: inTime.signal }).catch(() => "cancelled" as const);
  const first = await Promise.race([exited, late]);
  inTime.abort();
  if (first === "late") {
    say(`${name} did not end within ${limitMs / 1000} s and is killed`);
    killGroup(child);
  }
  return exited;
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

export function describeExit(exit: Exit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
}
