import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { vi } from "vitest";

/** Each of these tests starts processes. This is a limit against hanging, not a claim about speed. */
vi.setConfig({ testTimeout: 60_000 });

export const cliEntry = resolve(import.meta.dirname, "../../src/cli/index.ts");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Nothing of the machine's own SessionDock gets in: only these variables are passed on. */
export function cliEnvironment({ home, environment }: RunOptions): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", HOME: home, NO_COLOR: "1", SESSIONDOCK_HOME: home, ...environment };
}

/** Runs the real command line to its end. */
export function runCli(args: readonly string[], options: RunOptions): Promise<Ended> {
  const child = startCli(args, options);
  child.stdin.end();
  return ended(child);
}

export function startCli(args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [cliEntry, ...args], {
    cwd: options.cwd ?? options.home,
    env: cliEnvironment(options),
  });
}

/** Resolves when the process has ended and all that it wrote has been read. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => done({ code, stdout, stderr }));
  });
}

/** A directory of its own for one test; short, because socket paths are limited. */
export function temporaryHome(): { readonly path: string } & Disposable {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "dock-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
