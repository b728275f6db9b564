import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { click, type } from "./x-pointer.ts";

const run = promisify(execFile);

/** Middle of the address bar below the top of a window on the test wall (scale 0.75), in pixels. */
const addressBarY = 47;

/** Clicks an element of the control room's window with the real mouse, as a person does (XTEST, not DevTools). */
export async function personClicks(display: string, locator: Locator): Promise<void> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error("the element is not on the screen");
  const origin = await locator.page().evaluate<{ x: number; y: number }>(`({
    x: screenX + (outerWidth - innerWidth) / 2,
    y: screenY + (outerHeight - innerHeight),
  })`);
  await click(display, origin.x + box.x + box.width / 2, origin.y + box.y + box.height / 2);
}

/** Process of the window that has the keyboard, as the window manager tells; null while there is none. */
export async function activePid(display: string): Promise<number | null> {
  const text = await ofActiveWindow(display, "getwindowpid");
  return text === null ? null : Number(text);
}

/** Title of the window that has the keyboard; null while there is none. */
export function activeTitle(display: string): Promise<string | null> {
  return ofActiveWindow(display, "getwindowname");
}

async function ofActiveWindow(display: string, question: string): Promise<string | null> {
  const env = { ...process.env, DISPLAY: display };
  // Between two active windows there is a moment without one, for which xdotool has an error.
  const answer = await run("xdotool", ["getactivewindow", question], { env }).catch(() => null);
  return answer?.stdout.trim() ?? null;
}

/**
 * Types an address into the address bar of a Chrome and goes there. The bar is clicked: after a shortcut the first
 * keys may still reach the page, which sees every key before the browser does.
 */
export async function personGoesTo(display: string, window: Rectangle, address: string): Promise<void> {
  await click(display, window.x + window.width * 0.45, window.y + addressBarY);
  await type(display, `${address}\n`);
}
