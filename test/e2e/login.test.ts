import { readFileSync } from "node:fs";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { activePid, personClicks } from "../support/person.ts";
import { loginWindow, opensLogin, personCloses, personLogsIn } from "../support/person-login.ts";
import { use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { windowRectangles } from "../support/window-rectangles.ts";

let display: VirtualDisplay;
let shop: Shop;
let room: TestRoom;
let agent: Client;
const home = makeHome();

beforeAll(async () => {
  display = await startVirtualDisplay();
  shop = await startShop();
  const mark = { url: `${shop.url}/admin/orders`, text: "Logged in as agent1" };
  const target = { sites: ["127.0.0.1"], login: `${shop.url}/login?next=/account`, mark };
  room = await startRoom({ display: display.display, home, config: { targets: { shop: target } } });
  agent = await room.agent("ada", "shop");
});

afterAll(async () => {
  await room?.stop();
  await shop?.stop();
  await display?.stop();
  removeHome(home);
});

function standing(): Promise<string> {
  return room.slot(1).then(({ login }) => login.standing.kind);
}

async function accountOfAgent(): Promise<string> {
  const answer = await use(agent, "browser_navigate", { url: `${shop.url}/account` });
  const shown = await use(agent, "browser_wait_for", { text: "Token" });
  return answer.text + shown.text;
}

describe("a person logs in by hand (R30)", () => {
  it("in a window of its own, on the slot's cell, with the keyboard and without any debugging switch", async () => {
    await use(agent, "browser_navigate", { url: `${shop.url}/admin/orders` });
    await until("the login to be asked for", async () => (await standing()) === "expired");
    const window = await opensLogin(room, display.display, 1);
    const pid = await room.chromePid(1);
    expect(await activePid(display.display)).toBe(pid);
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).not.toMatch(/remote-debugging|enable-automation|headless/);
    expect(await windowRectangles(display.display, [pid])).toEqual([window]);
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human", over: "ada" });

    await personLogsIn(display.display, window, "agent1");
    const { code, stdout } = await room.cli("login", "--done");
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Slot 1: Verified") });
    expect(await until("its exit", async () => pid !== (await room.chromePid(1)))).toBe(true);
  });

  it("and the agent works logged in, with everything that the site had kept", async () => {
    await room.cli("hand-back", "1");
    expect(await accountOfAgent()).toContain("agent1");
    expect(shop.accounts.seen()["agent1"]).toMatchObject({ local: true, indexed: true, token: "renewed" });
  });

  it("a Chrome that is killed leaves it not verified on screen, until the next one has shown it", async () => {
    process.kill(await room.chromePid(1), "SIGKILL");
    await until("the doubt", async () => (await standing()) === "not_verified");
    expect((await room.cli("status")).stdout).toMatch(/Slot 1: Not verified: a Chrome of it was killed.*Last verified/);
    await use(agent, "browser_snapshot");
    await until("the look", async () => (await standing()) === "verified");
  });

  it("a login that ends on the site is told of when a page is led to the login, and made anew from the card", async () => {
    shop.accounts.expire("agent1");
    await use(agent, "browser_navigate", { url: `${shop.url}/admin/orders` });
    const [need] = await until("the need", async () => {
      const { attention } = await room.snapshot();
      return attention.length > 0 ? attention : null;
    });
    expect(need).toMatchObject({ slot: 1, kind: "login_expired" });

    const page = await room.page();
    await personClicks(display.display, page.getByRole("button", { name: "Log in by hand, slot 1" }));
    const window = await loginWindow(room, display.display, 1);
    await personLogsIn(display.display, window, "agent1");
    await personCloses(display.display, window);
    await until("the look", async () => (await standing()) === "verified");
    await page.getByText(/Login verified \d+ s ago/).waitFor();
    expect((await room.snapshot()).attention).toEqual([]);
  });
});
