import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { chromiumFlags, type WindowPlace } from "./chromium-flags.ts";
import { DevToolsPipe } from "./devtools-pipe.ts";
import { makeProfile, removeProfile } from "./temporary-profile.ts";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];
const linesKept = 12;
/** A Chromium that was asked to close needs about 0.3 s; one that hangs is ended. */
const closeDeadlineMs = 3_000;
/** Helpers that outlive Chromium for a moment keep its stderr open; its last words are there long before. */
const lastWordsMs = 200;

export interface ChromiumProcess {
  readonly path: string;
  readonly pid: number;
  readonly pipe: DevToolsPipe;
  /** Resolves, with how it ended and what it said last, once the exit was observed and its profile is gone. */
  readonly exited: Promise<string>;
  /** Closes the pipe, upon which Chromium closes itself; ends it when it does not. */
  close(): void;
}

/** @throws Error when no Chromium is found */
export function startChromium(place: WindowPlace): ChromiumProcess {
  const path = process.env["ELECTRON_STAND_IN_BROWSER"] ?? usualPlaces.find((candidate) => existsSync(candidate));
  if (path === undefined) {
    throw new Error(`No Chromium was found (${usualPlaces.join(", ")}); set ELECTRON_STAND_IN_BROWSER to one.`);
  }
  const profile = makeProfile();
  const flags = chromiumFlags(profile, place, process.env["ELECTRON_STAND_IN_NO_SANDBOX"] === "1");
  const child = spawn(path, flags, {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    // A process group of its own: Ctrl+C in the terminal is for the app, which closes its window in its own time.
    detached: true,
    // What Chromium puts into the temporary folder goes away with the profile.
    env: { ...process.env, TMPDIR: profile },
  });
  const lines: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lines.push(...text.split("\n").filter((line) => line !== ""));
    lines.splice(0, lines.length - linesKept);
  });
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  const [, , , toBrowser, fromBrowser] = child.stdio;
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable)) throw new Error("spawn gave no pipe");
  const pipe = new DevToolsPipe(toBrowser, fromBrowser);

  // The last resort when the app ends without closing its window; Chromium keeps nothing that could be lost.
  const atExit = () => {
    child.kill("SIGKILL");
    removeProfile(profile);
  };
  process.once("exit", atExit);
  let over = false;
  const ended = (how: string) => {
    if (over) return;
    over = true;
    process.off("exit", atExit);
    pipe.close();
    removeProfile(profile);
    resolve([how, ...lines].join("\n  "));
  };
  child.once("error", (error) => ended(`could not be run: ${error.message}`));
  const endedBy = (code: number | null, signal: string | null) => ended(`ended with ${signal ?? `code ${code}`}`);
  child.once("close", endedBy);
  child.once("exit", (code, signal) => setTimeout(endedBy, lastWordsMs, code, signal));

  return {
    path,
    pid: child.pid ?? 0,
    pipe,
    exited,
    close() {
      pipe.close();
      const timer = setTimeout(() => child.kill("SIGKILL"), closeDeadlineMs);
      exited.finally(() => clearTimeout(timer)).catch(() => {});
    },
  };
}
