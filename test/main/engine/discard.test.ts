import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DockError } from "../../../src/shared/errors.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada", "shop");
});

afterEach(() => room.close());

/** The lease is over with an unknown outcome, so that the slot is in quarantine. */
async function quarantined(): Promise<void> {
  await room.unanswered(ada, "the-save");
  ada.goodbye();
  await room.settle();
}

async function codes(): Promise<string[]> {
  return (await room.slot(1)).quarantine.map(({ code }) => code);
}

const stillThere = new DockError("WIPE_NOT_PROVEN", "After the wipe there is still /s/1/p/Cookies.");

describe("discarding a workplace (R7, R14)", () => {
  it("wipes it once Chrome's exit was observed, and makes it a slot that belongs to nobody", async () => {
    await quarantined();
    room.chrome(1).closesWhenAsked = false;
    const discarded = room.resolve(1, "discard", "nothing in it is needed");
    await room.settle();
    expect(room.world.wiped).toEqual([]);
    room.chrome(1).exits();
    expect(await discarded).toContain("wiped");
    expect(room.world.wiped).toEqual([1]);
    expect(await room.slot(1)).toMatchObject({ quarantine: [], unresolved: [], target: null, life: { kind: "empty" } });
    expect((await room.agent("ben", "bank").click()).facts).toMatchObject({ slot: 1 });
  });

  it("leaves on record that the outcome was never known", async () => {
    await quarantined();
    await room.resolve(1, "discard", "nothing in it is needed");
    expect(room.store.findAction("the-save")).toMatchObject({
      outcome: "unknown",
      resolution: { finding: "discarded", by: "person", why: "nothing in it is needed" },
    });
    await room.restart();
    expect(await room.slot(1)).toMatchObject({ quarantine: [], target: null });
  });

  it("keeps the slot in quarantine while something of it is still there, also after a restart", async () => {
    await quarantined();
    room.world.wipeFault = stillThere;
    await expect(room.resolve(1, "discard")).rejects.toMatchObject({ code: "WIPE_NOT_PROVEN" });
    expect(await codes()).toEqual(["outcome_unknown", "wipe_not_proven"]);
    expect((await room.slot(1)).quarantine[1]?.known).toContain("/s/1/p/Cookies");
    await room.restart();
    expect(await codes()).toContain("wipe_not_proven");
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "quarantined" }]);
    room.world.wipeFault = null;
    await room.resolve(1, "discard");
    expect((await ben.result).facts.outcome).toBe("done");
  });

  it("is not begun while Chrome may still run, which may still write (R52)", async () => {
    await quarantined();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    const refused = expect(room.resolve(1, "discard")).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    await room.advance(20_000);
    await refused;
    expect(room.world.wiped).toEqual([]);
    expect(await codes()).toContain("chrome_exit_not_observed");
  });

  it("ends the hold of a person, and the lease that it suspends", async () => {
    await quarantined();
    await room.resolve(1, "inspect");
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human", over: null });
    await room.resolve(1, "discard");
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });

  it("is not open for a slot that is clear", async () => {
    await ada.click();
    await expect(room.resolve(1, "discard")).rejects.toMatchObject({ code: "WAY_NOT_OPEN" });
    expect(room.world.wiped).toEqual([]);
  });
});
