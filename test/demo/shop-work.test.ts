import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runShopTask } from "../../demo/agents/run-shop-task.ts";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import { type BrowserTools, openBrowserTools } from "./browser-tools.ts";

let tools: BrowserTools;
let shop: Shop;

beforeAll(async () => {
  tools = await openBrowserTools();
}, 60_000);
afterAll(async () => {
  await tools.close();
});
beforeEach(async () => {
  shop = await startShop();
  await tools.page.context().clearCookies();
  await tools.page.goto("about:blank");
  tools.before = async () => null;
});
afterEach(async () => {
  await shop.stop();
});

const work = (actions: number, user = "agent1") => runShopTask(tools, { actions, shop: shop.url, user });

function withError(code: string, outcome: string, retry: string): unknown {
  const error = { code, message: code, hint: "", retry };
  return {
    content: [{ type: "text", text: code }],
    structuredContent: { action_id: "a-1", slot: 3, epoch: 1, outcome, error },
    isError: true,
  };
}

/** Runs once, at the first Save. */
function atFirstSave(act: () => Promise<unknown>): void {
  let done = false;
  tools.before = async (_tool, element) => {
    if (done || element !== "Save") return null;
    done = true;
    return act();
  };
}

/** The two calls that follow the first Save. */
async function callsAfterFirstSave(actions: number): Promise<readonly string[]> {
  const from = tools.called.length;
  await work(actions);
  const save = tools.called.indexOf("browser_type", from) + 1;
  return tools.called.slice(save + 1, save + 3);
}

test("twenty calls log in and save prices, each change once", async () => {
  const calls = await work(20);
  expect(calls).toHaveLength(20);
  expect(calls.every((call) => call.outcome === "done" && call.milliseconds > 0)).toBe(true);
  const ledger = shop.ledger();
  expect(ledger.map((entry) => entry.product)).toEqual([1, 2, 3]);
  expect(new Set(ledger.map((entry) => entry.client))).toEqual(new Set(["agent1"]));
}, 60_000);

test("a save without an answer that was applied is looked at and not repeated", async () => {
  shop.faults.set({ drop: "after" });
  // The login uses no fault: only changes of the shop meet them.
  await work(12);
  expect(shop.ledger().filter((entry) => entry.product === 1)).toHaveLength(1);
}, 60_000);

test("a save whose outcome is unknown to SessionDock is looked at before anything else", async () => {
  atFirstSave(async () => withError("BROKER_LOST", "unknown", "look_first"));
  expect(await callsAfterFirstSave(10)).toEqual(["browser_snapshot", "browser_navigate"]);
}, 60_000);

test("a person who took the page elsewhere during a save does not make the agent forget it", async () => {
  atFirstSave(async () => {
    await tools.page.goto(`${shop.url}/admin/orders`);
    return withError("HUMAN_IN_CONTROL", "unknown", "look_first");
  });
  expect(await callsAfterFirstSave(10)).toEqual(["browser_snapshot", "browser_navigate"]);
  expect(shop.ledger()).toEqual([]);
}, 60_000);

test("what was not sent is done again, once", async () => {
  atFirstSave(async () => withError("STALE_REFERENCE", "not_sent", "safe"));
  await work(10);
  expect(shop.ledger().filter((entry) => entry.product === 1)).toHaveLength(1);
}, 60_000);
