import { once } from "node:events";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describeExit } from "./child.ts";
import { type ControlRoom, startControlRoom } from "./control-room.ts";
import { openDemoShop, startDemoAgents } from "./demo.ts";
import { prepareDemoHome } from "./demo-home.ts";
import { provideDisplay } from "./display.ts";
import { waitForLiveWindows } from "./live-windows.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { findLeftovers, listOwnProcesses, mark, markName } from "./own-processes.ts";
import { repository } from "./repository.ts";
import { chooseRuntime } from "./runtime.ts";
import { StartFailed, say } from "./say.ts";
import { takeScreenshots } from "./screenshot.ts";

process.env[markName] = mark;
process.env["PATH"] = `${join(repository, "node_modules", ".bin")}${delimiter}${process.env["PATH"] ?? ""}`;

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    say(stop.signal.aborted ? "is ending already" : `ends because of ${signal}`);
    stop.abort();
  });
}

process.exitCode = await main();

async function main(): Promise<number> {
  const stack = new AsyncDisposableStack();
  let code = 0;
  try {
    const options = readOptions(process.argv.slice(2));
    if (options === null) process.stdout.write(usage);
    else code = await runEverything(options, stack);
  } catch (error) {
    const interrupted = stop.signal.aborted && !(error instanceof StartFailed && error.exitCode === 2);
    if (!interrupted) process.stderr.write(`sessiondock: ${error instanceof Error ? error.message : String(error)}\n`);
    code = interrupted ? 0 : error instanceof StartFailed ? error.exitCode : 1;
  }
  return (await endEverything(stack)) ? code : 1;
}

/** Whatever is started here last ends first: agents, control room, shop, display. */
async function runEverything(options: Options, stack: AsyncDisposableStack): Promise<number> {
  await provideDisplay(stack, stop.signal);
  const runtime = await chooseRuntime(options.retryElectron, stop.signal);
  if (options.demo) prepareDemoHome();
  const shop = options.demo ? await openDemoShop(stack) : null;
  const room = await startControlRoom(runtime, stack, stop.signal);
  if (room === null) return 0;
  say(`the control room is ready; its home is ${room.ready.home}`);
  if (shop !== null) await startDemoAgents(shop, options.agents, stack);
  const ended = waitForEnd(room, options.seconds);
  if (options.screenshot !== null) {
    if (options.demo) await waitForLiveWindows(options.agents, stop.signal);
    await takeScreenshots(options.screenshot, "");
  }
  const code = await ended;
  const stillOpen = room.child.process.exitCode === null && room.child.process.signalCode === null;
  if (options.screenshot !== null && stillOpen) await takeScreenshots(options.screenshot, "-end");
  return code;
}

/** Ends with a signal, after the time that was asked for, or with the control room itself: its window was closed. */
async function waitForEnd(room: ControlRoom, seconds: number | null): Promise<number> {
  const timer = seconds === null ? null : wait(seconds * 1000, null, { signal: stop.signal }).catch(() => null);
  const signalled = stop.signal.aborted ? Promise.resolve(null) : once(stop.signal, "abort").then(() => null);
  const exit = await Promise.race([room.child.exited, signalled, ...(timer === null ? [] : [timer])]);
  if (exit === null) {
    if (!stop.signal.aborted) say(`${seconds} s are over`);
    stop.abort();
    return 0;
  }
  say(`the control room was closed (${describeExit(exit)})`);
  stop.abort();
  return exit.code ?? 1;
}

/** @returns whether every process that was started here is gone */
async function endEverything(stack: AsyncDisposableStack): Promise<boolean> {
  const before = listOwnProcesses();
  await stack.disposeAsync();
  const left = await findLeftovers(before);
  if (before.length === 0 && left.length === 0) return true;
  if (left.length === 0) say("ended, no process left");
  else say(`these processes are left: ${left.map((each) => `${each.name} (${each.pid})`).join(", ")}`);
  return left.length === 0;
}
