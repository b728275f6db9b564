import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada", "shop");
});

afterEach(() => room.close());

/** What the person saw was Ada's lease under epoch 1; meanwhile the slot was lent to Ben. */
async function givenOn(): Promise<void> {
  await ada.click();
  await ada.call("session_release").result;
  expect((await room.agent("ben", "shop").click()).facts).toMatchObject({ slot: 1, epoch: 3 });
}

/** The lease is over with an unknown outcome, so that the slot is in quarantine. */
async function quarantined(): Promise<void> {
  await room.unanswered(ada, "the-save");
  ada.goodbye();
  await room.settle();
}

function written(slot: number, method: string, sessionId?: string): object[] {
  const all = room.chrome(slot).pipe.written;
  return all.filter((each) => each["method"] === method && (!sessionId || each["sessionId"] === sessionId));
}

describe("what was meant for an earlier state of a slot is void (R12)", () => {
  const stale = expect.objectContaining({
    code: "EPOCH_STALE",
    message: "Slot 1 has changed: you saw epoch 1, it is at epoch 3 now. ben holds it. Nothing was done.",
    hint: "Look at the slot as it is now, then decide anew.",
  });

  it.each([
    ["release", {}],
    ["handBack", {}],
    ["unpark", {}],
    ["resolve", { way: "discard" }],
    ["resolve", { way: "inspect" }],
  ] as const)("%s %o ends nobody else's lease", async (call, more) => {
    await givenOn();
    await expect(room.room.handle(call, { slot: 1, epoch: 1, ...more })).rejects.toEqual(stale);
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ epoch: 3, holder: { kind: "agent", agent: "ben" } });
  });

  it("and what is meant for the present one, or names none, is carried out", async () => {
    await givenOn();
    expect(await room.room.handle("release", { slot: 1, epoch: 3 })).toEqual({ epoch: 4 });
    await room.agent("eve", "shop").click();
    await room.release(1);
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });

  it("a take-over is meant for whoever holds the slot: it is never refused", async () => {
    await givenOn();
    await expect(room.room.handle("takeOver", { slot: 1, epoch: 1 })).rejects.toMatchObject({
      code: "ARGUMENTS_INVALID",
    });
    expect(await room.takeOver(1)).toMatchObject({ from: "ben" });
  });
});

describe("a workplace that is being discarded (R12, R14)", () => {
  it("is not wiped when the person takes the slot before the wipe begins", async () => {
    await quarantined();
    room.chrome(1).closesWhenAsked = false;
    const refused = expect(room.resolve(1, "discard")).rejects.toMatchObject({ code: "EPOCH_STALE" });
    await room.settle();
    void room.takeOver(1);
    await room.settle();
    room.chrome(1).exits();
    await refused;
    expect(room.world.wiped).toEqual([]);
    expect(await room.slot(1)).toMatchObject({ target: "shop", holder: { kind: "human" } });
    expect((await room.slot(1)).quarantine).not.toEqual([]);
  });

  it("is wiped once, however often it is asked for: the second wipe would be somebody else's workplace", async () => {
    await quarantined();
    const ben = room.agent("ben", "bank").call("browser_snapshot");
    const all = [room.resolve(1, "discard"), room.resolve(1, "discard"), room.resolve(1, "discard")];
    expect(await Promise.all(all)).toEqual([
      expect.stringContaining("wiped"),
      expect.stringContaining("wiped"),
      expect.stringContaining("wiped"),
    ]);
    expect((await ben.result).facts.outcome).toBe("done");
    await room.settle();
    expect(room.world.wiped).toEqual([1]);
  });

  it("gets no new Chrome before the wipe is over; the person's window opens on what is clean", async () => {
    await quarantined();
    const wipe = Promise.withResolvers<void>();
    room.world.wipeHeld = wipe;
    const discarded = room.resolve(1, "discard");
    await room.settle();
    const taken = room.takeOver(1);
    await room.advance(300);
    expect(room.world.chromes).toHaveLength(1);
    wipe.resolve();
    await discarded;
    await taken;
    expect(room.world.chromes).toHaveLength(2);
    expect(await room.slot(1)).toMatchObject({ target: null, holder: { kind: "human" }, life: { kind: "live" } });
  });
});

describe("what takes time and was begun for an earlier state", () => {
  it("blanks no tab of the agent that has got the slot since", async () => {
    await quarantined();
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    const { pipe } = room.chrome(1);
    pipe.mute.add("Target.attachToTarget");
    const marked = room.resolve(1, "mark_applied", "seen");
    const asked = pipe.written.at(-1);
    expect(asked?.["method"]).toBe("Target.attachToTarget");
    pipe.mute.delete("Target.attachToTarget");
    expect((await ben.result).facts.outcome).toBe("done");
    const blanked = written(1, "Page.navigate").length;
    pipe.says({ id: asked?.["id"], result: { sessionId: "LATE" } });
    await marked;
    expect(written(1, "Page.navigate")).toHaveLength(blanked);
    expect(JSON.stringify(written(1, "Target.detachFromTarget"))).toContain("LATE");
    expect((await room.slot(1)).quarantine).toEqual([]);
  });

  it("brings no window to the front that the person has given on meanwhile (R21)", async () => {
    room.world.habits.diesWhenKilled = false;
    await ada.click();
    const taken = room.takeOver(1);
    const { pid } = room.chrome(1);
    await room.settle();
    await room.handBack(1);
    await room.advance(5_000);
    await taken;
    expect(room.world.desktop.asked.filter((each) => each === `front ${pid}`)).toEqual([]);
  });

  it("takes no Chrome for gone that was launched since", async () => {
    await quarantined();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    const refused = expect(room.resolve(1, "discard")).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    await room.advance(20_000);
    await refused;
    room.chrome(1).exits();
    await room.settle();
    await room.takeOver(1);
    const { pid } = room.chrome(1);
    expect((await room.slot(1)).quarantine.map(({ code }) => code)).toContain("chrome_exit_not_observed");
    await room.resolve(1, "look_again");
    expect((await room.slot(1)).life).toMatchObject({ kind: "live", pid });
  });
});
