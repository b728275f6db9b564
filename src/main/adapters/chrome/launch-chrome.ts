import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Duplex } from "node:stream";
import { DockError } from "../../../shared/errors.ts";
import type { Exit, LaunchRequest, PersonBrowser, PersonRequest, RunningBrowser } from "../../engine/ports.ts";
import { startTimeOf } from "../process/process-identity.ts";
import { createBrowserPipe } from "./browser-pipe.ts";
import { chromeEnvironment, temporaryDirectory } from "./chrome-environment.ts";
import { chromeFlags, personFlags } from "./chrome-flags.ts";
import { prepareProfile } from "./prepare-profile.ts";
import { type HeldProfile, holdProfile } from "./profile-lock.ts";

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
  const { child, running } = await start(binary, flags, request, { pipe: "pipe", purpose: `slot ${request.slot}` });
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
  const purpose = `slot ${request.slot}, a login by hand`;
  return (await start(binary, flags, request, { pipe: "ignore", purpose })).running;
}

interface Started {
  readonly child: ChildProcess;
  readonly running: PersonBrowser;
}

async function start(
  binary: string,
  flags: readonly string[],
  request: LaunchRequest,
  { pipe, purpose }: { readonly pipe: "pipe" | "ignore"; readonly purpose: string },
): Promise<Started> {
  for (const directory of [request.profile, request.downloads, request.uploads]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  }
  // Before anything is written into it, and until the exit was observed (R12).
  const profile = holdProfile(request.profile, purpose);
  let child: ChildProcess | null = null;
  try {
    // What a killed Chrome left there; nobody has the profile open.
    rmSync(join(request.profile, "tmp"), { recursive: true, force: true });
    mkdirSync(temporaryDirectory(request.profile), { recursive: true, mode: 0o700 });
    prepareProfile(request.profile, request);
    child = spawn(binary, flags, {
      env: chromeEnvironment(process.env, request.profile),
      stdio: ["ignore", "ignore", "pipe", pipe, pipe],
      // A group of its own: a Ctrl-C in our terminal must not reach it, it is closed by its pipe or by its window.
      detached: true,
    });
    return await follow(binary, child, profile);
  } catch (error) {
    // One that was spawned keeps the lock until its exit.
    if (child?.pid === undefined) profile.release();
    else killGroup(child.pid);
    throw error;
  }
}

/** @throws DockError `BROWSER_START_FAILED` */
async function follow(binary: string, child: ChildProcess, profile: HeldProfile): Promise<Started> {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-outputKept);
  });
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      // Whoever hears of the exit may open the profile at once.
      releaseProfile(profile);
      resolve({ code, signal, at: Date.now() });
    });
  });
  const spawned = new Promise<void>((resolve, reject) => {
    child.once("spawn", () => resolve());
    child.once("error", (cause) =>
      reject(new DockError("BROWSER_START_FAILED", `${binary} could not be started: ${cause.message}`, { cause })),
    );
  });
  const { pid } = child;
  const startTime = (pid === undefined ? null : startTimeOf(pid)) ?? "";
  // In the turn of the spawn: it may outlive this process before it has a lock of its own.
  if (pid !== undefined) profile.names({ pid, startTime });
  await spawned;
  if (pid === undefined) throw new DockError("BROWSER_START_FAILED", `${binary} was started and has no process.`);
  const { replaced: replacedLocks } = profile;
  const kill = () => killGroup(pid);
  return { child, running: { pid, startTime, replacedLocks, exited, output: () => output, kill } };
}

/** A lock that can't be removed names processes that are gone, and is told as that by whoever comes next. */
function releaseProfile(profile: HeldProfile): void {
  try {
    profile.release();
  } catch {
    // The directory may have been removed by hand.
  }
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
