import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ToolFacts } from "../../../src/shared/contract/agent.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 3 });
  ada = room.agent("ada");
  await room.unanswered(ada, "the-save");
});

afterEach(() => room.close());

async function reconcile(agent: FakeAgent, actionId = "the-save", applied = "yes"): Promise<ToolFacts> {
  const input = { action_id: actionId, applied };
  return (await agent.call("reconcile", { arguments: input }).result).facts;
}

async function look(agent = ada): Promise<ToolFacts> {
  return (await agent.call("browser_snapshot").result).facts;
}

function stored() {
  return room.store.findAction("the-save");
}

describe("an agent that left an outcome unknown (R6)", () => {
  it("is told which, in every result", async () => {
    expect((await look()).unresolved).toEqual(["the-save"]);
    const status = await ada.call("session_status").result;
    expect(status.facts.unresolved).toEqual(["the-save"]);
    expect(JSON.stringify(status.content)).toContain("to be looked at and stated with reconcile");
  });

  it("may not act before it has looked", async () => {
    const refused = { outcome: "not_sent", error: { code: "LOOK_FIRST" } };
    expect((await ada.click()).facts).toMatchObject(refused);
    const typed = { arguments: { target: "e1", text: "x" } };
    expect((await ada.call("browser_type", typed).result).facts).toMatchObject(refused);
    expect((await ada.call("browser_press_key", { arguments: { key: "Enter" } }).result).facts).toMatchObject(refused);
    await look();
    expect((await ada.click()).facts.outcome).toBe("done");
  });

  it("may leave the page without having looked, and has not looked by that", async () => {
    const away = { arguments: { url: "http://shop.test/" } };
    expect((await ada.call("browser_navigate", away).result).facts.outcome).toBe("done");
    expect((await ada.click()).facts.error?.code).toBe("LOOK_FIRST");
  });

  it("has not looked with a snapshot that failed", async () => {
    room.world.habits.answer = () => null;
    const failed = ada.call("browser_snapshot");
    await room.advance(36_000);
    expect((await failed.result).facts.outcome).toBe("failed");
    expect((await ada.click()).facts.error?.code).toBe("LOOK_FIRST");
  });
});

describe("reconcile", () => {
  it("is refused before the agent has looked: the look from before the click does not count", async () => {
    expect(await reconcile(ada)).toMatchObject({ outcome: "not_sent", error: { code: "LOOK_FIRST" } });
    expect(stored()?.resolution).toBeNull();
  });

  it("is refused after a look under an earlier epoch", async () => {
    await look();
    await room.takeOver(1);
    await room.handBack(1);
    expect(await reconcile(ada)).toMatchObject({ error: { code: "LOOK_FIRST" } });
    await look();
    expect(await reconcile(ada)).toMatchObject({ outcome: "done" });
  });

  it.each([
    ["yes", "applied"],
    ["no", "not_applied"],
  ])("records %s as the agent's word, beside the outcome as it was stated", async (applied, finding) => {
    await look();
    expect(await reconcile(ada, "the-save", applied)).toMatchObject({ outcome: "done" });
    expect(stored()).toMatchObject({ outcome: "unknown", resolution: { finding, by: "agent", who: "ada" } });
    const { unresolved, lastMutation } = await room.slot(1);
    expect(unresolved).toEqual([]);
    expect(lastMutation).toMatchObject({ outcome: "unknown", resolution: { finding, by: "agent" } });
    expect((await look()).news).toBeUndefined();
  });

  it("is only for actions whose outcome is unknown, and only once", async () => {
    await look();
    expect(await reconcile(ada, "no-such-action")).toMatchObject({ error: { code: "ACTION_NOT_UNKNOWN" } });
    await ada.call("browser_click", { arguments: { target: "e1" }, actionId: "was-done" }).result;
    expect(await reconcile(ada, "was-done")).toMatchObject({ error: { code: "ACTION_NOT_UNKNOWN" } });
    await reconcile(ada);
    expect(await reconcile(ada, "the-save", "no")).toMatchObject({ error: { code: "ACTION_NOT_UNKNOWN" } });
    expect(stored()?.resolution).toMatchObject({ finding: "applied" });
  });

  it("is refused to another agent, which learns nothing of the action (R33)", async () => {
    const ben = room.agent("ben");
    await look(ben);
    const facts = await reconcile(ben);
    expect(facts).toMatchObject({ error: { code: "ACTION_NOT_UNKNOWN" } });
    expect(JSON.stringify(facts)).not.toContain("shop.test");
    expect((await room.slot(1)).unresolved).toHaveLength(1);
  });

  it("is open to the same agent after it had vanished and got its lease back", async () => {
    ada.vanish();
    await room.settle();
    const again = room.agent("ada");
    const call = again.call("browser_snapshot");
    await room.settle();
    await room.unpark(1);
    expect((await call.result).facts.unresolved).toEqual(["the-save"]);
    expect(await reconcile(again)).toMatchObject({ outcome: "done" });
  });

  it("is refused while a person holds the slot, and to whoever holds none", async () => {
    await look();
    await room.takeOver(1);
    expect(await reconcile(ada)).toMatchObject({ error: { code: "HUMAN_IN_CONTROL" } });
    expect(await reconcile(room.agent("cleo"))).toMatchObject({ error: { code: "LEASE_ENDED" } });
    expect(stored()?.resolution).toBeNull();
  });
});

