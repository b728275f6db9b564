import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { carriesOut, performed } from "../../support/fake-broker.ts";
import { type Call, type FakeAgent, FakeRoom, saveWithQuery } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

function stored() {
  return room.store.findAction("the-save");
}

function pipe() {
  return room.chrome(1).pipe;
}

/** A click that has been carried out; what it started is for the test to say. */
async function clicked(actionId = "the-save"): Promise<Call> {
  room.world.habits.answer = carriesOut;
  await ada.call("browser_snapshot").result;
  room.world.habits.answer = () => null;
  const call = ada.call("browser_click", { arguments: { target: "e1" }, actionId });
  await room.advance(50);
  return call;
}

function says(actionId: string): void {
  const action = room.broker(1).actions.find((each) => each.actionId === actionId);
  if (action) room.broker(1).says(performed(action));
}

describe("what a click started (R3)", () => {
  it("is waited for, and an answer within the time makes it done, with the status", async () => {
    const call = await clicked();
    pipe().sends("POST", saveWithQuery, "R1");
    says("the-save");
    await room.advance(20_000);
    expect(call.answer()).toBeNull();
    pipe().answersRequest("R1", 201);
    expect((await call.result).facts).toMatchObject({
      outcome: "done",
      evidence: expect.stringContaining("POST http://shop.test/save was answered with 201"),
      requests: [{ state: "answered", status: 201, attribution: "window" }],
    });
  });

  it("is on disk while the action still runs, without its query (R31, R51)", async () => {
    const call = await clicked();
    pipe().sends("POST", saveWithQuery, "R1");
    expect(stored()).toMatchObject({ outcome: null, requests: [{ url: "http://shop.test/save", state: "sent" }] });
    expect(stored()?.writtenAt).not.toBeNull();
    expect(call.answer()).toBeNull();
    expect((await room.slot(1)).action).toMatchObject({ outcome: "running", requests: [{ state: "sent" }] });
    says("the-save");
    pipe().answersRequest("R1", 200);
    await call.result;
    expect(JSON.stringify([stored(), await call.result, await room.snapshot(), room.world.log])).not.toContain(
      "secret",
    );
  });

  it("makes the outcome unknown when it is not answered by the deadline, and is named", async () => {
    const { facts } = await room.unanswered(ada, "the-save");
    expect(facts).toMatchObject({ outcome: "unknown", error: { code: "TIMED_OUT", retry: "look_first" } });
    expect(facts.evidence).toContain("POST http://shop.test/save was sent, and no answer was seen");
    expect(stored()).toMatchObject({ outcome: "unknown", requests: [{ method: "POST", state: "sent" }] });
  });

  it("is told of other tabs too, and what they send decides nothing", async () => {
    await ada.call("browser_snapshot").result;
    room.broker(1).drives(500, "Target.createTarget", { url: "about:blank" });
    await room.settle();
    const call = await clicked();
    // The tab that was watched last is the new one.
    pipe().sends("POST", "http://shop.test/by-the-other-tab", "R1");
    says("the-save");
    await room.advance(2_000);
    expect((await call.result).facts).toMatchObject({ outcome: "done", requests: [{ attribution: "other_tab" }] });
    expect(stored()?.evidence).toContain("in another tab, so it may not be this action's");
  });

  it("is the action's own when a tab that it opened sends it", async () => {
    const call = await clicked();
    pipe().opensTab("POPUP", "TAB1");
    await room.settle();
    pipe().sends("POST", "http://shop.test/by-the-popup", "R1");
    says("the-save");
    await room.advance(30_000);
    expect((await call.result).facts).toMatchObject({ outcome: "unknown", requests: [{ attribution: "window" }] });
  });
});

describe("an answer that comes after the outcome was called unknown", () => {
  it("clears it up on evidence, and the agent hears of it in its next result", async () => {
    await room.unanswered(ada, "the-save");
    pipe().answersRequest("R1", 200);
    expect(stored()).toMatchObject({
      outcome: "unknown",
      resolution: { finding: "answered", by: "evidence" },
      requests: [{ state: "answered", status: 200 }],
    });
    expect(await room.slot(1)).toMatchObject({ unresolved: [], lastMutation: { resolution: { finding: "answered" } } });
    const { facts } = await ada.click();
    expect(facts).toMatchObject({ outcome: "done", news: [{ action_id: "the-save" }] });
    expect(facts.news?.[0]?.text).toContain("POST http://shop.test/save was answered with 200");
    expect(facts.unresolved).toBeUndefined();
  });

  it("clears it up with an error's status as well, and says the status", async () => {
    await room.unanswered(ada, "the-save");
    pipe().answersRequest("R1", 500);
    expect(stored()?.resolution).toMatchObject({ finding: "answered", why: expect.stringContaining("with 500") });
  });

  it("clears it up as not applied when no byte of it reached the site", async () => {
    await room.unanswered(ada, "the-save");
    pipe().failsRequest("R1", "net::ERR_CONNECTION_REFUSED");
    expect(stored()?.resolution).toMatchObject({ finding: "not_applied", by: "evidence" });
  });

  it("leaves it unknown when the connection ended without one", async () => {
    await room.unanswered(ada, "the-save");
    pipe().failsRequest("R1", "net::ERR_CONNECTION_RESET");
    expect(stored()).toMatchObject({ resolution: null, requests: [{ state: "failed" }] });
    expect((await room.slot(1)).unresolved).toHaveLength(1);
  });

  it("ends the quarantine of a lease that is over, and the slot is offered again (R7)", async () => {
    await room.unanswered(ada, "the-save");
    ada.goodbye();
    await room.settle();
    const ben = room.agent("ben", "ada").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "quarantined" }]);
    pipe().answersRequest("R1", 200);
    expect((await ben.result).facts).toMatchObject({ outcome: "done", slot: 1 });
    expect((await ben.result).facts.news).toBeUndefined();
    expect((await room.snapshot()).events.map(({ kind }) => kind)).toContain("quarantine_ended");
  });
});

describe("what a page sends after the action has settled", () => {
  it("is told as later, and decides nothing", async () => {
    const call = await clicked();
    says("the-save");
    expect((await call.result).facts.outcome).toBe("done");
    await room.advance(100);
    pipe().sends("POST", "http://shop.test/autosave", "R2");
    expect(stored()).toMatchObject({ outcome: "done", requests: [{ attribution: "later", state: "sent" }] });
    const { lastMutation, unresolved } = await room.slot(1);
    expect(lastMutation?.evidence).toContain("after the action had settled, so it may not be this action's");
    expect(unresolved).toEqual([]);
  });

  it("is the next action's once there is one", async () => {
    const call = await clicked();
    says("the-save");
    await call.result;
    await room.advance(100);
    const next = await clicked("the-next");
    pipe().sends("POST", "http://shop.test/next", "R2");
    pipe().answersRequest("R2", 200);
    says("the-next");
    expect((await next.result).facts.requests).toMatchObject([{ url: "http://shop.test/next" }]);
    expect(stored()?.requests).toEqual([]);
  });

  it("is nobody's under a person's hands, and stays so after the hand-back", async () => {
    const call = await clicked();
    says("the-save");
    await call.result;
    await room.takeOver(1);
    await room.advance(100);
    pipe().sends("POST", "http://shop.test/by-the-person", "R2");
    await room.handBack(1);
    await room.advance(100);
    pipe().sends("POST", "http://shop.test/by-the-page", "R3");
    expect(stored()?.requests).toEqual([]);
    expect((await room.slot(1)).lastMutation?.requests).toEqual([]);
    expect(JSON.stringify(await room.snapshot())).not.toContain("by-the-");
  });
});
