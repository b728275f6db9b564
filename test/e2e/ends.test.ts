import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shop, startShop } from "../../demo/shop/start-shop.ts";
import type { SlotView } from "../../src/core/view/snapshot.ts";
import { launchRoom, makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { openProduct, refOf, use } from "../support/tools.ts";
import { until } from "../support/until.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

let display: VirtualDisplay;
let shop: Shop;

beforeAll(async () => {
  display = await startVirtualDisplay();
  shop = await startShop();
});

afterAll(async () => {
  await shop?.stop();
  await display?.stop();
});

/** Every process whose command line or environment names this home: Chromes, brokers, wrappers, the room itself. */
function processesOf(home: string): string[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .flatMap((pid) => {
      try {
        const text = readFileSync(`/proc/${pid}/cmdline`, "latin1") + readFileSync(`/proc/${pid}/environ`, "latin1");
        return text.includes(home) ? [`${pid} ${readFileSync(`/proc/${pid}/comm`, "latin1").trim()}`] : [];
      } catch {
        return [];
      }
    });
}

function pids(slots: readonly SlotView[]): number[] {
  return slots.flatMap((slot) => (slot.life.kind === "live" ? [slot.life.pid] : []));
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("kill -9 of the control room", () => {
  const home = makeHome();
  let room: TestRoom;

  afterAll(async () => {
    await room?.stop();
    removeHome(home);
  });

  it("takes its Chromes and brokers along within 10 s, in the middle of an action", async () => {
    room = await startRoom({ display: display.display, home });
    const agents = await Promise.all(["ada", "ben"].map((name) => room.agent(name)));
    const [ada, ben] = agents;
    if (!ada || !ben) throw new Error("two agents are needed");
    const product = await openProduct(ada, shop.url, "agent1");
    await use(ben, "browser_navigate", { url: `${shop.url}/login` });
    expect((await room.cli("take-over", "2")).code).toBe(0);
    shop.faults.set({ delay_ms: 60_000, drop: null, next: 1 });
    const save = use(ada, "browser_click", { target: refOf(product, "button", "Save") });
    await until("the save to be applied", () => shop.ledger().length === 1);
    const { slots } = await room.snapshot();
    const before = { chromes: pids(slots), brokers: slots.flatMap((slot) => (slot.broker ? [slot.broker.pid] : [])) };
    expect(before.chromes).toHaveLength(2);

    await room.kill();

    await until("all Chromes and brokers to be gone", () => ![...before.chromes, ...before.brokers].some(runs), 10_000);
    // The wrapper outlives it, and says what it knows: nothing.
    expect((await save).facts).toMatchObject({ outcome: "unknown", error: { retry: "look_first" } });
    await Promise.all(agents.map((agent) => agent.close()));
  });

  it("has its records back at the next start: epochs went on, the person still holds, nothing is repeated", async () => {
    room = await startRoom({ display: display.display, home });
    const [one, two] = (await room.snapshot()).slots;
    expect(one).toMatchObject({ target: "ada", epoch: 2, holder: { kind: "nobody" }, life: { kind: "empty" } });
    const evidence = expect.stringContaining("/save was sent, and no answer was seen");
    expect(one?.lastMutation).toMatchObject({ tool: "browser_click", outcome: "unknown", evidence });
    expect(one?.quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: [one?.lastMutation?.id] }]);
    expect(one?.receipt).toMatchObject({ cause: "restart", from: "ada", lastAction: one?.lastMutation });
    expect(two).toMatchObject({ target: "ben", epoch: 3, holder: { kind: "human", over: null } });
    expect(two?.receipt).toMatchObject({ slot: 2, epoch: 2, from: "ben" });
    expect(shop.ledger()).toHaveLength(1);
  });

  it("gives the same target its slot again once it is known what the click did, with the login that was made", async () => {
    expect((await room.cli("resolve", "1", "mark-applied", "--why", "the price is there")).code).toBe(0);
    const ada = await room.agent("ada");
    const answer = await use(ada, "browser_navigate", { url: `${shop.url}/admin/products` });
    expect(answer.facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3 });
    expect(shop.ledger()).toHaveLength(1);
  });
});

describe("the ways to end it", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("closes everything at %s and leaves no process", async (signal) => {
    const home = makeHome();
    const room = await startRoom({ display: display.display, home });
    const agent = await room.agent("ada");
    await use(agent, "browser_navigate", { url: `${shop.url}/login` });
    await agent.close();
    process.kill(room.pid, signal);
    expect(await room.exited).toEqual({ code: 0, signal: null });
    await until("the last process to be gone", () => processesOf(home).length === 0, 10_000);
    removeHome(home);
  });

  it("ends with the operator's quit, while an agent still works", async () => {
    const home = makeHome();
    const room = await startRoom({ display: display.display, home });
    const agent = await room.agent("ada");
    await use(agent, "browser_navigate", { url: `${shop.url}/login` });
    expect((await room.cli("quit")).code).toBe(0);
    expect(await room.exited).toEqual({ code: 0, signal: null });
    expect((await use(agent, "browser_snapshot")).facts).toMatchObject({ error: { code: "CONTROL_ROOM_NOT_RUNNING" } });
    await agent.close();
    await until("the last process to be gone", () => processesOf(home).length === 0, 10_000);
    removeHome(home);
  });

  it("ends an agent's lease when the wrapper's standard input closes, and keeps its slot for it", async () => {
    const home = makeHome();
    const room = await startRoom({ display: display.display, home });
    const agent = await room.agent("ada");
    await use(agent, "browser_navigate", { url: `${shop.url}/login` });
    await agent.close();
    const slot = await until("the lease to end", async () => {
      const found = await room.slot(1);
      return found.holder.kind === "nobody" ? found : null;
    });
    expect(slot).toMatchObject({ target: "ada", epoch: 2, broker: { state: "exited" } });
    await room.stop();
    removeHome(home);
  });

  it("ends the lease when the Chrome is killed, and opens a new one for the next call (R44)", async () => {
    const home = makeHome();
    const room = await startRoom({ display: display.display, home });
    const agent = await room.agent("ada");
    await use(agent, "browser_navigate", { url: `${shop.url}/login` });
    const [pid] = pids([await room.slot(1)]);
    process.kill(pid ?? 0, "SIGKILL");
    await until("the exit to be observed", async () => (await room.slot(1)).life.kind === "empty");
    const answer = await use(agent, "browser_navigate", { url: `${shop.url}/login` });
    expect(answer.facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3 });
    await room.stop();
    removeHome(home);
  });
});

describe("two starts of one home", () => {
  it("gives one control room, and the second start brings the first to the front", async () => {
    const home = makeHome();
    const rooms = [1, 2].map(() => launchRoom({ display: display.display, home }));
    const ended = await Promise.race(rooms.map(async (room, index) => ({ index, exit: await room.exited })));
    expect(ended.exit).toEqual({ code: 0, signal: null });
    expect(rooms[ended.index]?.output()).toContain("runs already; it was brought to the front");
    const first = rooms[1 - ended.index];
    await first?.ready;
    expect((await first?.snapshot())?.room.cap).toBe(10);
    const third = launchRoom({ display: display.display, home });
    expect(await third.exited).toEqual({ code: 0, signal: null });
    await first?.stop();
    removeHome(home);
  });
});
