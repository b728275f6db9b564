import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReceiptView } from "../../../src/core/view/snapshot.ts";
import { done } from "../../support/fake-broker.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open();
  ada = room.agent("ada");
});

afterEach(() => room.close());

function stepsSeen(receipt: ReceiptView): string[] {
  return receipt.steps.filter(({ at }) => at !== null).map(({ step }) => step);
}

const click = { arguments: { target: "e1" } };

describe("a take-over", () => {
  it("gives a receipt that lists every step with the time at which it was observed", async () => {
    await ada.click();
    const receipt = await room.takeOver(1);
    expect(receipt).toMatchObject({ slot: 1, epoch: 2, from: "ada", lastAction: { outcome: "done" } });
    expect(stepsSeen(receipt)).toEqual([
      "fence",
      "recorded",
      "broker_told",
      "broker_cut_off",
      "chrome_barrier",
      "broker_exit",
      "detached",
      "released",
      "front",
    ]);
    expect(room.broker(1).killed).toBe(true);
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human", over: "ada" });
    expect(room.store.receipts().get(1)).toEqual(receipt);
  });

  it("says null for what it did not see: the window in front, Chrome's answer to the barrier", async () => {
    await ada.click();
    room.world.desktop.front = { inFront: false, observed: true };
    room.chrome(1).pipe.mute.add("Browser.getVersion");
    const taken = room.takeOver(1);
    await room.settle();
    expect((await room.slot(1)).receipt?.steps).toContainEqual({ step: "chrome_barrier", at: null });
    room.chrome(1).exits();
    expect(stepsSeen(await taken)).not.toContain("chrome_barrier");
    expect(stepsSeen(await taken)).not.toContain("front");
  });

  it("lets not one more byte of the old epoch reach Chrome, before anything else is done (R4)", async () => {
    await ada.click();
    const [broker, { pipe }] = [room.broker(1), room.chrome(1)];
    broker.drives(1, "Browser.getVersion");
    const before = pipe.written.length;
    const taken = room.takeOver(1);
    broker.drives(2, "Browser.getWindowBounds");
    expect(pipe.written.slice(before).map((each) => each["method"])).not.toContain("Browser.getWindowBounds");
    await taken;
  });

  it("names the commands that had no answer when the fence fell (R2)", async () => {
    await ada.click();
    room.chrome(1).pipe.mute.add("Target.getBrowserContexts");
    room.broker(1).drives(1, "Target.getBrowserContexts");
    expect((await room.takeOver(1)).unanswered).toEqual(["Target.getBrowserContexts"]);
  });

  it("records a running action as unknown when its answer does not come within the grace (R5)", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", click);
    await room.settle();
    const taken = room.takeOver(1);
    await room.advance(300);
    expect((await taken).lastAction).toMatchObject({ tool: "browser_click", outcome: "unknown" });
    expect((await call.result).facts).toMatchObject({
      outcome: "unknown",
      error: { code: "HUMAN_IN_CONTROL", retry: "look_first" },
    });
  });

  it("says what was seen of the website up to the end, and what comes afterwards as well (R3)", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", { ...click, actionId: "the-save" });
    await room.settle();
    const { pipe } = room.chrome(1);
    pipe.sends("POST", "http://shop.test/save", "R1");
    const taken = room.takeOver(1);
    await room.advance(300);
    const evidence = expect.stringContaining("POST http://shop.test/save was sent, and no answer was seen");
    expect((await taken).lastAction).toMatchObject({ outcome: "unknown", evidence });
    expect((await call.result).facts).toMatchObject({ outcome: "unknown", evidence });
    pipe.answersRequest("R1", 200);
    pipe.sends("POST", "http://shop.test/by-the-person", "R2");
    const { receipt, lastMutation } = await room.slot(1);
    expect(receipt?.lastAction?.evidence).toContain("POST http://shop.test/save was answered with 200");
    expect(receipt?.lastAction?.evidence).not.toContain("by-the-person");
    expect(lastMutation).toEqual(receipt?.lastAction);
    expect(room.store.findAction("the-save")?.requests).toMatchObject([{ state: "answered", status: 200 }]);
  });

  it("says of a reading action that it failed, and does not leave it running on the receipt", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_snapshot");
    await room.settle();
    const taken = room.takeOver(1);
    await room.advance(300);
    expect((await taken).lastAction).toMatchObject({ tool: "browser_snapshot", outcome: "failed" });
    expect((await call.result).facts.outcome).toBe("failed");
  });

  it("keeps an answer that comes within the grace for the record, and its content from the agent", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", { ...click, actionId: "the-click" });
    await room.settle();
    const [action] = room.broker(1).actions;
    const taken = room.takeOver(1);
    if (action) room.broker(1).says(done(action, { content: [{ type: "text", text: "secret page" }] }));
    await room.settle();
    expect((await taken).lastAction).toMatchObject({ id: "the-click", outcome: "done" });
    const answer = await call.result;
    expect(answer.facts).toMatchObject({ outcome: "done", error: { code: "HUMAN_IN_CONTROL" } });
    expect(JSON.stringify(answer)).not.toContain("secret page");
  });

  it("brings the window forward at a second click and changes nothing else", async () => {
    await ada.click();
    const first = await room.takeOver(1);
    expect(await room.takeOver(1)).toEqual(first);
    expect((await room.slot(1)).epoch).toBe(2);
  });
});

