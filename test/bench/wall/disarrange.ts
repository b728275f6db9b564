import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Rectangle } from "../../../src/core/view/snapshot.ts";
import { until } from "../../support/until.ts";
import { rectangleNow, type SlotWindow } from "./slot-windows.ts";
import type { WallRoom } from "./wall-room.ts";

const run = promisify(execFile);

/** Moves the windows as a person might who has lost patience: the first one beyond the screen, the others over others. */
export async function disarrange(display: string, screen: Rectangle, windows: readonly SlotWindow[]): Promise<void> {
  const [away, ...others] = windows;
  const moves = others.map(({ window }, index) => {
    const x = screen.x + 30 + Math.round((index * screen.width) / 20);
    const y = screen.y + 30 + Math.round((index * screen.height) / 20);
    return ["windowmove", `${window}`, `${x}`, `${y}`];
  });
  // How far it gets there is for the window manager to say.
  if (away) moves.push(["windowmove", `${away.window}`, `${screen.x + screen.width + 200}`, "0"]);
  await xdotool(display, moves.flat());
}

/** Returns when the X server does not show it any more. */
export async function minimise({ display, witness }: WallRoom, { window }: SlotWindow): Promise<void> {
  await xdotool(display, ["windowminimize", `${window}`]);
  await until("a window to be minimised", async () => (await rectangleNow(witness.connection, window)) === null);
}

async function xdotool(display: string, args: readonly string[]): Promise<void> {
  await run("xdotool", [...args], { env: { ...process.env, DISPLAY: display } });
}
