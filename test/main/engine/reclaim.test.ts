import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reclaimLines } from "../../../src/core/view/reclaim-words.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;
let ben: FakeAgent;

/** Two agents hold the two places; ada has been idle for an hour, ben for some minutes. */
beforeEach(async () => {
  room = await FakeRoom.open({ slots: 4, cap: 2 });
  ada = room.agent("ada", "shop");
  ben = room.agent("ben", "bank");
  await ada.click();
  await room.advance(3_300_000);
  await ben.click();
  await room.advance(300_000);
});

afterEach(() => room.close());

async function propose(slot?: number) {
  const input = slot === undefined ? {} : { slot };
  const asked = room.room.handle("reclaimPreview", input);
  await room.advance(1_000);
  return operatorCalls.reclaimPreview.output.parse(await asked);
}

async function preview(slot?: number) {
  const { preview: seen } = await propose(slot);
  if (!seen) throw new Error("nothing was proposed");
  return seen;
}

async function reclaim({ slot, epoch, idleSince }: { slot: number; epoch: number; idleSince: number }) {
  return operatorCalls.reclaim.output.parse(await room.room.handle("reclaim", { slot, epoch, idleSince }));
}

describe("the preview (R16)", () => {
  it("proposes the slot that was idle longest, and says what would be lost and who would get the room", async () => {
    room.agent("cleo", "post").call("browser_snapshot");
    await room.settle();
    const { preview: seen } = await propose();
    expect(seen).toMatchObject({ slot: 1, epoch: 1, agent: "ada", target: "shop", obstacle: null, unknown: [] });
    expect(seen?.gains).toMatchObject({ agent: "cleo", target: "post" });
    expect(reclaimLines(seen ?? (await preview()), room.world.clock.now())[0]).toContain("Idle for 60 min.");
  });

  it("lists the open tabs with their owners, and never a query (R31)", async () => {
    const { pipe } = room.chrome(1);
    pipe.opensTab("MINE");
    pipe.answers["Target.getTargets"] = {
      targetInfos: [
        { targetId: "TAB1", type: "page", title: "Orders", url: "https://shop.test/orders?token=secret" },
        { targetId: "MINE", type: "page", title: "shop.test/?token=secret", url: "https://shop.test/?token=secret" },
        { targetId: "W", type: "service_worker", title: "", url: "https://shop.test/w.js" },
      ],
    };
    const { tabs } = await preview();
    expect(tabs).toEqual([
      { title: "Orders", address: "https://shop.test/orders", owner: "agent" },
      { title: null, address: "https://shop.test/", owner: "person" },
    ]);
  });

  it("says that the tabs are not known when Chrome does not answer", async () => {
    room.chrome(1).pipe.mute.add("Target.getTargets");
    expect((await preview()).tabs).toBeNull();
  });

  it("changes nothing", async () => {
    const before = await room.slot(1);
    await propose();
    expect(await room.slot(1)).toEqual(before);
  });

  it("of a named slot says why it can't be had now", async () => {
    await room.room.handle("foreground", { slot: 2 });
    expect(await preview(2)).toMatchObject({ slot: 2, agent: "ben", obstacle: "watched" });
    await expect(room.room.handle("reclaimPreview", { slot: 9 })).rejects.toMatchObject({ code: "SLOT_UNKNOWN" });
  });

  it("proposes none where each has its reason, and names it", async () => {
    await room.room.handle("foreground", { slot: 1 });
    const taken = room.takeOver(2);
    await room.advance(1_000);
    await taken;
    expect(await propose()).toMatchObject({
      preview: null,
      exempt: [
        { slot: 1, obstacle: "watched" },
        { slot: 2, obstacle: "you_hold_it" },
        { slot: 3, obstacle: "nobody_holds_it" },
        { slot: 4, obstacle: "nobody_holds_it" },
      ],
    });
  });
});

