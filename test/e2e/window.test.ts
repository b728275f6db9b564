import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { activePid, activeTitle, personClicks, personGoesTo } from "../support/person.ts";
import { use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { windowRectangles } from "../support/window-rectangles.ts";
import { createWitness } from "../support/witness.ts";
import { press, type } from "../support/x-pointer.ts";

let display: VirtualDisplay;
let shop: Shop;
let room: TestRoom;
let page: Page;
let ada: Client;
let ben: Client;
const home = makeHome();

beforeAll(async () => {
  display = await startVirtualDisplay();
  shop = await startShop();
  const { browser } = createWitness(home);
  const config = { slots: { count: 4, live: 2 }, browser: { path: browser } };
  room = await startRoom({ display: display.display, home, config });
  page = await room.page();
  [ada, ben] = await Promise.all([room.agent("ada"), room.agent("ben")]);
  await use(ada, "browser_navigate", { url: `${shop.url}/login` });
  await use(ben, "browser_navigate", { url: `${shop.url}/login` });
});

afterAll(async () => {
  await room?.stop();
  await shop?.stop();
  await display?.stop();
  removeHome(home);
});

function button(name: string) {
  return page.getByRole("button", { name, exact: true });
}

describe("the control room window", () => {
  it("shows a card for each open window, with its agent, holder and epoch, and follows what happens", async () => {
    await page.getByText("2 of 2 live").waitFor();
    await page.getByText("ada", { exact: true }).first().waitFor();
    await button("Take over slot 1").waitFor();
    await button("Take over slot 2").waitFor();
  });

  it("never took the person's keyboard while windows opened and agents worked (R21)", async () => {
    // The window manager gave the focus to the control room when it opened; nobody has taken it since.
    const active = await activePid(display.display);
    expect([await room.chromePid(1), await room.chromePid(2)]).not.toContain(active);
  });

  it("takes the selected slot with one key, and hands it back with a note", async () => {
    await personClicks(display.display, page.getByText("SessionDock", { exact: true }).first());
    await press(display.display, "2");
    await press(display.display, "t");
    await until("slot 2 to be the person's", async () => (await room.slot(2)).holder.kind === "human");
    expect(await activePid(display.display)).toBe(await room.chromePid(2));
    await personClicks(display.display, page.getByText("SessionDock", { exact: true }).first());
    await press(display.display, "h");
    await type(display.display, "go on\n");
    await until("the hand-back", async () => (await room.slot(2)).holder.kind === "agent");
    expect((await use(ben, "browser_snapshot")).facts).toMatchObject({ control_returned: { note: "go on" } });
  });

  it("shows who waits and why, and pauses new leases", async () => {
    await personClicks(display.display, button("Pause new leases"));
    await until("the pause", async () => (await room.snapshot()).room.paused);
    const cleo = await room.agent("cleo");
    const waiting = use(cleo, "browser_snapshot");
    await page.getByText("New leases are paused by the person in the control room.").first().waitFor();
    await personClicks(display.display, page.getByRole("button", { name: /resume/i }));
    await page.getByText("All 2 windows that may be open at once are in use.").first().waitFor();
    expect((await room.cli("release", "1")).code).toBe(0);
    expect((await waiting).facts).toMatchObject({ outcome: "done", slot: 3 });
    expect((await use(ada, "session_status")).text).toContain("You hold no slot");
    await use(cleo, "session_release");
  });

  it("moves the wall to the monitor that is chosen, without bringing a window to the front", async () => {
    await personClicks(display.display, page.getByText("SessionDock", { exact: true }).first());
    const active = await activePid(display.display);
    const pid = await room.chromePid(2);
    const [before] = await windowRectangles(display.display, [pid]);
    expect(before?.x).toBeGreaterThanOrEqual(1920);
    await page.getByRole("combobox").first().selectOption("left");
    const after = await until("the window to move", async () => {
      const [rectangle] = await windowRectangles(display.display, [pid]);
      return rectangle && rectangle.x < 1920 ? rectangle : null;
    });
    expect(after.width).toBe(before?.width);
    expect(await activePid(display.display)).toBe(active);
    await page.getByRole("combobox").first().selectOption("right");
    await until("the window to move back", async () => {
      const [rectangle] = await windowRectangles(display.display, [pid]);
      return rectangle !== undefined && rectangle.x >= 1920;
    });
  });

  it("brings a window forward on request, which changes nobody's control", async () => {
    const { epoch } = await room.slot(2);
    await personClicks(display.display, button("Foreground slot 2"));
    await until("the window in front", async () => (await activePid(display.display)) === (await room.chromePid(2)));
    expect(await room.slot(2)).toMatchObject({ epoch, holder: { kind: "agent" } });
    expect((await room.cli("foreground", "4")).stderr).toContain("SLOT_NOT_LIVE");
    expect((await room.cli("foreground", "9")).stderr).toContain("SLOT_UNKNOWN");
  });

  it("keeps the person's own tab out of the agent's sight (R40)", async () => {
    expect((await room.cli("take-over", "2")).code).toBe(0);
    await until("the window in front", async () => (await activePid(display.display)) === (await room.chromePid(2)));
    await press(display.display, "ctrl+t");
    await until("the new tab", async () => (await activeTitle(display.display))?.includes("New Tab"));
    const [window] = await windowRectangles(display.display, [await room.chromePid(2)]);
    if (!window) throw new Error("the window is gone");
    await personGoesTo(display.display, window, `${shop.url}/only-for-the-person`);
    await until("the person's tab", async () => {
      const requests = await (await fetch(`${shop.url}/control/requests`)).text();
      return requests.includes("GET /only-for-the-person");
    });
    expect((await room.cli("hand-back", "2")).code).toBe(0);
    const tabs = await use(ben, "browser_tabs", { action: "list" });
    expect(tabs.facts).toMatchObject({ outcome: "done" });
    expect(tabs.text).not.toContain("only-for-the-person");
    expect(tabs.text).toContain("/login");
  });

  it("ends everything when it is closed", async () => {
    await personClicks(display.display, page.getByText("SessionDock", { exact: true }).first());
    await press(display.display, "alt+F4");
    expect(await room.exited).toEqual({ code: 0, signal: null });
  });
});
