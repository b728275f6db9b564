import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ActionRecord } from "../../../src/main/engine/ports.ts";
import { type CallOptions, type FakeAgent, FakeRoom, saveWithQuery } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 3 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

const click: CallOptions = { arguments: { target: "e1" }, actionId: "the-save" };

function stored() {
  return room.store.findAction("the-save");
}

/** A click that has been handed to its broker and is still under way. */
async function underWay({ writes }: { writes: boolean }): Promise<void> {
  await ada.call("browser_snapshot").result;
  Object.assign(room.world.habits, { answer: () => null, writes });
  ada.call("browser_click", click);
  await room.settle();
}

async function codes(slot: number): Promise<string[]> {
  return (await room.slot(slot)).quarantine.map(({ code }) => code);
}

function actionOf(slot: number, epoch: number): ActionRecord {
  const names = { leaseId: "L", session: "s", agent: "ada", agentId: "ada", tool: "browser_click", summary: "click" };
  return { id: `of epoch ${epoch}`, slot, epoch, ...names, effect: "acts", admittedAt: 1 };
}

describe("an action that was under way when the control room was killed (R51)", () => {
  it("was not sent when nothing that can have an effect was written; the slot is offered at once", async () => {
    await underWay({ writes: false });
    expect(stored()?.dispatchedAt).not.toBeNull();
    await room.restart();
    expect(stored()).toMatchObject({ outcome: "not_sent", evidence: expect.stringContaining("Nothing was sent") });
    expect(await room.slot(1)).toMatchObject({ quarantine: [], unresolved: [] });
  });

  it("is unknown when something was written, with what was seen until then; its slot is in quarantine", async () => {
    await underWay({ writes: true });
    room.chrome(1).pipe.sends("POST", saveWithQuery, "R1");
    await room.restart();
    const said = "POST http://shop.test/save was sent, and no answer was seen";
    expect(stored()).toMatchObject({ outcome: "unknown", evidence: expect.stringContaining(said) });
    const { quarantine, unresolved, receipt } = await room.slot(1);
    expect(quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: ["the-save"] }]);
    expect(quarantine[0]?.known).toContain(said);
    expect(unresolved).toMatchObject([{ id: "the-save", requests: [{ state: "sent" }] }]);
    expect(receipt).toMatchObject({ cause: "restart", from: "ada", lastAction: { outcome: "unknown" } });
  });

  it.each([
    ["the machine was started anew", "another boot"],
    ["the system does not name its boot", ""],
  ])("is unknown although nothing is on record when %s: a power cut may have lost the note", async (_, boot) => {
    await underWay({ writes: false });
    room.world.boot = boot;
    await room.restart();
    expect(stored()).toMatchObject({ outcome: "unknown", writtenAt: null });
    expect(await codes(1)).toEqual(["outcome_unknown"]);
  });

  it("is cleared up by the person after the start, and the slot is offered again", async () => {
    await underWay({ writes: true });
    await room.restart();
    await room.resolve(1, "mark_applied", "it is in the list");
    expect(stored()?.resolution).toMatchObject({ finding: "applied", by: "person" });
    await room.restart();
    expect(await room.slot(1)).toMatchObject({ quarantine: [], unresolved: [] });
  });
});

describe("a lease that ended with its control room", () => {
  it("leaves a receipt with what was observed: the record, and the exit of its Chrome", async () => {
    await ada.click();
    await room.restart();
    const { receipt } = await room.slot(1);
    expect(receipt).toMatchObject({ cause: "restart", from: "ada", epoch: 2, lastAction: { outcome: "done" } });
    expect(receipt?.steps.map(({ step, at }) => [step, at !== null])).toEqual([
      ["recorded", true],
      ["chrome_exit", true],
    ]);
    expect(room.store.receipts().get(1)).toEqual(receipt);
  });

  it("does not claim the exit of a Chrome that nobody saw end", async () => {
    await ada.click();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    await room.restart();
    expect((await room.slot(1)).receipt?.steps).toContainEqual({ step: "chrome_exit", at: null });
  });
});

describe("a take-over that was under way when the control room was killed", () => {
  it("has its receipt completed: what was observed stays, and the action has its outcome", async () => {
    await underWay({ writes: true });
    room.world.habits.diesWhenKilled = false;
    void room.takeOver(1);
    await room.settle();
    expect(room.store.openReceipts()).toMatchObject([{ lastAction: { outcome: "running" } }]);
    await room.restart();
    const { receipt, holder } = await room.slot(1);
    expect(holder).toMatchObject({ kind: "human", over: null });
    expect(receipt).toMatchObject({ cause: "take_over", from: "ada", epoch: 2, lastAction: { outcome: "unknown" } });
    expect(receipt?.completedAt).not.toBeNull();
    expect(receipt?.steps).toContainEqual({ step: "fence", at: expect.any(Number) });
    expect(receipt?.steps).toContainEqual({ step: "broker_exit", at: null });
    expect(room.store.openReceipts()).toEqual([]);
  });
});