describe("reclaiming", () => {
  it("ends lease, broker and Chrome under a new epoch, in this order, with a receipt of what was observed", async () => {
    const receipt = await reclaim(await preview());
    expect(receipt).toMatchObject({ slot: 1, epoch: 2, cause: "reclaimed", from: "ada" });
    const seen = receipt.steps.filter(({ at }) => at !== null).map(({ step }) => step);
    expect(seen).toEqual(receipt.steps.map(({ step }) => step));
    expect(seen).toEqual(expect.arrayContaining(["fence", "recorded", "broker_exit", "chrome_exit"]));
    expect(room.broker(1).alive).toBe(false);
    expect(room.chrome(1)).toMatchObject({ alive: false, killed: false });
    expect(await room.slot(1)).toMatchObject({
      epoch: 2,
      holder: { kind: "nobody" },
      life: { kind: "empty" },
      target: "shop",
    });
    expect(room.store.receipts().get(1)).toEqual(receipt);
    expect(room.store.recentEvents(20).map(({ kind }) => kind)).toContain("reclaimed");
  });

  it("gives the place to the one that waits, and only once the exit of Chrome was observed (R52)", async () => {
    const cleo = room.agent("cleo", "post").call("browser_snapshot");
    const seen = await preview();
    room.chrome(1).closesWhenAsked = false;
    const done = reclaim(seen);
    await room.advance(5_000);
    expect(cleo.answer()).toBeNull();
    expect(room.world.chromes).toHaveLength(2);
    room.chrome(1).exits();
    await done;
    await room.advance(1_000);
    expect(cleo.answer()?.facts).toMatchObject({ outcome: "done", slot: 3 });
  });

  it("gives the slot to one that waits for its login only after its window was closed (R12)", async () => {
    const cleo = room.agent("cleo", "shop").call("browser_snapshot");
    const former = room.chrome(1);
    await reclaim(await preview());
    await room.advance(1_000);
    expect(former.alive).toBe(false);
    expect(cleo.answer()?.facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3 });
    expect(room.chrome(1)).not.toBe(former);
  });

  it("is told to the agent by its next call, once; the one after that asks for a slot again", async () => {
    await reclaim(await preview());
    const told = await ada.click();
    expect(told.facts).toMatchObject({
      outcome: "not_sent",
      slot: null,
      error: { code: "SLOT_RECLAIMED", retry: "later" },
    });
    expect(JSON.stringify(told.content)).toContain("The person reclaimed slot 1");
    const again = ada.click();
    await room.advance(1_000);
    expect((await again).facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3 });
  });

  it("says so to a call that asks how things stand, too", async () => {
    await reclaim(await preview());
    expect((await ada.call("session_status").result).facts.error?.code).toBe("SLOT_RECLAIMED");
    expect((await ada.call("session_status").result).facts.outcome).toBe("done");
  });

  it("is refused when control has changed since the preview, and nothing is done then", async () => {
    const seen = await preview();
    const taken = room.takeOver(1);
    await room.advance(1_000);
    await taken;
    await room.handBack(1);
    await room.advance(1_000);
    await expect(reclaim(seen)).rejects.toMatchObject({ code: "EPOCH_STALE" });
    expect(await room.slot(1)).toMatchObject({ epoch: 3, holder: { kind: "agent" }, life: { kind: "live" } });
  });

  it("is refused when the agent has acted since the preview, though the epoch is the same", async () => {
    const seen = await preview();
    await ada.click();
    await expect(reclaim(seen)).rejects.toMatchObject({ code: "EPOCH_STALE" });
    expect((await ada.click()).facts.outcome).toBe("done");
  });

  it.each([
    ["looks at its window", (): Promise<unknown> => room.room.handle("foreground", { slot: 1 })],
    ["has lost its agent", async () => ada.vanish()],
  ])("is refused while the person %s", async (_, happens) => {
    const seen = await preview();
    await happens();
    await room.settle();
    const { epoch, idleSince } = await preview(1);
    await expect(reclaim({ ...seen, epoch, idleSince })).rejects.toMatchObject({ code: "NOT_RECLAIMABLE" });
    expect(room.chrome(1).alive).toBe(true);
  });

  it("is refused while an action runs, and while its outcome is unknown", async () => {
    room.world.habits.answer = () => null;
    ada.call("browser_click", { arguments: { target: "e1" } });
    await room.settle();
    expect((await preview(1)).obstacle).toBe("busy");
    await room.advance(60_000);
    const seen = await preview(1);
    expect(seen).toMatchObject({ obstacle: "outcome_unknown", unknown: [{ summary: expect.any(String) }] });
    await expect(reclaim(seen)).rejects.toMatchObject({ code: "NOT_RECLAIMABLE" });
    expect(room.chrome(1).alive).toBe(true);
  });

  it("quarantines the slot, and frees no place, when the exit of its Chrome is not observed (R52)", async () => {
    const seen = await preview();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    const done = reclaim(seen);
    await room.advance(20_000);
    expect((await done).steps).toContainEqual({ step: "chrome_exit", at: null });
    expect(await room.slot(1)).toMatchObject({
      quarantine: [{ code: "chrome_exit_not_observed" }],
      life: { kind: "closing" },
    });
    expect((await room.snapshot()).room.live).toBe(2);
  });

  it("leaves the window to a person who takes the slot in the middle of it", async () => {
    room.world.habits.diesWhenKilled = false;
    const done = reclaim(await preview());
    await room.settle();
    const taken = room.takeOver(1);
    await room.advance(5_000);
    await Promise.all([taken, done]);
    expect(room.chrome(1).alive).toBe(true);
    expect((await room.slot(1)).holder.kind).toBe("human");
  });
});
