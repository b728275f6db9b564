import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import type { Readable } from "node:stream";
import { Duplex } from "node:stream";
import { DockError } from "../../../shared/errors.ts";
import type { Exit, LaunchRequest, PersonBrowser, PersonRequest, RunningBrowser } from "../../engine/ports.ts";
import { startTimeOf } from "../process/process-identity.ts";
import { createBrowserPipe } from "./browser-pipe.ts";
import { chromeEnvironment, temporaryDirectory } from "./chrome-environment.ts";
import { chromeFlags, personFlags } from "./chrome-flags.ts";
import { prepareProfile } from "./prepare-profile.ts";
import { clearStaleProfileLock } from "./profile-lock.ts";

/** Enough for the reason of a failed start. */
const outputKept = 4000;

/**
 * Starts one slot's Chrome on a private pipe. It has no window yet.
 * @throws DockError `PROFILE_LOCKED`, `BROWSER_START_FAILED`
 */
export async function launchChrome(
  binary: string,
  sandboxOff: boolean,
  request: LaunchRequest,
): Promise<RunningBrowser> {
  const flags = chromeFlags({ profile: request.profile, scale: request.scale, sandboxOff });
  const { child, running } = await start(binary, flags, request, "pipe");
  const [, , , input, events] = child.stdio;
  if (!(input instanceof Duplex) || !isReadable(events)) {
    running.kill();
    throw new DockError("BROWSER_START_FAILED", `${binary} was started without its DevTools pipe.`);
  }
  return { ...running, pipe: createBrowserPipe(input, events) };
}

/**
 * Starts a Chrome on the slot's profile in which a person logs in, with a window and without any debugging switch (R30).
 * @throws DockError `PROFILE_LOCKED`, `BROWSER_START_FAILED`
 */
export async function openForPerson(
  binary: string,
  sandboxOff: boolean,
  request: PersonRequest,
): Promise<PersonBrowser> {
  const flags = personFlags({ profile: request.profile, scale: request.scale, sandboxOff }, request);
  return (await start(binary, flags, request, "ignore")).running;
}

async function start(
  binary: string,
  flags: readonly string[],
  request: LaunchRequest,
  pipe: "pipe" | "ignore",
): Promise<{ readonly child: ChildProcess; readonly running: PersonBrowser }> {
  const { profile, downloads, uploads } = request;
  for (const directory of [profile, downloads, uploads]) mkdirSync(directory, { recursive: true, mode: 0o700 });
  clearStaleProfileLock(profile);
  mkdirSync(temporaryDirectory(profile), { recursive: true, mode: 0o700 });
  prepareProfile(profile, request);
  const child = spawn(binary, flags, {
    env: chromeEnvironment(process.env, profile),
    stdio: ["ignore", "ignore", "pipe", pipe, pipe],
    // A group of its own: a Ctrl-C in our terminal must not reach it, it is closed by its pipe or by its window.
    detached: true,
  });
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-outputKept);
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal, at: Date.now() }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", () => resolve());
    child.once("error", (cause) =>
      reject(new DockError("BROWSER_START_FAILED", `${binary} could not be started: ${cause.message}`, { cause })),
    );
  });
  const { pid } = child;
  if (pid === undefined) throw new DockError("BROWSER_START_FAILED", `${binary} was started and has no process.`);
  const startTime = startTimeOf(pid) ?? "";
  return { child, running: { pid, startTime, exited, output: () => output, kill: () => killGroup(pid) } };
}

function isReadable(stream: unknown): stream is Readable {
  return stream instanceof Duplex;
}

/** Chrome's helpers are in its group and would outlive a killed main process for a moment. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has exited already; its exit is observed elsewhere.
  }
}
