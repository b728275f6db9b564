import { join } from "node:path";
import { z } from "zod";
import { type Child, describeExit, startChild } from "./child.ts";
import { isRoot, repository } from "./repository.ts";
import type { Runtime } from "./runtime.ts";
import { StartFailed, say } from "./say.ts";
import { EndedEarly, waitForLine } from "./wait-for-line.ts";

/** The line that the control room prints once its window is open. */
const readyLine = z.object({ sessiondock: z.literal("ready"), home: z.string(), socket: z.string() });
export type Ready = z.output<typeof readyLine>;

/** Far more than a cold start on a busy machine needs: it should fail with a reason of its own before. */
const readyLimitMs = 90_000;
/** Ten Chromes are closed politely, and each may have cookies to write. */
const endLimitMs = 20_000;

export interface ControlRoom {
  readonly child: Child;
  readonly ready: Ready;
}

/**
 * Starts the control room and waits until its window is open. What it prints is passed on.
 * @param stack gets what ends it again
 * @returns null when it ended by itself without a fault: another control room of this home runs already and was
 * brought to the front
 * @throws StartFailed with the control room's own exit code when it ends early, AbortError by the signal
 */
export async function startControlRoom(
  runtime: Runtime,
  stack: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<ControlRoom | null> {
  const { command, args, environment } = commandFor(runtime);
  const child = await startChild("the control room", command, args, {
    cwd: repository,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  stack.defer(async () => void (await child.end(endLimitMs)));
  const stream = child.process.stdout;
  if (!stream) throw new StartFailed("the control room was started without a pipe");
  const otherwise = `the control room was not ready after ${readyLimitMs / 1000} s`;
  try {
    return {
      child,
      ready: await waitForLine(child, { stream, read: passOnOrReady, limitMs: readyLimitMs, otherwise, signal }),
    };
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error;
    if (error.exit.code === 0) return null;
    throw new StartFailed(
      `the control room ended before it was ready (${describeExit(error.exit)}); what it wrote stands above`,
      error.exit.code ?? 1,
    );
  }
}

function commandFor(runtime: Runtime): { command: string; args: string[]; environment: Record<string, string> } {
  if (runtime.kind === "electron") {
    if (isRoot) say("you are root, so Electron runs without its sandbox");
    return { command: runtime.binary, args: [...(isRoot ? ["--no-sandbox"] : []), "."], environment: {} };
  }
  if (isRoot) say("you are root, so the control room's window runs without Chromium's sandbox");
  return {
    command: process.execPath,
    args: ["--import", "./src/electron-stand-in/register.ts", join("out", "main", "index.js")],
    environment: isRoot ? { ELECTRON_STAND_IN_NO_SANDBOX: "1" } : {},
  };
}

/** What isn't meant for this script is meant for the person. */
function passOnOrReady(line: string): Ready | null {
  const ready = readReady(line);
  if (ready === null) process.stdout.write(`${line}\n`);
  return ready;
}

function readReady(line: string): Ready | null {
  if (!line.startsWith('{"sessiondock"')) return null;
  try {
    return readyLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