describe("a stored quarantine (R50)", () => {
  it("comes back as it was, and not twice", async () => {
    await room.unanswered(ada, "the-save");
    ada.goodbye();
    await room.settle();
    const { quarantine } = await room.slot(1);
    for (let restarts = 0; restarts < 2; restarts += 1) {
      await room.restart();
      expect((await room.slot(1)).quarantine).toEqual(quarantine);
    }
    expect(quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: ["the-save"] }]);
  });

  it("does not come back once it was decided", async () => {
    await room.unanswered(ada, "the-save");
    ada.goodbye();
    await room.settle();
    await room.resolve(1, "mark_not_applied");
    await room.restart();
    expect(await codes(1)).toEqual([]);
  });

  async function brokerDoesNotDie(): Promise<void> {
    await ada.click();
    room.world.habits.diesWhenKilled = false;
    const taken = room.takeOver(1);
    await room.advance(4_000);
    await taken;
    await room.release(1);
  }

  it("for a broker's exit ends on evidence when the process is gone at the start, and that is told", async () => {
    await brokerDoesNotDie();
    await room.restart();
    expect(await codes(1)).toEqual([]);
    expect((await room.snapshot()).events.find(({ kind }) => kind === "quarantine_ended")?.text).toContain("gone");
  });

  it("for a broker's exit stays while that very process runs", async () => {
    await brokerDoesNotDie();
    const { pid, startTime } = room.broker(1);
    room.world.crash();
    room.world.alive.set(pid, startTime);
    room.store.close();
    await room.start();
    expect(await codes(1)).toEqual(["broker_exit_not_observed"]);
  });

  it("for a Chrome's exit stays while it runs, and ends on evidence once it is gone (R52)", async () => {
    await ada.click();
    const former = room.chrome(1);
    Object.assign(former, { closesWhenAsked: false, diesWhenKilled: false });
    await room.restart();
    await room.restart();
    expect(await codes(1)).toEqual(["chrome_exit_not_observed"]);
    expect((await room.snapshot()).room.live).toBe(1);
    former.exits();
    await room.restart();
    expect(await codes(1)).toEqual([]);
    expect((await room.snapshot()).room.live).toBe(0);
    expect(room.store.openLaunches()).toEqual([]);
  });

  it("for a locked profile stays while somebody holds it, and ends on evidence once nobody does", async () => {
    room.world.browsers.holders.set("/s/1/p", "is open in process 4711 (chrome)");
    await ada.call("session_status").result;
    await room.restart();
    expect((await room.slot(1)).quarantine).toMatchObject([
      { code: "foreign_profile_lock", known: "The profile is open in process 4711 (chrome)." },
    ]);
    await room.restart();
    expect(await codes(1)).toEqual(["foreign_profile_lock"]);
    room.world.browsers.holders.clear();
    await room.restart();
    expect(await codes(1)).toEqual([]);
  });
});

describe("records that disagree (R1, R50)", () => {
  it("quarantine the slot when an action names an epoch above its own, and the next epoch is above both", async () => {
    await ada.click();
    room.store.admitAction(actionOf(1, 9));
    await room.restart();
    const { quarantine, epoch } = await room.slot(1);
    expect(epoch).toBe(10);
    expect(quarantine).toMatchObject([{ code: "records_disagree" }]);
    expect(quarantine[0]?.known).toContain("epoch 9");
    await room.restart();
    expect(await codes(1)).toEqual(["records_disagree"]);
    await room.resolve(1, "look_again", "it is as I left it");
    expect((await room.agent("ada").click()).facts).toMatchObject({ outcome: "done", epoch: 12 });
  });

  it("give a slot without a record of its own an epoch above the ones that are named", async () => {
    room.store.admitAction(actionOf(3, 4));
    await room.restart();
    expect(await room.slot(3)).toMatchObject({ epoch: 5, quarantine: [{ code: "records_disagree" }] });
    expect(await codes(1)).toEqual([]);
  });

  it("quarantine a slot for which two Chromes are on record as open", async () => {
    await ada.click();
    room.store.launchBegins("another", 1, 1);
    await room.restart();
    expect(await codes(1)).toEqual(["records_disagree"]);
  });
});
