import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { done } from "../../support/fake-broker.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

const click = { arguments: { target: "e1" } };

describe("an action (R6)", () => {
  it("is on disk before the broker gets it, first as admitted and then as dispatched", async () => {
    const seen: unknown[] = [];
    room.world.onAction = () => seen.push(...room.store.openActions());
    await ada.call("browser_click", { ...click, actionId: "my-action-1" }).result;
    expect(seen).toMatchObject([{ id: "my-action-1", epoch: 1, slot: 1, effect: "acts" }]);
    expect(room.store.openActions()).toEqual([]);
  });

  it("is never run twice under one id: replayed to its session, expired for its agent, refused to others", async () => {
    const again = { ...click, actionId: "used-once" };
    const first = await ada.call("browser_click", again).result;
    expect(first.facts.outcome).toBe("done");
    const replayed = await ada.call("browser_click", again).result;
    expect(replayed).toEqual({ ...first, facts: { ...first.facts, repeated: "replayed" } });
    const reused = { outcome: "not_sent", error: { code: "ACTION_ID_REUSED", retry: "never" } };
    expect((await ada.call("browser_hover", again).result).facts).toMatchObject(reused);
    expect((await room.agent("ben").call("browser_click", again).result).facts).toMatchObject(reused);
    await room.restart();
    const expired = { outcome: "done", repeated: "expired", error: { code: "ACTION_EXPIRED", retry: "never" } };
    expect((await room.agent("ada").call("browser_click", again).result).facts).toMatchObject(expired);
    expect((await room.agent("ben").call("browser_click", again).result).facts).toMatchObject(reused);
    expect(room.dispatched()).toEqual(["used-once"]);
  });

  it("is attached to when it is asked for again while it runs", async () => {
    room.world.habits.answer = () => null;
    const asked = { ...click, actionId: "asked-twice" };
    const [first, second] = [ada.call("browser_click", asked), ada.call("browser_click", asked)];
    await room.settle();
    const [running] = room.broker(1).actions;
    if (running) room.broker(1).says(done(running));
    expect((await first.result).facts).toMatchObject({ outcome: "done" });
    expect((await second.result).facts).toMatchObject({ outcome: "done", repeated: "attached" });
    expect(room.dispatched()).toEqual(["asked-twice"]);
  });

  it("is not replayed with what its page showed once control has changed: the agent is blind then", async () => {
    const again = { ...click, actionId: "seen-before" };
    await ada.call("browser_click", again).result;
    await room.takeOver(1);
    const { facts, content } = await ada.call("browser_click", again).result;
    expect(facts).toMatchObject({ outcome: "done", repeated: "expired" });
    expect(JSON.stringify(content)).not.toContain("browser_click done");
  });

  it("waits until the one before it has ended", async () => {
    room.world.habits.answer = () => null;
    const first = ada.call("browser_click", click);
    const second = ada.call("browser_click", click);
    await room.settle();
    const broker = room.broker(1);
    expect(broker.actions).toHaveLength(1);
    expect((await room.slot(1)).actionsWaiting).toBe(1);
    const [running] = broker.actions;
    if (running) broker.says(done(running));
    await first.result;
    await room.settle();
    expect(broker.actions).toHaveLength(2);
    second.cancel();
  });

  it("is not sent when it was cancelled while it waited for its turn", async () => {
    room.world.habits.answer = () => null;
    const first = ada.call("browser_click", click);
    const second = ada.call("browser_click", { ...click, actionId: "given-up" });
    await room.settle();
    second.cancel();
    const [running] = room.broker(1).actions;
    if (running) room.broker(1).says(done(running));
    expect((await first.result).facts.outcome).toBe("done");
    expect((await second.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "LEASE_ENDED" } });
    expect(room.dispatched()).not.toContain("given-up");
  });

  it("goes on to its end when it was cancelled after it was sent: what has begun is not undone", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", click);
    await room.settle();
    call.cancel();
    const [running] = room.broker(1).actions;
    if (running) room.broker(1).says(done(running));
    expect((await call.result).facts.outcome).toBe("done");
  });

  it("is told with its evidence to the agent that asked, and to nobody else (R33)", async () => {
    await ada.call("browser_snapshot").result;
    const { pipe } = room.chrome(1);
    room.world.onAction = () => {
      pipe.sends("POST", "https://shop.test/save?token=secret", "R1");
      pipe.answersRequest("R1", 201);
    };
    const [mine, other] = [await ada.click(), await room.agent("ben").call("session_status").result];
    expect(mine.facts.evidence).toContain("POST https://shop.test/save was answered with 201");
    expect(JSON.stringify(other)).not.toContain("shop.test");
    expect((await room.slot(1)).lastMutation?.evidence).toBe(mine.facts.evidence);
    expect(JSON.stringify(await room.snapshot())).not.toContain("secret");
  });

  it("is not taken for settled by a broker that speaks of another epoch's action", async () => {
    room.world.habits.answer = () => null;
    const first = ada.call("browser_click", click);
    await room.settle();
    const old = room.broker(1);
    old.habits.diesWhenKilled = false;
    const taken = room.takeOver(1);
    await room.advance(300);
    await room.handBack(1);
    old.exits();
    await taken;
    await first.result;
    const second = ada.call("browser_hover", { ...click, actionId: "of-epoch-3" });
    await room.settle();
    const [mine] = room.broker(1).actions;
    if (mine) old.says(done(mine));
    await room.settle();
    expect(second.answer()).toBeNull();
  });

  it("is refused while a person holds the slot, with what to do", async () => {
    await ada.click();
    await room.takeOver(1);
    expect((await ada.click()).facts).toMatchObject({
      outcome: "not_sent",
      error: { code: "HUMAN_IN_CONTROL", retry: "later" },
    });
  });

  it("is refused with wrong arguments before any slot is asked for", async () => {
    const { facts } = await ada.call("browser_click", { arguments: { element: 7 } }).result;
    expect(facts).toMatchObject({ outcome: "not_sent", error: { code: "ARGUMENTS_INVALID" } });
    expect(room.world.chromes).toEqual([]);
  });
});

