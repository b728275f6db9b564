import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { done } from "../../support/fake-broker.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

const grace = 10_000;
const hours = 3_600_000;
let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 1, reconnectGraceMs: grace });
  ada = room.agent("ada", "shop");
  await ada.click();
});

afterEach(() => room.close());

const kinds = () => room.store.recentEvents(50).map(({ kind }) => kind);

describe("an agent that is quiet (R16)", () => {
  it("keeps its slot, its window and its epoch for two hours while another one waits", async () => {
    const ben = room.agent("ben", "bank").call("browser_snapshot", { waitMs: 2 * hours });
    const before = await room.slot(1);
    await room.advance(2 * hours - 1_000);
    expect(await room.slot(1)).toEqual(before);
    expect(ben.answer()).toBeNull();
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", epoch: 1 });
  });
});

describe("the two clocks", () => {
  it("are another one's before its first action and its first sign, and not those of the lease before", async () => {
    ada.goodbye();
    await room.advance(1_000);
    expect(await room.slot(1)).toMatchObject({ lastActivityAt: null, lastHeartbeatAt: null });
    room.world.habits.binding = null;
    room.agent("ben", "shop").call("browser_click", { arguments: { target: "e1" } });
    await room.settle();
    const { holder, lastActivityAt, lastHeartbeatAt } = await room.slot(1);
    expect(holder).toMatchObject({ kind: "agent", agent: "ben" });
    expect([lastActivityAt, lastHeartbeatAt]).toEqual([null, null]);
  });

  it("go apart: the wrapper answers again and again, and nothing is done", async () => {
    const { agents } = room.room;
    ada.goodbye();
    await room.advance(1_000);
    let asked = 0;
    const cleo = agents.hello({ id: "cleo", name: "cleo" }, { key: "shop", source: "override" }, async () => {
      asked += 1;
    });
    const signal = new AbortController().signal;
    const call = { actionId: "first-action", tool: "browser_snapshot", arguments: {}, waitMs: 1_000, signal };
    await agents.call(cleo, call, () => {});
    const start = room.world.clock.now();
    await room.advance(60_000);
    expect(asked).toBe(6);
    const { lastActivityAt, lastHeartbeatAt } = await room.slot(1);
    expect(lastActivityAt).toBeLessThanOrEqual(start);
    expect(lastHeartbeatAt).toBeGreaterThan(start + 45_000);
    agents.goodbye(cleo, "vanished");
    await room.advance(60_000);
    expect(asked).toBe(6);
  });
});

