import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DockError } from "../../../src/shared/errors.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;
const full = new DockError("DISK_FULL", "the database can't be written");

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 2 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

function everyWriteFails(): void {
  for (const method of [
    "recordControl",
    "bindTarget",
    "touchSlot",
    "launchBegins",
    "launchRuns",
    "launchEnds",
    "admitAction",
    "dispatchAction",
    "settleAction",
    "saveReceipt",
    "appendEvent",
  ] as const)
    room.world.storeFaults.set(method, full);
}

describe("an action on a full disk", () => {
  it.each(["admitAction", "dispatchAction"] as const)(
    "is answered DISK_FULL and not sent when %s fails",
    async (method) => {
      await ada.click();
      room.world.storeFaults.set(method, full);
      expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "DISK_FULL" } });
      expect(room.dispatched()).toHaveLength(1);
      expect((await room.slot(1)).actionsWaiting).toBe(0);
      room.world.storeFaults.clear();
      expect((await ada.click()).facts.outcome).toBe("done");
    },
  );

  it("is told as done when it was done, though neither its end nor the note's reading could be written", async () => {
    await ada.click();
    await room.takeOver(1);
    await room.handBack(1, "yours");
    room.world.storeFaults.set("settleAction", full).set("recordControl", full);
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", control_returned: { note: "yours" } });
  });

  it("is not granted a slot whose grant can't be written; nothing is launched and the epoch stays", async () => {
    room.world.storeFaults.set("recordControl", full);
    expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "DISK_FULL" } });
    expect(room.world.chromes).toEqual([]);
    expect(await room.slot(1)).toMatchObject({ epoch: 0, holder: { kind: "nobody" } });
    room.world.storeFaults.clear();
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", epoch: 1 });
  });

  it("closes a Chrome again that could not be recorded before its use (R51)", async () => {
    room.world.storeFaults.set("launchRuns", full);
    expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "DISK_FULL" } });
    expect(room.chrome(1).alive).toBe(false);
    expect((await room.slot(1)).life.kind).toBe("empty");
  });
});

describe("control on a full disk", () => {
  it("keeps the agent out after a take-over that can't be written, and says so on receipt and slot (R4)", async () => {
    await ada.click();
    everyWriteFails();
    const before = room.chrome(1).pipe.written.length;
    const receipt = await room.takeOver(1);
    room.broker(1).drives(9, "Browser.getWindowBounds");
    expect(
      room
        .chrome(1)
        .pipe.written.slice(before)
        .map((each) => each["method"]),
    ).not.toContain("Browser.getWindowBounds");
    expect(receipt.steps).toContainEqual({ step: "recorded", at: null });
    expect(receipt.steps).toContainEqual({ step: "broker_exit", at: expect.any(Number) });
    expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "HUMAN_IN_CONTROL" } });
    const slot = await room.slot(1);
    expect(slot).toMatchObject({ epoch: 2, holder: { kind: "human", over: "ada" } });
    expect(slot.warnings).toEqual([expect.stringContaining(full.message)]);
  });

  it("writes the take-over as soon as the disk allows it, so that a restart knows who holds (R50)", async () => {
    await ada.click();
    everyWriteFails();
    await room.takeOver(1);
    room.world.storeFaults.clear();
    await room.advance(5_000);
    expect((await room.slot(1)).warnings).toEqual([]);
    expect(room.store.slots()[0]?.control).toMatchObject({ epoch: 2, holder: { kind: "human" } });
    await room.restart();
    expect(await room.slot(1)).toMatchObject({ epoch: 3, holder: { kind: "human", over: null } });
  });

  it("lets no agent in by a hand-back that can't be written: the person still holds", async () => {
    await ada.click();
    await room.takeOver(1);
    room.world.storeFaults.set("recordControl", full);
    await expect(room.handBack(1)).rejects.toMatchObject({ code: "DISK_FULL" });
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "human", over: "ada" } });
    room.world.storeFaults.clear();
    expect(await room.handBack(1)).toEqual({ epoch: 3, holder: "ada" });
  });

  it.each([
    ["an agent that goes", () => ada.goodbye()],
    ["a Chrome that exits", () => room.chrome(1).exits()],
    ["a broker that exits", () => room.broker(1).exits()],
  ] as const)("survives %s while nothing can be written", async (_, happens) => {
    await ada.click();
    everyWriteFails();
    happens();
    await room.settle();
    await room.takeOver(2);
    room.world.storeFaults.clear();
    await room.advance(5_000);
    expect((await room.agent("ben").click()).facts.outcome).toBe("done");
  });

  it("still closes every Chrome when it stops", async () => {
    await ada.click();
    everyWriteFails();
    await room.room.stop();
    expect(room.chrome(1).alive).toBe(false);
  });
});
