import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 4, cap: 2, startsAtOnce: 1 });
});

afterEach(() => room.close());

describe("the lazy lease (R15)", () => {
  it("opens nothing at hello, at a status call, or for a tool that does not exist", async () => {
    const ada = room.agent("ada");
    expect((await ada.call("session_status").result).facts).toMatchObject({ outcome: "done", slot: null });
    expect((await ada.call("browser_evaluate").result).facts).toMatchObject({ error: { code: "TOOL_UNKNOWN" } });
    expect(room.world.chromes).toEqual([]);
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });

  it("opens one Chrome and one lease for the first calls, however many come at once", async () => {
    const ada = room.agent("ada");
    const answers = await Promise.all([ada.click(), ada.click(), ada.click()]);
    expect(answers.map((answer) => answer.facts.outcome)).toEqual(["done", "done", "done"]);
    expect(room.world.chromes).toHaveLength(1);
    expect(await room.slot(1)).toMatchObject({ epoch: 1, holder: { kind: "agent", agent: "ada" }, target: "ada" });
  });

  it("gives the same target its slot again, in the Chrome that still lives", async () => {
    const ada = room.agent("ada", "shop");
    await ada.click();
    await room.agent("ben", "bank").click();
    ada.goodbye();
    expect((await room.agent("eve", "shop").click()).facts).toMatchObject({ slot: 1, epoch: 3 });
    expect(room.world.chromes).toHaveLength(2);
  });
});

describe("waiting for a slot (R11)", () => {
  it("says why to the agent and on the screen in the same words, and grants when the holder releases", async () => {
    const ada = room.agent("ada", "shop");
    await ada.click();
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    const [waiter] = (await room.snapshot()).queue;
    expect(waiter).toMatchObject({ agent: "ben", code: "target_busy", position: 1 });
    expect(ben.notices).toEqual([{ code: "target_busy", position: 1, sentence: waiter?.sentence }]);
    await ada.call("session_release").result;
    expect((await ben.result).facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3 });
  });

  it("lets agents wait when the cap is reached by leases whose Chromes are still to be launched", async () => {
    const agents = ["ada", "ben", "cleo", "dan"].map((name) => room.agent(name).call("browser_snapshot"));
    await room.settle();
    expect(agents.map((call) => call.answer()?.facts.outcome ?? "waits")).toEqual(["done", "done", "waits", "waits"]);
    expect((await room.snapshot()).queue.map((each) => each.code)).toEqual(["cap_reached", "cap_reached"]);
  });

  it("ends at the deadline with the reason, having launched nothing", async () => {
    const ada = room.agent("ada", "shop");
    await ada.click();
    const ben = room.agent("ben", "shop").call("browser_snapshot", { waitMs: 5_000 });
    await room.advance(5_000);
    expect(ben.answer()?.facts).toMatchObject({ outcome: "not_sent", error: { code: "WAIT_DEADLINE" } });
    expect(ben.answer()?.facts.error?.message).toContain("held by ada");
    expect((await room.snapshot()).queue).toEqual([]);
  });

  it("grants at the very moment of the deadline or not at all, never half", async () => {
    const ada = room.agent("ada", "shop");
    await ada.click();
    const ben = room.agent("ben", "shop").call("browser_snapshot", { waitMs: 5_000 });
    room.world.clock.after(5_000, () => ada.goodbye());
    await room.advance(5_000);
    await room.settle();
    expect(ben.answer()?.facts.error?.code).toBe("WAIT_DEADLINE");
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });

  it("takes a cancelled call out of the queue", async () => {
    await room.agent("ada", "shop").click();
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    ben.cancel();
    expect((await ben.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "LEASE_ENDED" } });
    expect((await room.snapshot()).queue).toEqual([]);
  });

  it("lets a second call of the agent go on waiting when the first one is cancelled", async () => {
    const ada = room.agent("ada", "shop");
    await ada.click();
    const ben = room.agent("ben", "shop");
    const [first, second] = [ben.call("browser_snapshot"), ben.call("browser_snapshot")];
    await room.settle();
    first.cancel();
    await room.settle();
    expect(second.answer()).toBeNull();
    ada.goodbye();
    expect((await second.result).facts.outcome).toBe("done");
    expect((await first.result).facts.error?.code).toBe("LEASE_ENDED");
  });

  it("does not send a call that was cancelled while its Chrome was being launched", async () => {
    room.world.browsers.hold();
    const call = room.agent("ada").call("browser_click", { arguments: { target: "e1" } });
    await room.settle();
    call.cancel();
    room.world.browsers.letUp();
    expect((await call.result).facts).toMatchObject({ outcome: "not_sent" });
    expect(room.dispatched()).toEqual([]);
  });
});

describe("an agent that goes", () => {
  it("is skipped at the grant when it went while it waited; no Chrome is launched for it", async () => {
    await room.pause(true);
    const ada = room.agent("ada");
    const call = ada.call("browser_snapshot");
    await room.settle();
    ada.goodbye();
    await room.pause(false);
    expect((await call.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "LEASE_ENDED" } });
    expect(room.world.chromes).toEqual([]);
  });

  it("holds nothing afterwards, at whatever point between the call and the grant it went", async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      const agent = room.agent(`agent ${turns}`, "shop");
      const call = agent.call("browser_snapshot");
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      agent.goodbye();
      expect((await call.result).facts.outcome).toBe("not_sent");
      await room.settle();
      expect((await room.slot(1)).holder, `after ${turns} turns`).toEqual({ kind: "nobody" });
    }
  });

  it("ends its lease while Chrome is still being launched; the Chrome is the next one's", async () => {
    room.world.browsers.hold();
    const ada = room.agent("ada", "shop");
    const call = ada.call("browser_snapshot");
    await room.settle();
    ada.goodbye();
    room.world.browsers.letUp();
    expect((await call.result).facts.outcome).toBe("not_sent");
    await room.agent("ben", "shop").click();
    expect(room.world.chromes).toHaveLength(1);
    expect(room.world.brokers.filter((broker) => broker.binding)).toHaveLength(1);
  });

  it("gets no place in the queue for a call that is handled after its end", async () => {
    const ada = room.agent("ada");
    ada.goodbye();
    expect((await ada.call("browser_snapshot").result).facts.error?.code).toBe("LEASE_ENDED");
    expect(room.world.chromes).toEqual([]);
  });

  it("is recorded as unknown in what it had sent, and its late answer changes nothing (R5, R6)", async () => {
    room.world.habits.answer = () => null;
    const ada = room.agent("ada");
    const call = ada.call("browser_click", { arguments: { target: "e1" } });
    await room.settle();
    ada.goodbye();
    await room.advance(300);
    expect((await call.result).facts).toMatchObject({ outcome: "unknown", error: { retry: "look_first" } });
    expect((await room.slot(1)).lastMutation).toMatchObject({ outcome: "unknown" });
    expect(room.store.openActions()).toEqual([]);
  });
});