describe("a connection that is lost", () => {
  it("changes nothing before the grace is over, and says so; then the lease is parked", async () => {
    ada.vanish();
    await room.advance(grace - 1);
    const now = room.world.clock.now();
    expect(await room.slot(1)).toMatchObject({
      epoch: 1,
      holder: { kind: "agent", agent: "ada" },
      connectionLost: { since: now - grace + 1, parksAt: now + 1 },
    });
    await room.advance(1);
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "parked" }, connectionLost: null });
    expect(kinds().filter((kind) => kind === "connection_lost" || kind === "parked")).toEqual([
      "parked",
      "connection_lost",
    ]);
  });

  it("that comes back in time goes on under the same epoch, with the same broker and window", async () => {
    const broker = room.broker(1);
    ada.vanish();
    await room.advance(grace - 1);
    const back = room.agent("ada", "shop");
    expect((await back.click()).facts).toMatchObject({ outcome: "done", slot: 1, epoch: 1 });
    await room.advance(10 * grace);
    expect(await room.slot(1)).toMatchObject({ epoch: 1, holder: { kind: "agent" }, connectionLost: null });
    expect(room.broker(1)).toBe(broker);
    expect(room.world.chromes).toHaveLength(1);
    expect(kinds()).toContain("connection_back");
  });

  it("that comes back over another connection before the end of the first was read, goes on there with its call", async () => {
    const back = room.agent("ada", "shop");
    const call = back.call("browser_click", { arguments: { target: "e1" } });
    await room.settle();
    expect(call.answer()).toBeNull();
    ada.vanish();
    await room.settle();
    expect(call.answer()?.facts).toMatchObject({ outcome: "done", slot: 1, epoch: 1 });
    await room.advance(2 * grace);
    expect((await room.slot(1)).holder.kind).toBe("agent");
  });

  it.each([
    ["another agent", "ben", "shop"],
    ["the same agent for another login", "ada", "bank"],
  ])("is not taken up by %s", async (_, name, target) => {
    ada.vanish();
    const other = room.agent(name, target).call("browser_snapshot");
    await room.advance(grace);
    expect(other.answer()).toBeNull();
    expect((await room.slot(1)).holder).toMatchObject({ kind: "parked", agent: "ada" });
  });

  it("accounts for the calls that were under way: what has begun is told in the next result, the rest is not sent", async () => {
    room.world.habits.answer = () => null;
    const first = ada.call("browser_click", { arguments: { target: "e1" }, actionId: "has-begun" });
    const second = ada.call("browser_click", { arguments: { target: "e2" }, actionId: "waits-its-turn" });
    await room.settle();
    ada.vanish();
    const back = room.agent("ada", "shop");
    await room.settle();
    const [begun] = room.broker(1).actions.filter(({ actionId }) => actionId === "has-begun");
    if (begun) room.broker(1).says(done(begun));
    await room.settle();
    expect((await second.result).facts.outcome).toBe("not_sent");
    expect((await first.result).facts.outcome).toBe("done");
    room.world.habits.answer = done;
    const next = await back.click();
    expect(next.facts.news).toEqual([
      { action_id: "has-begun", text: expect.stringContaining("did not reach you: done") },
      { action_id: "waits-its-turn", text: expect.stringContaining("did not reach you: not sent") },
    ]);
    expect(room.dispatched()).not.toContain("waits-its-turn");
  });

  it("gives the agent the result of the same action id again when it is back", async () => {
    const call = { arguments: { target: "e1" }, actionId: "asked-twice" };
    await ada.call("browser_click", call).result;
    ada.vanish();
    const again = await room.agent("ada", "shop").call("browser_click", call).result;
    expect(again.facts).toMatchObject({ outcome: "done", repeated: "replayed" });
    expect(room.dispatched().filter((id) => id === "asked-twice")).toHaveLength(1);
  });

  it("keeps the place in the queue of one that waited", async () => {
    const ben = room.agent("ben", "bank");
    ben.call("browser_snapshot");
    await room.advance(5_000);
    room.agent("cleo", "post").call("browser_snapshot");
    await room.settle();
    ben.vanish();
    room.agent("ben", "bank").call("browser_snapshot");
    await room.settle();
    expect((await room.snapshot()).queue.map(({ agent }) => agent)).toEqual(["ben", "cleo"]);
  });

  it("takes nothing from a person who took the slot meanwhile, and their hand-back finds the agent that is back", async () => {
    ada.vanish();
    const taken = room.takeOver(1);
    await room.advance(1_000);
    await taken;
    const back = room.agent("ada", "shop");
    await room.advance(2 * grace);
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "human", vanished: false } });
    expect(await room.handBack(1)).toEqual({ epoch: 3, holder: "ada" });
    await room.settle();
    expect((await back.click()).facts).toMatchObject({ outcome: "done", epoch: 3 });
  });

  it("never ends what the person holds: without a return the lease waits, marked as vanished", async () => {
    ada.vanish();
    const taken = room.takeOver(1);
    await room.advance(2 * grace);
    await taken;
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "human", over: "ada", vanished: true } });
  });

  it("tells one that is back what the person did meanwhile", async () => {
    ada.vanish();
    const { epoch, lastActivityAt, since } = await room.slot(1);
    await room.room.handle("reclaim", { slot: 1, epoch, idleSince: Math.max(since, lastActivityAt ?? since) });
    const back = room.agent("ada", "shop");
    expect((await back.click()).facts.error?.code).toBe("SLOT_RECLAIMED");
  });

  it("leaves a slot that the person's release makes usable again", async () => {
    ada.vanish();
    await room.advance(grace);
    await room.release(1);
    await room.advance(1_000);
    expect((await room.agent("ben", "shop").click()).facts).toMatchObject({ outcome: "done", slot: 1 });
  });
});
