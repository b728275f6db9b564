import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { activePid } from "../support/person.ts";
import { openPersonWindow, type PersonWindow } from "../support/person-window.ts";
import { openProduct, refOf, use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { windowRectangles } from "../support/window-rectangles.ts";
import { type as typeText } from "../support/x-pointer.ts";

const run = promisify(execFile);
const right: Rectangle = { x: 1920, y: 0, width: 1920, height: 1080 };

let display: VirtualDisplay;
let shop: Shop;
let room: TestRoom;
let person: PersonWindow;
let agents: Client[];
const home = makeHome();

beforeAll(async () => {
  display = await startVirtualDisplay();
  shop = await startShop();
  room = await startRoom({ display: display.display, home, config: { slots: { count: 5, live: 5 } } });
  // It takes the keyboard as it opens, and would cover the person's window.
  await until("the control room's window", async () => (await activeTitle()).includes("SessionDock"));
  person = await openPersonWindow(display.display);
  agents = await Promise.all(["ada", "ben", "cleo"].map((name) => room.agent(name)));
  await Promise.all(agents.map((agent, index) => openProduct(agent, shop.url, `agent${index + 1}`)));
});

afterAll(async () => {
  await person?.close();
  await room?.stop();
  await shop?.stop();
  await display?.stop();
  removeHome(home);
});

function agent(index: number): Client {
  const found = agents[index];
  if (!found) throw new Error(`no agent ${index}`);
  return found;
}

/** Every window of a slot, by the X server. */
async function rectanglesOf(slot: number): Promise<Rectangle[]> {
  return windowRectangles(display.display, [await room.chromePid(slot)]);
}

/** Of a slot that has one window. */
async function rectangleOf(slot: number): Promise<Rectangle> {
  const [rectangle, ...others] = await rectanglesOf(slot);
  if (!rectangle || others.length > 0) throw new Error(`slot ${slot} has ${others.length + 1} windows`);
  return rectangle;
}

async function slotOf(target: string): Promise<number> {
  const found = (await room.snapshot()).slots.find((slot) => slot.target === target);
  if (!found) throw new Error(`no slot has the target ${target}`);
  return found.slot;
}

function xdotool(...args: string[]): Promise<unknown> {
  return run("xdotool", args, { env: { ...process.env, DISPLAY: display.display } });
}

async function activeTitle(): Promise<string> {
  const environment = { ...process.env, DISPLAY: display.display };
  const found = await run("xdotool", ["getactivewindow", "getwindowname"], { env: environment }).catch(() => null);
  return found?.stdout ?? "";
}

async function windowOf(slot: number): Promise<string> {
  const pid = await room.chromePid(slot);
  const found = await run("xdotool", ["search", "--onlyvisible", "--pid", `${pid}`], {
    env: { ...process.env, DISPLAY: display.display },
  });
  const [first = ""] = found.stdout.trim().split("\n");
  return first;
}

function isInside({ x, y, width, height }: Rectangle, area: Rectangle): boolean {
  return x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height;
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

const slots = [1, 2, 3];

/** All windows of all slots are within the monitor, and none covers one of another slot. */
async function standApart(area = right): Promise<boolean> {
  const windows = await Promise.all(slots.map(rectanglesOf));
  const apart = windows.every((ours, at) =>
    windows.slice(at + 1).every((theirs) => ours.every((one) => theirs.every((other) => !overlap(one, other)))),
  );
  return apart && windows.flat().every((each) => isInside(each, area));
}

describe("the wall", () => {
  it("has every window in a cell of its own, and none was active (R20, R21)", async () => {
    expect(await standApart()).toBe(true);
    expect(person.focusLosses()).toBe(0);
  });

  it("loses not one key of the person's while pages open windows, dialogs and tabs (R21)", async () => {
    const before = person.keys();
    const typing = person.type(400, { every: 25 });
    await Promise.all(
      agents.map(async (each, index) => {
        // One popup stays open from here on: the other slots have one window each.
        const attacks = [...(index === 0 ? ["Open a popup"] : []), "Ask for the focus", "Show alert"];
        for (const name of attacks) {
          await use(each, "browser_navigate", { url: `${shop.url}/admin/dialogs` });
          const page = await use(each, "browser_snapshot");
          await use(each, "browser_click", { target: refOf(page, "button", name) });
          if (name === "Show alert") await use(each, "browser_handle_dialog", { accept: true });
        }
      }),
    );
    expect(await typing).toBe(400);
    expect(person.keys() - before).toBe(400);
    expect(person.focusLosses()).toBe(0);
    expect((await room.snapshot()).room.focusGuard).toMatchObject({ present: true, taken: 0 });
  });

  it("keeps a page's own window within its slot's cell", async () => {
    const slot = await slotOf("ada");
    const { cell } = await room.slot(slot);
    if (!cell) throw new Error("it has no cell");
    await until("both windows in the cell", async () => {
      const windows = await rectanglesOf(slot);
      return windows.length === 2 && windows.every((each) => isInside(each, cell));
    });
  });

  it("gives the person a window that takes their keys at once, and guards it again after the hand-back", async () => {
    const mine = person.keys();
    expect((await room.cli("take-over", "2")).code).toBe(0);
    await until("the window in front", async () => (await activePid(display.display)) === (await room.chromePid(2)));
    await typeText(display.display, "aaa");
    expect(person.keys()).toBe(mine);
    expect((await room.cli("hand-back", "2")).code).toBe(0);
    await person.focused();
    await person.type(5);
    expect(person.keys()).toBe(mine + 5);
    expect((await room.slot(2)).window).toMatchObject({ guarded: true, place: "cell" });
  });

  it("brings a window forward large on request and puts it back, and its agent keeps it", async () => {
    const slot = await slotOf("cleo");
    const cell = await rectangleOf(slot);
    expect((await room.cli("foreground", `${slot}`)).code).toBe(0);
    expect(await activePid(display.display)).toBe(await room.chromePid(slot));
    await until("the large window", async () => (await rectangleOf(slot)).width > 1000);
    expect(await room.slot(slot)).toMatchObject({
      holder: { kind: "agent", agent: "cleo" },
      window: { guarded: false },
    });
    expect((await room.cli("foreground", `${slot}`)).code).toBe(0);
    await until("the window in its cell", async () => (await rectangleOf(slot)).x === cell.x);
    await person.focused();
    expect(await rectangleOf(slot)).toEqual(cell);
    expect(await room.slot(slot)).toMatchObject({
      holder: { kind: "agent" },
      window: { guarded: true, place: "cell" },
    });
  });

  it("leaves a window where the person moved it, until the wall is arranged again", async () => {
    const slot = await slotOf("ben");
    const cell = await rectangleOf(slot);
    await xdotool("windowmove", await windowOf(slot), "2300", "500");
    await until("the move to be seen", async () => (await room.slot(slot)).window?.place === "moved");
    await use(agent(1), "browser_snapshot");
    expect((await rectangleOf(slot)).x).toBe(2300);
    expect((await room.cli("arrange")).stdout).toContain("3 windows were placed.");
    await until("the window in its cell", async () => (await rectangleOf(slot)).x === cell.x);
    expect((await room.slot(slot)).window?.place).toBe("cell");
  });

  it("restores a window that was minimised under its agent, without activating it", async () => {
    const slot = await slotOf("ben");
    const cell = await rectangleOf(slot);
    const losses = person.focusLosses();
    await xdotool("windowminimize", await windowOf(slot));
    await until("the rescue", async () =>
      (await room.snapshot()).events.some((event) => event.kind === "window_rescued" && event.slot === slot),
    );
    await until("the window in its cell", async () => (await rectangleOf(slot)).x === cell.x);
    expect((await room.slot(slot)).window?.place).toBe("cell");
    expect(person.focusLosses()).toBe(losses);
  });

  it("moves to the other monitor within two seconds when its own is pulled, and back when it returns", async () => {
    const xrandr = (...args: string[]) => run("xrandr", ["--display", display.display, ...args]);
    const before = await Promise.all(slots.map(rectanglesOf));
    await xrandr("--delmonitor", "right");
    const left = { ...right, x: 0 };
    await until("all windows on the other monitor", () => standApart(left), 2_000);
    expect((await room.snapshot()).room.wall).toMatchObject({ monitor: "left", missing: "right" });
    await (await room.page())
      .getByText(/right is not connected/)
      .first()
      .waitFor();
    await xrandr("--setmonitor", "right", "1920/508x1080/286+1920+0", "none");
    await until("all windows back", () => standApart(), 2_000);
    expect(await Promise.all(slots.map(rectanglesOf))).toEqual(before);
    expect((await room.snapshot()).room.wall).toMatchObject({ monitor: "right", missing: null });
    expect(await person.focused()).toBeUndefined();
  });

  it("is laid out in another way by one command, each slot in its place, none activated", async () => {
    const [ben, cleo] = [await slotOf("ben"), await slotOf("cleo")];
    const widths = async () => [(await rectangleOf(ben)).width, (await rectangleOf(cleo)).width] as const;
    const losses = person.focusLosses();
    expect((await room.cli("wall", "large", `${ben}`)).code).toBe(0);
    await until("the large window", async () => {
      const [large, small] = await widths();
      return large > 1.5 * small;
    });
    expect(await standApart()).toBe(true);
    expect((await room.cli("wall", "pages")).code).toBe(0);
    await until("four to a page", async () => (await widths()).every((width) => width === 960));
    expect((await room.cli("wall", "grid")).code).toBe(0);
    await until("the grid", async () => (await widths()).every((width) => width < 960));
    expect(await standApart()).toBe(true);
    expect(person.focusLosses()).toBe(losses);
  });
});