describe("a take-over while the lease is still being opened", () => {
  it("starts no broker in the person's epoch when Chrome comes up later", async () => {
    room.world.browsers.hold();
    const call = ada.call("browser_click", click);
    await room.settle();
    const taken = room.takeOver(1);
    await room.settle();
    room.world.browsers.letUp();
    await taken;
    await room.settle();
    expect(room.world.brokers.filter((broker) => broker.binding)).toEqual([]);
    expect((await call.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "EPOCH_STALE" } });
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "human", over: "ada" }, life: { kind: "live" } });
  });

  it("ends a broker that has not connected yet, at once", async () => {
    room.world.habits.binding = null;
    const call = ada.call("browser_click", click);
    await room.settle();
    expect(stepsSeen(await room.takeOver(1))).toContain("broker_exit");
    expect((await call.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "EPOCH_STALE" } });
  });

  it("keeps the lease for the hand-back, and the next call acts under the new epoch", async () => {
    room.world.browsers.hold();
    const first = ada.call("browser_click", click);
    await room.settle();
    const taken = room.takeOver(1);
    await room.handBack(1, "go on");
    room.world.browsers.letUp();
    await taken;
    expect((await first.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "EPOCH_STALE" } });
    const second = await ada.click();
    expect(second.facts).toMatchObject({ outcome: "done", epoch: 3, control_returned: { note: "go on" } });
    expect(room.world.brokers.filter((broker) => broker.binding).map((each) => each.binding?.epoch)).toEqual([3]);
  });
});

describe("a hand-back", () => {
  it("makes an action stale that waited through take-over and hand-back; it is not sent (R4)", async () => {
    room.world.habits.answer = () => null;
    const running = ada.call("browser_click", click);
    const waiting = ada.call("browser_click", { ...click, actionId: "waited-through" });
    await room.settle();
    const taken = room.takeOver(1);
    await room.handBack(1);
    await room.advance(300);
    await taken;
    expect((await running.result).facts).toMatchObject({ outcome: "unknown", error: { code: "EPOCH_STALE" } });
    expect((await waiting.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "EPOCH_STALE" } });
    expect(room.dispatched()).not.toContain("waited-through");
  });

  it("tells the agent once, with the note", async () => {
    await ada.click();
    await room.takeOver(1);
    await room.handBack(1, "I logged in");
    expect((await ada.click()).facts.control_returned).toEqual({ note: "I logged in" });
    expect((await ada.click()).facts.control_returned).toBeUndefined();
  });

  it("is refused where no person holds", async () => {
    await ada.click();
    await expect(room.handBack(1)).rejects.toMatchObject({ code: "NOT_HELD" });
  });

  it("leaves the slot to nobody when its Chrome has gone meanwhile, and the agent asks anew", async () => {
    await ada.click();
    await room.takeOver(1);
    room.chrome(1).exits();
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "human", over: null }, needsYou: expect.any(String) });
    expect(await room.handBack(1)).toEqual({ epoch: 3, holder: "nobody" });
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", epoch: 4 });
    expect(room.world.chromes).toHaveLength(2);
  });

  it("binds the next broker only when the former one's exit was observed (R2)", async () => {
    await ada.click();
    const former = room.broker(1);
    room.world.habits.diesWhenKilled = false;
    const taken = room.takeOver(1);
    await room.handBack(1);
    await room.settle();
    expect(room.broker(1)).toBe(former);
    former.exits();
    await taken;
    await room.settle();
    expect(room.broker(1).binding).toMatchObject({ epoch: 3 });
  });
});

describe("a person without an agent", () => {
  it("gets a window for a slot that has none, and a second one when they closed it", async () => {
    await room.takeOver(2);
    expect(await room.slot(2)).toMatchObject({ holder: { kind: "human" }, life: { kind: "live" } });
    room.chrome(2).exits();
    await room.settle();
    expect(await room.room.handle("foreground", { slot: 2 })).toMatchObject({ inFront: true, observed: true });
    expect(room.world.chromes).toHaveLength(2);
  });

  it("is told why there is no window, and holds the slot nevertheless", async () => {
    for (const slot of [1, 2, 3]) await room.takeOver(slot);
    const receipt = await room.takeOver(4);
    expect(stepsSeen(receipt)).not.toContain("front");
    await expect(room.room.handle("foreground", { slot: 4 })).rejects.toMatchObject({ code: "CAP_REACHED" });
    expect((await room.snapshot()).events.find((event) => event.kind === "not_in_front")?.text).toContain("3 windows");
    expect((await room.slot(4)).holder).toMatchObject({ kind: "human", over: null });
  });
});
