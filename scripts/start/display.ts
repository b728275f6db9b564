import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { startChild } from "./child.ts";
import { say } from "./say.ts";
import { waitForLine } from "./wait-for-line.ts";

const run = promisify(execFile);

/** Room for two monitors of 1920 x 1080 beside each other, each said to be 508 x 286 mm large. */
const screen = "3840x1080x24";
/** Without -noreset the server begins anew, monitors forgotten, whenever its last client has gone. */
const serverArguments = ["-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"];
const monitors = [
  ["left", "1920/508x1080/286+0+0", "screen"],
  ["right", "1920/508x1080/286+1920+0", "none"],
] as const;

/** An idle machine needs a third of a second for either; a loaded one is given time. */
const startLimitMs = 20_000;
const endLimitMs = 5_000;
const askAgainMs = 50;

/**
 * Sets DISPLAY of this process to a virtual display with two monitors where there is none, and leaves it alone
 * where there is one.
 * @param stack gets what ends the display again
 * @throws StartFailed or Error when the display doesn't come up, AbortError by the signal
 */
export async function provideDisplay(stack: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  if (process.platform === "win32" || process.platform === "darwin") return;
  const present = process.env["DISPLAY"];
  if (present !== undefined && present !== "") return;
  const server = await startChild("Xvfb", "Xvfb", serverArguments, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  stack.defer(async () => void (await server.end(endLimitMs)));
  const displayNumber = server.process.stdio[3];
  if (!(displayNumber instanceof Readable)) throw new Error("Xvfb was started without its third pipe");
  const number = await waitForLine(server, {
    stream: displayNumber,
    read: (line) => line.trim() || null,
    limitMs: startLimitMs,
    otherwise: "Xvfb did not name its display",
    signal,
  });
  process.env["DISPLAY"] = `:${number}`;
  const manager = await startChild("openbox", "openbox", [], { stdio: "ignore" });
  stack.defer(async () => void (await manager.end(endLimitMs)));
  await windowManagerReady(signal);
  for (const monitor of monitors) await run("xrandr", ["--setmonitor", ...monitor]);
  say(`no display here, so a virtual one was opened: :${number}, two monitors of 1920 x 1080 with openbox`);
}

/**
 * The property appears on the root window once the window manager takes windows. `xprop -spy` would tell of it, but
 * holds its lines back when it writes into a pipe; so it is asked again.
 */
async function windowManagerReady(signal: AbortSignal): Promise<void> {
  const until = Date.now() + startLimitMs;
  while (Date.now() < until) {
    const { stdout } = await run("xprop", ["-root", "_NET_SUPPORTING_WM_CHECK"], { signal });
    if (stdout.includes("window id #")) return;
    await wait(askAgainMs, undefined, { signal });
  }
  throw new Error(`no window manager on ${process.env["DISPLAY"]} after ${startLimitMs / 1000} s`);
}
