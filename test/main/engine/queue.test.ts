import { afterEach, describe, expect, it } from "vitest";
import { FakeRoom, type FakeSettings } from "../../support/fake-room.ts";

let room: FakeRoom;

afterEach(() => room.close());

async function open(settings: Partial<FakeSettings> = {}): Promise<void> {
  room = await FakeRoom.open({ slots: 4, cap: 2, startsAtOnce: 4, ...settings });
}

const stripe = { sites: [], conflictKeys: ["stripe"] };
const targets = new Map([
  ["shop", stripe],
  ["bank", stripe],
]);

describe("conflict keys of the configuration (R17)", () => {
  it("keep a second target waiting until the first one's lease is accounted for", async () => {
    await open({ targets });
    const ada = room.agent("ada", "bank");
    await ada.click();
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    expect(ben.notices.map(({ code }) => code)).toEqual(["conflict_key"]);
    room.world.habits.diesWhenKilled = false;
    ada.goodbye();
    await room.advance(300);
    // Its broker may still be at work.
    expect(ben.answer()).toBeNull();
    expect(ben.notices.at(-1)?.sentence).toContain("what its last lease left behind is still being accounted for");
    room.broker(1).exits();
    await room.advance(1_000);
    expect(ben.answer()?.facts).toMatchObject({ outcome: "done", slot: 2 });
  });

  it("are held by a person who took the slot, too", async () => {
    await open({ targets });
    await room.agent("ada", "bank").click();
    const taken = room.takeOver(1);
    await room.advance(1_000);
    await taken;
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "conflict_key" }]);
    expect(ben.notices[0]?.sentence).toBe(
      "The conflict key “stripe” is held by slot 1 (bank), which a person has for 1 s.",
    );
  });
});

describe("a free window that the person looks at (R16)", () => {
  const ways = {
    "brought to the front": ["foreground", { slot: 1 }, "foreground", { slot: 1, to: "cell" }],
    "made the large one": ["setWall", { mode: "large", large: 1 }, "setWall", { mode: "grid" }],
  } as const;

  it.each(Object.entries(ways))("is not closed to make room while it is %s", async (_, [look, at, leave, from]) => {
    await open({ cap: 1 });
    const ada = room.agent("ada");
    await ada.click();
    ada.goodbye();
    await room.advance(1_000);
    await room.room.handle(look, at);
    const ben = room.agent("ben").call("browser_snapshot");
    await room.advance(20_000);
    expect(ben.notices.at(-1)).toMatchObject({ code: "cap_reached" });
    expect(room.chrome(1).alive).toBe(true);
    await room.room.handle(leave, from);
    await room.advance(1_000);
    expect(ben.answer()?.facts).toMatchObject({ outcome: "done", slot: 2 });
    expect(room.chrome(1).alive).toBe(false);
  });
});

