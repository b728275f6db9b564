import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runShopTask, type TimedCall } from "../../demo/agents/run-shop-task.ts";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import type { Rectangle, SlotView } from "../../src/core/view/snapshot.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { windowRectangles } from "../support/window-rectangles.ts";

let display: VirtualDisplay;
let shop: Shop;
let room: TestRoom;
const home = makeHome();
const clients: Client[] = [];
let results: (readonly TimedCall[])[];

beforeAll(async () => {
  display = await startVirtualDisplay();
  shop = await startShop();
  room = await startRoom({ display: display.display, home });
  for (let number = 1; number <= 11; number += 1) clients.push(await room.agent(`agent${number}`));
});

afterAll(async () => {
  await room?.stop();
  await shop?.stop();
  await display?.stop();
  removeHome(home);
});

describe("ten agents at once", () => {
  it("opens no slot and no window for eleven handshakes and lists of tools (R15)", async () => {
    for (const client of clients) expect((await client.listTools()).tools.length).toBeGreaterThan(15);
    const snapshot = await room.snapshot();
    expect(snapshot.room.live).toBe(0);
    expect(snapshot.slots.every((slot) => slot.target === null)).toBe(true);
  });

  it("finishes 20 actions each in ten slots of their own", { timeout: 240_000 }, async () => {
    results = await Promise.all(
      clients
        .slice(0, 10)
        .map((client, index) => runShopTask(client, { actions: 20, shop: shop.url, user: `agent${index + 1}` })),
    );
    expect(results.map((calls) => calls.length)).toEqual(Array(10).fill(20));
    const faults = results.flat().filter((call) => call.outcome !== "done");
    expect(faults).toEqual([]);
    const slots = results.map((calls) => new Set(calls.map((call) => call.slot)));
    expect(slots.every((used) => used.size === 1)).toBe(true);
    expect(new Set(slots.flatMap((used) => [...used])).size).toBe(10);
  });

  it("applies every save once: the shop's own ledger has no change twice", () => {
    const ids = shop.ledger().map((entry) => entry.change_id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has ten real windows side by side on the second monitor, none over another", async () => {
    const live = (await room.snapshot()).slots.filter((slot) => slot.life.kind === "live");
    expect(live).toHaveLength(10);
    const rectangles = await windowRectangles(display.display, live.map(pidOf));
    expect(rectangles).toHaveLength(10);
    for (const rectangle of rectangles) {
      expect(rectangle.x).toBeGreaterThanOrEqual(1920);
      expect(rectangle.x + rectangle.width).toBeLessThanOrEqual(3840);
      expect(rectangle.y + rectangle.height).toBeLessThanOrEqual(1080);
    }
    for (const [index, one] of rectangles.entries()) {
      for (const other of rectangles.slice(index + 1)) expect(overlap(one, other)).toBe(false);
    }
  });

  it("lets the eleventh wait with a reason that both sides read, and lends it a slot when one is free", async () => {
    const eleventh = clients[10];
    if (!eleventh) throw new Error("there is no eleventh agent");
    const heard: string[] = [];
    const waiting = eleventh.callTool(
      { name: "browser_navigate", arguments: { url: `${shop.url}/login` } },
      undefined,
      {
        onprogress: (progress) => heard.push(progress.message ?? ""),
        timeout: 120_000,
      },
    );
    const waiter = await until("the eleventh in the queue", async () => (await room.snapshot()).queue[0]);
    expect(waiter).toMatchObject({ agent: "agent11", code: "cap_reached", position: 1 });
    await until("the reason at the agent", () => heard.some((message) => message.includes(waiter.sentence)));
    const [first] = clients;
    if (!first) throw new Error("there is no first agent");
    await use(first, "session_release");
    expect(await waiting).toMatchObject({ structuredContent: { outcome: "done", slot: 11 } });
    const snapshot = await room.snapshot();
    expect(snapshot.queue).toEqual([]);
    expect(snapshot.room.live).toBe(10);
  });
});

function pidOf(slot: SlotView): number {
  if (slot.life.kind !== "live") throw new Error(`slot ${slot.slot} is not live`);
  return slot.life.pid;
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
