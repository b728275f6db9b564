import type { Rectangle } from "../../src/core/view/snapshot.ts";
import type { TestRoom } from "./control-room.ts";
import { activeTitle } from "./person.ts";
import { until } from "./until.ts";
import { click, press, type } from "./x-pointer.ts";

/** Where things are in a window to log in on the test wall (scale 0.75), in pixels from its top left corner. */
const userField = { x: 95, y: 174 };
const logInButton = { x: 343, y: 175 };
/** From its top right corner. */
const closeButton = { x: 15, y: 15 };

/** Opens the window to log in, from the command line, and waits until its page is there. @returns where it stands */
export async function opensLogin(room: TestRoom, display: string, slot: number): Promise<Rectangle> {
  const { code, stderr } = await room.cli("login", `${slot}`);
  if (code !== 0) throw new Error(stderr);
  return loginWindow(room, display, slot);
}

/** The window to log in, once the shop's page is shown in it and has the keyboard. */
export async function loginWindow(room: TestRoom, display: string, slot: number): Promise<Rectangle> {
  await shows(display, "Log in – Corner Shop");
  const { cell } = await room.slot(slot);
  if (!cell) throw new Error(`slot ${slot} has no cell`);
  return cell;
}

/** Logs in to the shop as a person does: with the mouse and the keys of the screen, in a Chrome that no program drives. */
export async function personLogsIn(display: string, window: Rectangle, user: string): Promise<void> {
  await click(display, window.x + userField.x, window.y + userField.y);
  await press(display, "ctrl+a");
  await type(display, user);
  await press(display, "Tab");
  await type(display, "demo");
  await click(display, window.x + logInButton.x, window.y + logInButton.y);
  await shows(display, "Account – Corner Shop");
}

/** Closes the window by its own button. */
export async function personCloses(display: string, window: Rectangle): Promise<void> {
  await click(display, window.x + window.width - closeButton.x, window.y + closeButton.y);
}

async function shows(display: string, title: string): Promise<void> {
  await until(`a window with “${title}”`, async () => (await activeTitle(display))?.includes(title));
}