describe("memory (R11)", () => {
  it("keeps further windows closed while the limit is reached, and opens them when there is room again", async () => {
    await open({ memoryLimitMb: 1_000 });
    const ada = room.agent("ada");
    await ada.click();
    room.world.memoryMb = 900;
    await room.advance(15_000);
    const ben = room.agent("ben").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "memory_low" }]);
    expect(room.world.chromes).toHaveLength(1);
    room.world.memoryMb = 400;
    await room.advance(15_000);
    expect(ben.answer()?.facts).toMatchObject({ outcome: "done", slot: 2 });
  });

  it("closes a window that nobody needs, and never one that is held", async () => {
    await open({ memoryLimitMb: 1_000 });
    await room.agent("ada").click();
    const ben = room.agent("ben");
    await ben.click();
    ben.goodbye();
    room.world.memoryMb = 900;
    await room.advance(15_000);
    const cleo = room.agent("cleo").call("browser_snapshot");
    await room.settle();
    expect((await cleo.result).facts).toMatchObject({ outcome: "done", slot: 3 });
    expect(room.world.chromes.map(({ slot, alive }) => [slot, alive])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});

describe("an agent that asks again after its deadline", () => {
  it("has the place that it had, and is served before those that came meanwhile", async () => {
    await open();
    const ada = room.agent("ada", "shop");
    await ada.click();
    const ben = room.agent("ben", "shop");
    const first = ben.call("browser_snapshot", { waitMs: 25_000 });
    await room.advance(1_000);
    const cleo = room.agent("cleo", "shop").call("browser_snapshot", { waitMs: 600_000 });
    await room.advance(24_000);
    expect(first.answer()?.facts.waiting).toMatchObject({
      code: "target_busy",
      position: 1,
      waited_s: 25,
      after_s: 20,
    });
    await room.advance(20_000);
    const second = ben.call("browser_snapshot", { waitMs: 25_000 });
    await room.settle();
    const { queue } = await room.snapshot();
    expect(queue.map(({ agent, since }) => [agent, since])).toEqual([
      ["ben", 1_000_000],
      ["cleo", 1_001_000],
    ]);
    await room.advance(25_000);
    expect(second.answer()?.facts.waiting).toMatchObject({ waited_s: 70 });
    const third = ben.call("browser_snapshot");
    await room.settle();
    ada.goodbye();
    expect((await third.result).facts).toMatchObject({ outcome: "done", slot: 1 });
    expect(cleo.answer()).toBeNull();
  });

  it("goes to the end of the queue when it comes later than a minute", async () => {
    await open();
    await room.agent("ada", "shop").click();
    const ben = room.agent("ben", "shop");
    ben.call("browser_snapshot", { waitMs: 5_000 });
    room.agent("cleo", "shop").call("browser_snapshot", { waitMs: 600_000 });
    await room.advance(5_000 + 60_000);
    ben.call("browser_snapshot", { waitMs: 5_000 });
    await room.settle();
    expect((await room.snapshot()).queue.map(({ agent }) => agent)).toEqual(["cleo", "ben"]);
  });
});

describe("what an agent is told while it waits", () => {
  it("is told at once when the reason becomes another one", async () => {
    await open();
    await room.agent("ada", "shop").click();
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    await room.pause(true);
    expect(ben.notices.map(({ code }) => code)).toEqual(["target_busy", "paused"]);
  });

  it("is told its new place soon, and how long it takes every ten seconds", async () => {
    await open();
    await room.agent("ada", "shop").click();
    const first = room.agent("ben", "shop").call("browser_snapshot");
    const second = room.agent("cleo", "shop").call("browser_snapshot");
    await room.settle();
    first.cancel();
    await room.advance(250);
    expect(second.notices.map(({ position }) => position)).toEqual([2, 1]);
    await room.advance(30_000);
    expect(second.notices.slice(2).map(({ sentence }) => sentence)).toEqual(
      [10, 20, 30].map((seconds) =>
        expect.stringContaining(`is held by ada for ${seconds} s; its last action was ${seconds} s ago`),
      ),
    );
    // The window shows what was told last, word for word; times alone are nothing for the event log.
    expect((await room.snapshot()).queue[0]?.sentence).toBe(second.notices.at(-1)?.sentence);
    const waits = room.store.recentEvents(50).filter(({ kind, text }) => kind === "waiting" && text.includes("cleo"));
    expect(waits).toHaveLength(1);
  });

  it("is told anew who holds the slot when that has changed", async () => {
    await open();
    const ada = room.agent("ada", "shop");
    await ada.click();
    room.agent("ben", "shop").call("browser_snapshot");
    const cleo = room.agent("cleo", "shop").call("browser_snapshot");
    await room.settle();
    ada.goodbye();
    await room.advance(250);
    expect(cleo.notices.at(-1)).toMatchObject({ code: "target_busy", position: 1 });
    expect(cleo.notices.at(-1)?.sentence).toContain("held by ben");
  });
});

describe("a grant that the disk refuses", () => {
  it("fails for that agent and leaves the slot to the next", async () => {
    await open();
    const full = new Error("disk full");
    room.world.storeFaults.set("bindTarget", full);
    const refused = await room.agent("ada", "shop").call("browser_snapshot").result;
    expect(refused.facts).toMatchObject({ outcome: "not_sent", error: { code: "INTERNAL" } });
    room.world.storeFaults.clear();
    expect((await room.agent("ben", "bank").click()).facts).toMatchObject({ outcome: "done", slot: 1 });
  });
});
