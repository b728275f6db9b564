import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The person's hands: mouse and keys through the X server (XTEST), as a real device would send them. */

/** Moves the pointer to a pixel of the screen and presses the left button there. */
export async function click(display: string, x: number, y: number): Promise<void> {
  await xdotool(display, ["mousemove", `${Math.round(x)}`, `${Math.round(y)}`, "click", "1"]);
}

/** Types into whichever window has the keyboard. */
export async function type(display: string, text: string): Promise<void> {
  await xdotool(display, ["type", "--delay", "5", "--", text]);
}

/** @param key as xdotool names it: `Return`, `ctrl+k` */
export async function press(display: string, key: string): Promise<void> {
  await xdotool(display, ["key", "--", key]);
}

async function xdotool(display: string, args: readonly string[]): Promise<void> {
  await run("xdotool", [...args], { env: { ...process.env, DISPLAY: display } });
}
