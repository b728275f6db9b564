import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { activePid, activeTitle, personClicks, personGoesTo } from "../support/person.ts";
import { openProduct, refOf, use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { windowRectangles } from "../support/window-rectangles.ts";
import { createWitness, type Witness, writtenAfterFence } from "../support/witness.ts";

let display: VirtualDisplay;
let shop: Shop;
let room: TestRoom;
let page: Page;
let witness: Witness;
let agent: Client;
const home = makeHome();

beforeAll(async () => {
  display = await startVirtualDisplay();
  shop = await startShop();
  witness = createWitness(home);
  room = await startRoom({ display: display.display, home, config: { browser: { path: witness.browser } } });
  page = await room.page();
  agent = await room.agent("ada");
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

describe("a person takes the window while the agent's click is under way", () => {
  it("fences the agent, ends its broker, brings the window forward, and tells the truth about the click", async () => {
    const product = await openProduct(agent, shop.url, "agent1");
    shop.faults.set({ delay_ms: 60_000, drop: null, next: 1 });
    const before = await room.slot(1);
    const save = use(agent, "browser_click", { element: "Save", target: refOf(product, "button", "Save") });
    await until("the click to be under way", async () => (await room.slot(1)).action?.tool === "browser_click");
    await until("the save to be applied", () => shop.ledger().length === 1);

    await personClicks(display.display, button("Take over slot 1"));

    const answer = await save;
    expect(answer.facts).toMatchObject({ outcome: "unknown", error: { code: "HUMAN_IN_CONTROL" }, slot: 1 });
    expect(answer.text).not.toContain("[ref=");
    const receipt = await until("the receipt", async () => {
      const { receipt: shown } = await room.slot(1);
      return shown?.steps.every((step) => step.at !== null) ? shown : null;
    });
    expect(receipt).toMatchObject({ epoch: before.epoch + 1, from: "ada", lastAction: { tool: "browser_click" } });
    const after = await room.slot(1);
    expect(after).toMatchObject({ epoch: before.epoch + 1, holder: { kind: "human", over: "ada" } });
    expect(after.broker).toMatchObject({ pid: before.broker?.pid, state: "exited" });
    expect(() => process.kill(before.broker?.pid ?? 0, 0)).toThrow(/ESRCH/);
    expect(after.lastMutation).toMatchObject({
      outcome: "unknown",
      evidence: expect.stringContaining(`POST ${shop.url}/admin/products/7/save was sent, and no answer was seen`),
    });
    const written = witness.commands(room.profile(1));
    expect(written.filter((command) => command.sessionId !== null).length).toBeGreaterThan(20);
    expect(writtenAfterFence(written)).toEqual([]);
  });

  it("gives the person's keys to the page at once", async () => {
    expect(await activePid(display.display)).toBe(await room.chromePid(1));
    const [window] = await windowRectangles(display.display, [await room.chromePid(1)]);
    if (!window) throw new Error("the window is gone");
    await personGoesTo(display.display, window, `${shop.url}/typed-by-the-person`);
    await until("the typed address to be asked for", async () => {
      const requests = await (await fetch(`${shop.url}/control/requests`)).text();
      return requests.includes("GET /typed-by-the-person");
    });
    await personGoesTo(display.display, window, `${shop.url}/admin/products/7`);
    await until("the product again", async () => (await activeTitle(display.display))?.includes("Tea kettle"));
  });

  it("answers human_in_control while the person holds the slot, without a look at the page", async () => {
    const answer = await use(agent, "browser_snapshot");
    expect(answer.facts).toMatchObject({ outcome: "not_sent", error: { code: "HUMAN_IN_CONTROL", retry: "later" } });
    expect(answer.text).not.toContain("[ref=");
    expect((await use(agent, "session_status")).facts?.data).toMatchObject({ holder: "human" });
    expect(writtenAfterFence(witness.commands(room.profile(1)))).toEqual([]);
  });

  it("lets the agent go on under a new epoch after the hand-back, with the person's note", async () => {
    const { epoch } = await room.slot(1);
    await page.getByRole("textbox", { name: /note/i }).first().fill("checked it, all fine");
    await personClicks(display.display, button("Hand back slot 1"));
    await until("the hand-back", async () => (await room.slot(1)).holder.kind === "agent");
    const answer = await use(agent, "browser_snapshot");
    expect(answer.facts).toMatchObject({
      outcome: "done",
      epoch: epoch + 1,
      control_returned: { note: "checked it, all fine" },
    });
    expect(answer.text).toContain("Save");
    expect((await use(agent, "browser_snapshot")).facts).not.toHaveProperty("control_returned");
  });
});

describe("take over and hand back while an action waits", () => {
  it("still refuses the action that waited, although the holder is the same again", async () => {
    const product = await use(agent, "browser_snapshot");
    shop.faults.set({ delay_ms: 60_000, drop: null, next: 1 });
    const applied = shop.ledger().length;
    const first = use(agent, "browser_click", { target: refOf(product, "button", "Save") });
    await until("the save to be applied", () => shop.ledger().length === applied + 1);
    // It waits for its turn behind the click.
    const second = use(agent, "browser_click", { target: refOf(product, "button", "Save") });
    await until("the second call to be admitted", async () => (await room.slot(1)).actionsWaiting === 1);

    expect((await room.cli("take-over", "1")).code).toBe(0);
    expect((await room.cli("hand-back", "1")).code).toBe(0);

    expect((await first).facts).toMatchObject({ outcome: "unknown" });
    expect((await second).facts).toMatchObject({ outcome: "not_sent" });
    expect(["EPOCH_STALE", "HUMAN_IN_CONTROL"]).toContain((await second).facts?.error?.code);
    expect(shop.ledger()).toHaveLength(applied + 1);
    expect(writtenAfterFence(witness.commands(room.profile(1)))).toEqual([]);
  });
});

describe("a broker that is killed", () => {
  it("leaves the running action unknown, and the next call gets a new broker under the same lease", async () => {
    const before = await room.slot(1);
    const product = await use(agent, "browser_snapshot");
    shop.faults.set({ delay_ms: 60_000, drop: null, next: 1 });
    const applied = shop.ledger().length;
    const save = use(agent, "browser_click", { target: refOf(product, "button", "Save") });
    await until("the save to be applied", () => shop.ledger().length === applied + 1);
    process.kill((await room.slot(1)).broker?.pid ?? 0, "SIGKILL");
    expect((await save).facts).toMatchObject({ outcome: "unknown", error: { retry: "look_first" } });
    expect((await use(agent, "browser_snapshot")).facts).toMatchObject({ outcome: "done", epoch: before.epoch });
    expect(shop.ledger()).toHaveLength(applied + 1);
  });
});
