import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { connectX11 } from "../../src/main/adapters/windows/x11-connection.ts";
import { openWindows } from "../../src/main/adapters/windows/x11-windows.ts";

const run = promisify(execFile);

/** Where the windows of these processes stand on the screen, in pixels, as the X server says. */
export async function windowRectangles(display: string, pids: readonly number[]): Promise<Rectangle[]> {
  const connection = await connectX11(display);
  try {
    const windows = await openWindows(connection);
    const rectangles: Rectangle[] = [];
    for (const pid of pids) {
      for (const window of await windows.ofProcess(pid)) rectangles.push(await rectangleOf(display, window));
    }
    return rectangles;
  } finally {
    connection.close();
  }
}

async function rectangleOf(display: string, window: number): Promise<Rectangle> {
  const { stdout } = await run("xwininfo", ["-id", String(window)], { env: { ...process.env, DISPLAY: display } });
  const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(stdout)?.[1]);
  return {
    x: number("Absolute upper-left X"),
    y: number("Absolute upper-left Y"),
    width: number("Width"),
    height: number("Height"),
  };
}
