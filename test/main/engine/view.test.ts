import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyChange, type Change, type Snapshot } from "../../../src/core/view/snapshot.ts";
import { FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let changes: Change[];

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 2 });
  await room.snapshot();
  changes = [];
  room.room.subscribe((change) => changes.push(change));
});

afterEach(() => room.close());

function follow(start: Snapshot): Snapshot | null {
  return changes.reduce<Snapshot | null>((known, change) => known && applyChange(known, change), start);
}

describe("the numbered view", () => {
  it("has no gaps, and whoever follows the changes knows what a new snapshot says", async () => {
    const start = await room.snapshot();
    const ada = room.agent("ada");
    await ada.click();
    await room.advance(20);
    const taken = room.takeOver(1);
    await room.advance(100);
    await taken;
    await room.handBack(1);
    ada.goodbye();
    await room.advance(100);
    expect(changes.length).toBeGreaterThan(2);
    expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => start.revision + index + 1));
    expect(follow(start)).toEqual(await room.snapshot());
  });

  it("names only the slots that changed", async () => {
    await room.agent("ada").click();
    await room.agent("ben").click();
    await room.advance(100);
    changes.length = 0;
    await room.takeOver(2);
    await room.advance(100);
    expect(new Set(changes.flatMap((change) => change.slots?.map(({ slot }) => slot) ?? []))).toEqual(new Set([2]));
    expect(changes.flatMap((change) => (change.room ? ["room"] : []))).toEqual([]);
  });

  it("puts what happens within one frame into one change", async () => {
    await Promise.all([room.agent("ada").click(), room.agent("ben").click()]);
    expect(changes).toEqual([]);
    await room.advance(16);
    expect(changes).toHaveLength(1);
  });

  it("says nothing when nothing has changed", async () => {
    await room.advance(60_000);
    changes.length = 0;
    await room.advance(60_000);
    expect(changes).toEqual([]);
  });

  it("goes on for the others when one listener fails, and ends for one that has left", async () => {
    const seen: number[] = [];
    room.room.subscribe(() => {
      throw new Error("a broken window");
    });
    const leave = room.room.subscribe((change) => seen.push(change.revision));
    await room.pause(true);
    await room.advance(20);
    expect(seen).toHaveLength(1);
    leave();
    await room.pause(false);
    await room.advance(20);
    expect(seen).toHaveLength(1);
    expect(changes).toHaveLength(2);
  });

  it("never shows what a tool was given to type", async () => {
    const call = room.agent("ada").call("browser_type", { arguments: { target: "e1", text: "hunter2" } });
    await call.result;
    await room.advance(20);
    expect(JSON.stringify([await room.snapshot(), changes, room.world.log])).not.toContain("hunter2");
  });
});
