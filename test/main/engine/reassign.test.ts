import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DockError } from "../../../src/shared/errors.ts";
import { type Call, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
});

afterEach(() => room.close());

/** An agent works in the target's slot and leaves. */
async function use(target: string): Promise<void> {
  const agent = room.agent(`agent of ${target}`, target);
  await agent.click();
  agent.goodbye();
  await room.advance(100);
}

function ask(target: string): Call {
  return room.agent(`agent of ${target}`, target).call("browser_snapshot");
}

const events = async () => (await room.snapshot()).events.map(({ kind }) => kind);
const stillThere = new DockError("WIPE_NOT_PROVEN", "After the wipe there is still /s/1/p/Cookies.");

describe("a new target when every slot belongs to another one (R14)", () => {
  it("gets the slot that was not used for longest, after its Chrome has ended and its wipe is proven", async () => {
    await use("shop");
    await use("bank");
    room.chrome(1).closesWhenAsked = false;
    const asked = ask("mail");
    await room.settle();
    expect(asked.notices.at(-1)).toMatchObject({
      code: "being_wiped",
      sentence: "Slot 1 is being wiped for you: everything of its former login target shop goes first.",
    });
    expect((await room.snapshot()).queue).toMatchObject([{ code: "being_wiped" }]);
    expect(room.world.movedAside).toEqual([]);
    room.chrome(1).exits();
    expect((await asked.result).facts).toMatchObject({ slot: 1, outcome: "done" });
    expect(room.world.wiped).toEqual([1]);
    expect(await room.slot(1)).toMatchObject({ target: "mail" });
    expect(await room.slot(2)).toMatchObject({ target: "bank" });
  });

  it("lets the former target have another slot later", async () => {
    await use("shop");
    await use("bank");
    await ask("mail").result;
    expect((await ask("shop").result).facts).toMatchObject({ slot: 2 });
    expect(room.world.wiped).toEqual([1, 2]);
  });

  it("takes nothing that is held, taken over, parked or in front, and says that it waits", async () => {
    await room.agent("ada", "shop").click();
    await use("bank");
    await room.handle("foreground", { slot: 2 });
    const asked = ask("mail");
    await room.settle();
    expect(asked.notices.at(-1)).toMatchObject({ code: "no_slot_left" });
    expect(room.world.wiped).toEqual([]);
    await room.handle("foreground", { slot: 2 });
    expect((await asked.result).facts).toMatchObject({ slot: 2 });
  });

  it("leaves everything as it was when the person takes the slot before anything was touched (R12)", async () => {
    await use("shop");
    await use("bank");
    room.chrome(1).closesWhenAsked = false;
    const asked = ask("mail");
    await room.settle();
    const taken = room.takeOver(1);
    room.chrome(1).exits();
    await room.settle();
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human" });
    await taken;
    expect(await room.slot(1)).toMatchObject({ target: "shop", life: { kind: "live" } });
    expect(room.world.movedAside).not.toContain(1);
    expect(await events()).toContain("not_wiped");
    // The next one, because this one was lost to nobody.
    expect((await asked.result).facts).toMatchObject({ slot: 2 });
  });

  it("opens nothing for a person who takes it during the wipe, until that is over", async () => {
    await use("shop");
    await use("bank");
    room.world.wipeHeld = Promise.withResolvers<void>();
    ask("mail");
    await room.settle();
    const chromes = room.world.chromes.length;
    const taken = room.takeOver(1);
    await room.advance(1_000);
    expect(room.world.chromes.length).toBe(chromes);
    room.world.wipeHeld.resolve();
    await room.advance(1_000);
    await taken;
    expect(await room.slot(1)).toMatchObject({ target: null, holder: { kind: "human" }, life: { kind: "live" } });
  });

  it("leaves a slot whose own target comes back before anything was touched", async () => {
    await use("shop");
    await use("bank");
    room.chrome(1).closesWhenAsked = false;
    const asked = ask("mail");
    await room.settle();
    const back = ask("shop");
    await room.settle();
    expect(back.notices.at(-1)).toMatchObject({ code: "being_wiped" });
    room.chrome(1).exits();
    expect((await back.result).facts).toMatchObject({ slot: 1 });
    expect((await asked.result).facts).toMatchObject({ slot: 2 });
    expect(room.world.wiped).toEqual([2]);
  });

  it("loses one slot at most to a wipe that fails, however often it asks, and says so", async () => {
    await use("shop");
    await use("bank");
    room.world.wipeFault = stillThere;
    const ben = room.agent("ben", "mail");
    const asked = ben.call("browser_snapshot", { waitMs: 5_000 });
    await room.advance(5_000);
    const { facts } = await asked.result;
    expect(facts).toMatchObject({ waiting: { code: "no_slot_left", retry: false } });
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "wipe_not_proven" }]);
    room.world.wipeFault = null;
    ben.call("browser_snapshot", { waitMs: 5_000 });
    await room.advance(5_000);
    expect(room.world.wiped).toEqual([]);
    expect(await room.slot(2)).toMatchObject({ target: "bank", quarantine: [] });
    await room.resolve(1, "discard");
    expect(await room.slot(1)).toMatchObject({ target: null, quarantine: [] });
  });

  it("touches nothing when the wipe can't be put on record", async () => {
    await use("shop");
    await use("bank");
    room.world.storeFaults.set("wipeBegins", new DockError("DISK_FULL", "The disk is full."));
    ask("mail");
    await room.advance(1_000);
    expect(room.world.movedAside).toEqual([]);
    expect(await room.slot(1)).toMatchObject({ target: "shop" });
  });

  it("keeps the slot from everybody when the proof can't be put on record, also over a restart", async () => {
    await use("shop");
    await use("bank");
    room.world.storeFaults.set("wipeProven", new DockError("DISK_FULL", "The disk is full."));
    ask("mail");
    await room.advance(1_000);
    expect(await room.slot(1)).toMatchObject({ target: "shop", quarantine: [{ code: "wipe_not_proven" }] });
    room.world.storeFaults.clear();
    await room.restart();
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "wipe_not_proven" }]);
  });
});

