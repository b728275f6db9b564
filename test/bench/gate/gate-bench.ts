import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromeFlags } from "../../../src/main/adapters/chrome/chrome-flags.ts";
import { prepareProfile } from "../../../src/main/adapters/chrome/prepare-profile.ts";
import { openAppWindow } from "../../support/app-window.ts";
import { makeHome, removeHome } from "../../support/control-room.ts";
import { startVirtualDisplay } from "../../support/virtual-display.ts";
import type { Bench } from "../support/bench.ts";
import { round } from "../support/quantile.ts";
import { compare } from "./compare.ts";
import { openGatedSlot, type Passed } from "./gated-slot.ts";
import { type DriverSays, driverSays, type Order } from "./messages.ts";
import { servePage } from "./page.ts";

const binary = process.env["SESSIONDOCK_TEST_CHROME"] ?? "/usr/bin/chromium";
const sandboxOff = process.getuid?.() === 0;
const size = { width: 900, height: 800 } as const;
const rounds = 100;

/**
 * What the gate costs: the same Playwright work over Playwright's own pipe and through the leased endpoint, side by
 * side. The gate has this process to itself, as the control room's main process would with one busy agent.
 */
export const gateBench: Bench = {
  name: "gate",
  about: "Playwright through the gate against Playwright on its own pipe (--trials: rounds)",
  limitSeconds: 300,
  run: async (context) => {
    const { stack } = context;
    const display = stack.adopt(await startVirtualDisplay(), (opened) => opened.stop());
    // Both Chromes inherit it.
    process.env["DISPLAY"] = display.display;
    const page = stack.adopt(await servePage(), (opened) => opened.stop());
    const home = stack.adopt(makeHome(), removeHome);
    const bounds = { left: 1000, top: 100, ...size };
    const slot = await openGatedSlot({ home, binary, sandboxOff, bounds }, stack);
    context.progress("the slot's Chrome is open; now the one of Playwright's own");
    const count = context.trials ?? rounds;
    let began = slot.passed();
    const onRound = (round: number) => {
      // The warm-up ends here.
      if (round === 0) began = slot.passed();
      context.progress(`round ${round} of ${count}`);
    };
    const onOpened = async () => {
      // A click in the active window takes less time, through the gate or not: so neither is it.
      const person = { x: 2000, y: 100, width: 600, height: 400 };
      stack.adopt(await openAppWindow(display.display, "a person's own", person), (opened) => opened.close());
    };
    const measured = await drive(
      stack,
      { onOpened, onRound },
      {
        endpoint: slot.endpoint,
        token: slot.token,
        direct: { binary, profile: directProfile(home), args: directArguments(join(home, "direct")) },
        artifacts: slot.downloads,
        url: page.url,
        rounds: count,
      },
    );
    const ended = slot.passed();
    const perRound = (of: (passed: Passed) => number) => round((of(ended) - of(began)) / count);
    return {
      ...compare(measured),
      gate_commands_per_round: perRound(({ commands }) => commands),
      gate_messages_per_round: perRound(({ messages }) => messages),
      gate_processor_ms_per_round: perRound(({ processor }) => processor),
    };
  },
};

function directProfile(home: string): string {
  const profile = join(home, "direct");
  mkdirSync(profile, { recursive: true });
  prepareProfile(profile, { label: "Direct", colour: "#1f63c4" });
  return profile;
}

function directArguments(profile: string): string[] {
  return [
    ...chromeFlags({ profile, scale: 1, sandboxOff }).filter((flag) => flag !== "--no-startup-window"),
    "--window-position=50,100",
    `--window-size=${size.width},${size.height}`,
  ];
}

async function drive(
  stack: AsyncDisposableStack,
  on: { onOpened(): Promise<void>; onRound(round: number): void },
  order: Order,
): Promise<Extract<DriverSays, { kind: "measured" }>> {
  const driver = fork(join(import.meta.dirname, "driver.ts"), { execArgv: [] });
  const exited = once(driver, "exit");
  stack.defer(async () => {
    // It closes its Chrome by its own exit: the pipe's other end is then gone.
    driver.kill();
    await exited;
  });
  const { promise, resolve, reject } = Promise.withResolvers<Extract<DriverSays, { kind: "measured" }>>();
  driver.on("message", (raw) => {
    const message = driverSays.parse(raw);
    if (message.kind === "opened") on.onOpened().then(() => driver.send({ kind: "begin" }), reject);
    else if (message.kind === "progress") on.onRound(message.round);
    else if (message.kind === "failed") reject(new Error(message.message));
    else resolve(message);
  });
  exited.then(() => reject(new Error("the driver has exited")), reject);
  driver.send(order);
  return promise;
}
