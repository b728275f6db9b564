import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 3 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

const click = { arguments: { target: "e1" } };

describe("a start after the control room was killed (R50, R51)", () => {
  it("closes what was sent as unknown and what was only admitted as not sent", async () => {
    room.world.habits.answer = () => null;
    ada.call("browser_click", { ...click, actionId: "was-sent" });
    ada.call("browser_click", { ...click, actionId: "was-waiting" });
    await room.settle();
    expect(room.store.openActions().map(({ id, dispatchedAt }) => [id, dispatchedAt !== null])).toEqual([
      ["was-sent", true],
      ["was-waiting", false],
    ]);
    await room.restart();
    expect(room.store.openActions()).toEqual([]);
    expect((await room.slot(1)).lastMutation).toMatchObject({ id: "was-sent", outcome: "unknown" });
    expect(room.dispatched()).toEqual(["was-sent"]);
  });

  it("says of a reading action that it failed, because nothing of it can be unknown", async () => {
    room.world.habits.answer = () => null;
    ada.call("browser_snapshot", { actionId: "only-reads" });
    await room.settle();
    await room.restart();
    expect((await room.slot(1)).lastMutation).toBeNull();
    expect(room.store.openActions()).toEqual([]);
  });

  it("ends the agent's lease, keeps the person's hold, and gives both a new epoch (R1)", async () => {
    await ada.click();
    await room.agent("ben").click();
    const receipt = await room.takeOver(2);
    await room.restart();
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "nobody" }, life: { kind: "empty" } });
    expect(await room.slot(2)).toMatchObject({ epoch: 3, holder: { kind: "human", over: null }, receipt });
    expect(await room.slot(3)).toMatchObject({ epoch: 0 });
  });

  it("gives the same target its slot again, and never an epoch that was used", async () => {
    await ada.click();
    const used = [(await room.slot(1)).epoch];
    for (let restarts = 0; restarts < 3; restarts += 1) {
      await room.restart();
      const { facts } = await room.agent("ada").click();
      expect(facts).toMatchObject({ slot: 1, outcome: "done" });
      used.push(facts.epoch ?? 0);
    }
    expect(used).toEqual([...new Set(used)].sort((one, other) => one - other));
  });

  it("ends a Chrome that outlived it before any slot is offered, by pid and start time", async () => {
    await ada.click();
    const former = room.chrome(1);
    former.closesWhenAsked = false;
    await room.restart();
    expect(former).toMatchObject({ killed: true, alive: false });
    expect(room.store.openLaunches()).toEqual([]);
  });

  it("quarantines a slot whose former Chrome can't be ended, until it is gone and the person says so (R52)", async () => {
    await ada.click();
    const former = room.chrome(1);
    Object.assign(former, { closesWhenAsked: false, diesWhenKilled: false });
    await room.restart();
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "chrome_exit_not_observed" }]);
    expect((await room.snapshot()).room.live).toBe(1);
    const clear = () => room.resolve(1, "look_again", "ended it");
    await expect(clear()).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    former.exits();
    await clear();
    expect((await room.slot(1)).life.kind).toBe("empty");
    expect(room.store.openLaunches()).toEqual([]);
    expect((await room.agent("ada").click()).facts).toMatchObject({ outcome: "done", slot: 1 });
  });

  it("does not start with fewer slots than the person holds", async () => {
    await room.takeOver(3);
    room.settings.slots = 2;
    await expect(room.restart()).rejects.toMatchObject({ code: "CONFIG_INVALID" });
  });
});