describe("the end of the lease (R7)", () => {
  it("leaves the slot free when the agent has stated what became of it", async () => {
    await look();
    await reconcile(ada);
    ada.goodbye();
    await room.settle();
    expect((await room.slot(1)).quarantine).toEqual([]);
    expect((await room.agent("ben", "ada").click()).facts).toMatchObject({ outcome: "done", slot: 1 });
  });

  it("quarantines the slot when nobody has, keeps its tabs, and offers it to nobody", async () => {
    room.chrome(1).pipe.opensTab("POPUP", "TAB1");
    await look();
    ada.goodbye();
    await room.settle();
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: ["the-save"] }]);
    expect([...room.chrome(1).pipe.tabs]).toEqual(["TAB1", "POPUP"]);
    const ben = room.agent("ben", "ada").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "quarantined" }]);
    await room.resolve(1, "mark_not_applied", "it is not in the list");
    expect((await ben.result).facts.outcome).toBe("done");
    expect([...room.chrome(1).pipe.tabs]).toEqual(["TAB1"]);
    expect(stored()?.resolution).toMatchObject({ by: "person", finding: "not_applied", why: "it is not in the list" });
  });
});

describe("a window that closes while an outcome is unknown (R7, R44)", () => {
  it("quarantines the slot for the outcome, not for a crash, when nothing ran any more", async () => {
    await room.advance(600_000);
    room.chrome(1).exits();
    await room.settle();
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: ["the-save"] }]);
  });

  it("quarantines the slot for the crash when an action ran", async () => {
    await look();
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", { arguments: { target: "e1" }, actionId: "under-way" });
    await room.settle();
    room.chrome(1).exits(null, "SIGSEGV");
    await room.advance(300);
    expect((await call.result).facts.outcome).toBe("unknown");
    const reasons = (await room.slot(1)).quarantine;
    const crash = reasons.find(({ code }) => code === "chrome_crashed");
    expect(crash?.actionIds).toContain("under-way");
  });
});

describe("the person's word while they hold the slot", () => {
  it.each([
    ["mark_applied", "applied", "Stated as applied, by you. I saw it"],
    ["mark_not_applied", "not_applied", "Stated as not applied, by you. I saw it"],
  ] as const)("%s clears it up, and the agent hears of it once", async (way, finding, words) => {
    await room.takeOver(1);
    expect(await room.resolve(1, way, "I saw it")).toContain("Recorded for 1 action");
    expect(await room.slot(1)).toMatchObject({ unresolved: [], receipt: { lastAction: { resolution: { finding } } } });
    await room.handBack(1);
    const { facts, content } = await ada.click();
    expect(facts).toMatchObject({ outcome: "done", news: [{ action_id: "the-save" }] });
    expect(facts.news?.[0]?.text).toContain(words);
    expect(JSON.stringify(content)).toContain("Known meanwhile");
    expect((await ada.click()).facts.news).toBeUndefined();
    expect(stored()?.resolution).toMatchObject({ finding, by: "person" });
  });

  it("is not asked for when nothing is unknown", async () => {
    await look();
    await reconcile(ada);
    await expect(room.resolve(1, "mark_applied")).rejects.toMatchObject({ code: "WAY_NOT_OPEN" });
  });
});