describe("a wipe that a crash cut short (R51)", () => {
  it("is finished before the slot is offered to anybody", async () => {
    await use("shop");
    await use("bank");
    room.world.wipeHeld = Promise.withResolvers<void>();
    ask("mail");
    await room.settle();
    expect(room.store.openWipes()).toMatchObject([{ slot: 1, target: "shop", who: "the control room" }]);
    await room.restart();
    const asked = ask("shop");
    await room.settle();
    expect(asked.notices.at(-1)).toMatchObject({ code: "being_wiped" });
    room.world.wipeHeld.resolve();
    expect((await asked.result).facts).toMatchObject({ slot: 1 });
    expect(room.store.openWipes()).toEqual([]);
  });

  it("quarantines the slot when it can't be finished", async () => {
    await use("shop");
    await use("bank");
    room.world.wipeHeld = Promise.withResolvers<void>();
    ask("mail");
    await room.settle();
    room.world.wipeHeld = null;
    room.world.wipeFault = stillThere;
    await room.restart();
    // A wipe takes some turns.
    for (let turn = 0; turn < 5; turn += 1) await room.settle();
    expect(await room.slot(1)).toMatchObject({ target: "shop", quarantine: [{ code: "wipe_not_proven" }] });
  });
});

describe("the person decides which target has which slot (R14)", () => {
  const assign = (target: string, slot: number, wipe = false) => room.handle("assignTarget", { target, slot, wipe });
  const forget = (target: string, slot: number) => room.handle("forgetTarget", { target, slot });

  it("gives one a slot without a target, before any agent asks for it", async () => {
    await assign("mail", 2);
    expect((await ask("mail").result).facts).toMatchObject({ slot: 2 });
    expect(room.world.wiped).toEqual([]);
  });

  it("gives one a slot of another target after a wipe only, and names what would be lost before", async () => {
    await use("shop");
    await expect(assign("mail", 1)).rejects.toMatchObject({
      code: "SLOT_NOT_FREE",
      message: expect.stringContaining("Everything of shop in slot 1 will be lost: logins"),
    });
    expect(await assign("mail", 1, true)).toMatchObject({ said: expect.stringContaining("and that is proven") });
    expect(await room.slot(1)).toMatchObject({ target: "mail", life: { kind: "empty" } });
    expect(room.world.wiped).toEqual([1]);
  });

  it("gives no target two slots", async () => {
    await use("shop");
    await expect(assign("shop", 2)).rejects.toMatchObject({ code: "TARGET_HAS_SLOT" });
  });

  it("gives one up: its slot is wiped and belongs to none", async () => {
    await use("shop");
    expect(await forget("shop", 1)).toMatchObject({ said: expect.stringContaining("shop has no slot any more") });
    expect(await room.slot(1)).toMatchObject({ target: null, lastUsedAt: 0 });
    expect(room.world.wiped).toEqual([1]);
  });

  it("is refused where an agent holds the slot, or where it is another slot than the person was told of", async () => {
    await room.agent("ada", "shop").click();
    await expect(forget("shop", 1)).rejects.toMatchObject({ code: "SLOT_NOT_FREE" });
    await expect(forget("shop", 2)).rejects.toMatchObject({ code: "TARGET_UNKNOWN" });
    await expect(assign("mail", 1, true)).rejects.toMatchObject({ code: "SLOT_NOT_FREE" });
    expect(room.world.movedAside).toEqual([]);
  });

  it("may take what the person looks at: they have been told what is lost", async () => {
    await use("shop");
    await room.handle("foreground", { slot: 1 });
    await forget("shop", 1);
    expect(room.world.wiped).toEqual([1]);
  });

  it("can be read: what a new target would take first, and why another one keeps its slot", async () => {
    await room.agent("ada", "shop").click();
    await use("bank");
    expect(await room.slot(1)).toMatchObject({ keepsTarget: "Slot 1 is held by an agent; release it first." });
    expect((await room.slot(2)).keepsTarget).toBeNull();
  });
});