describe("the tabs of a lease that is over (R40, R43)", () => {
  beforeEach(async () => {
    await ada.click();
    room.chrome(1).pipe.opensTab("POPUP", "TAB1");
    room.chrome(1).pipe.opensTab("PERSONS");
  });

  it("are closed before the next agent's lease begins, however soon that is; the person's tab lives on", async () => {
    const { pipe } = room.chrome(1);
    const ben = room.agent("ben", "ada").call("browser_snapshot");
    await room.settle();
    ada.goodbye();
    expect((await ben.result).facts.outcome).toBe("done");
    expect([...pipe.tabs]).toEqual(["TAB1", "PERSONS"]);
    const order = pipe.written.map((each) => each["method"]);
    expect(order.lastIndexOf("Page.navigate")).toBeLessThan(order.lastIndexOf("Target.attachToBrowserTarget"));
  });

  it("stay open under the hands of a person who holds the slot, and are closed before the next lease", async () => {
    const { pipe } = room.chrome(1);
    await room.takeOver(1);
    ada.goodbye();
    await room.settle();
    expect([...pipe.tabs]).toEqual(["TAB1", "POPUP", "PERSONS"]);
    await room.handBack(1);
    await room.agent("ben", "ada").click();
    expect([...pipe.tabs]).toEqual(["TAB1", "PERSONS"]);
  });

  it("are a reason not to offer the slot when they can't be closed, until looking again closes them", async () => {
    const { pipe } = room.chrome(1);
    pipe.mute.add("Target.closeTarget");
    ada.goodbye();
    await room.advance(6_000);
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "cleanup_failed" }]);
    const ben = room.agent("ben", "ada").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "quarantined" }]);
    const looked = room.resolve(1, "look_again");
    const still = expect(looked).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    await room.advance(6_000);
    await still;
    pipe.mute.clear();
    await room.resolve(1, "look_again");
    expect((await ben.result).facts.outcome).toBe("done");
    expect((await room.slot(1)).quarantine).toEqual([]);
  });
});
