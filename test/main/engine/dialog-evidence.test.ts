import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BrokerPerformed } from "../../../src/shared/contract/broker.ts";
import { carriesOut, performed } from "../../support/fake-broker.ts";
import { type FakeAgent, FakeRoom, saveWithQuery } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;
/** When the click was under way, in seconds, as Chrome tells it. */
let wallTime: number;

/** A click that was done by all that was known, under a dialog that stops the page from telling what it had sent. */
beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada", "shop");
  room.world.habits.answer = carriesOut;
  await ada.call("browser_snapshot").result;
  room.world.habits.answer = () => null;
  const call = ada.call("browser_click", { arguments: { target: "e1" }, actionId: "the-save" });
  await room.advance(50);
  wallTime = room.world.clock.now() / 1_000;
  await room.advance(50);
  says({ finished: false, dialogOpen: true });
  const { facts } = await call.result;
  expect(facts).toMatchObject({ outcome: "done", evidence: expect.stringContaining("A dialog is open") });
  await room.advance(120_000);
  room.world.habits.answer = carriesOut;
});

afterEach(() => room.close());

/** The broker's word about the action that it got last. */
function says(part: Partial<BrokerPerformed> = {}): void {
  const action = room.broker(1).actions.at(-1);
  if (action) room.broker(1).says(performed(action, part));
}

/** What the click had sent is told only now. */
function toldLate(): void {
  room.chrome(1).pipe.sends("POST", saveWithQuery, "R1", { wallTime });
}

function stored() {
  return room.store.findAction("the-save");
}

const taken = { outcome: "unknown", resolution: null, requests: [{ attribution: "window", state: "sent" }] };

describe("what a page tells only once its dialog is answered", () => {
  it("takes the done back to unknown when it was sent while the action ran (R6)", async () => {
    toldLate();
    expect(stored()).toMatchObject(taken);
    const { unresolved, quarantine, lastMutation } = await room.slot(1);
    expect(unresolved).toMatchObject([{ id: "the-save", outcome: "unknown" }]);
    expect(lastMutation?.outcome).toBe("unknown");
    expect(quarantine).toEqual([]);
    expect((await room.snapshot()).events[0]).toMatchObject({ kind: "revised" });
    expect((await ada.click()).facts.error?.code).toBe("LOOK_FIRST");
  });

  it("is placed by our clock, also when Chrome's is ahead of it by a minute", () => {
    const minute = 60;
    const now = room.world.clock.now() / 1_000;
    room.chrome(1).pipe.sends("GET", "http://shop.test/poll", "R0", { wallTime: now + minute });
    wallTime += minute;
    toldLate();
    expect(stored()).toMatchObject(taken);
  });

  it("has to be looked for even if the agent had looked before it was told", async () => {
    await ada.call("browser_snapshot").result;
    await room.advance(1_000);
    toldLate();
    expect((await ada.click()).facts.error?.code).toBe("LOOK_FIRST");
    await ada.call("browser_snapshot").result;
    expect((await ada.click()).facts.outcome).toBe("done");
  });

  it("is the click's also when it is told while the dialog is being answered, and the agent hears of it", async () => {
    room.world.habits.answer = () => null;
    const dialog = ada.call("browser_handle_dialog", { arguments: { accept: true }, actionId: "the-dialog" });
    await room.settle();
    toldLate();
    says();
    await room.advance(30_000);
    const { facts } = await dialog.result;
    expect(facts).toMatchObject({ outcome: "done", unresolved: ["the-save"], news: [{ action_id: "the-save" }] });
    expect(facts.news?.[0]?.text).toContain("POST http://shop.test/save was sent, and no answer was seen");
    expect(stored()).toMatchObject(taken);
  });

  it("is cleared up by the answer that follows", async () => {
    toldLate();
    room.chrome(1).pipe.answersRequest("R1", 200);
    expect(stored()).toMatchObject({ outcome: "unknown", resolution: { finding: "answered", by: "evidence" } });
    expect((await room.slot(1)).unresolved).toEqual([]);
  });

  it("is later, and takes nothing back, when it was sent after the action had settled", async () => {
    room.chrome(1).pipe.sends("POST", saveWithQuery, "R1", { wallTime: wallTime + 60 });
    expect(stored()).toMatchObject({ outcome: "done", requests: [{ attribution: "later" }] });
    expect((await room.slot(1)).unresolved).toEqual([]);
  });

  it("does not quarantine the slot while a person holds it over the lease, and stands on their receipt", async () => {
    await room.takeOver(1);
    toldLate();
    const { quarantine, receipt, unresolved } = await room.slot(1);
    expect(quarantine).toEqual([]);
    expect(unresolved).toHaveLength(1);
    expect(receipt?.lastAction).toMatchObject({ outcome: "unknown" });
    expect(room.store.receipts().get(1)?.lastAction).toMatchObject({ outcome: "unknown" });
  });
});

describe("what it tells once the lease is over", () => {
  beforeEach(async () => {
    ada.goodbye();
    await room.settle();
    expect((await room.slot(1)).quarantine).toEqual([]);
  });

  it("quarantines the slot (R7)", async () => {
    toldLate();
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: ["the-save"] }]);
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "quarantined" }]);
  });

  it("quarantines the slot under the next agent too, which can't speak of an action that is not its own (R33)", async () => {
    const ben = room.agent("ben", "shop");
    await ben.call("browser_snapshot").result;
    toldLate();
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "outcome_unknown" }]);
    const input = { action_id: "the-save", applied: "yes" };
    const { facts } = await ben.call("reconcile", { arguments: input }).result;
    expect(facts.error?.code).toBe("ACTION_NOT_UNKNOWN");
    expect((await ben.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "SLOT_QUARANTINED" } });
    expect(stored()?.resolution).toBeNull();
  });
});
