import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada", "shop");
  await ada.click();
});

afterEach(() => room.close());

const clear = "Network.clearBrowserCache";

/** The methods that reached Chrome, in their order. */
function methods(): string[] {
  return room.chrome(1).pipe.written.map((each) => String(each["method"]));
}

function cleared(): number {
  return methods().filter((method) => method === clear).length;
}

async function kept(): Promise<string[]> {
  return (await room.snapshot()).events.filter(({ kind }) => kind === "caches_kept").map(({ text }) => text);
}

describe("the caches of a lease that is over", () => {
  it("are cleared behind its last page, on a session of the control room's own that ends with it", async () => {
    await ada.call("session_release").result;
    await room.settle();
    expect(methods().slice(-4)).toEqual(["Target.attachToTarget", "Page.navigate", clear, "Target.detachFromTarget"]);
    const sessions = room
      .chrome(1)
      .pipe.written.slice(-3, -1)
      .map((each) => each["sessionId"]);
    expect(sessions[0]).toBe(sessions[1]);
    expect(await kept()).toEqual([]);
  });

  it("hold the next lease up not at all: it is given, opened and used while Chrome still clears", async () => {
    room.chrome(1).pipe.mute.add(clear);
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    await ada.call("session_release").result;
    expect((await ben.result).facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3 });
    expect(cleared()).toBe(1);
    // It was written before the new lease's session was asked for.
    expect(methods().indexOf(clear)).toBeLessThan(methods().lastIndexOf("Target.attachToBrowserTarget"));
  });

  it("stay when the person takes the slot before it comes to that, and go when it is nobody's again (R12)", async () => {
    const { pipe } = room.chrome(1);
    pipe.mute.add("Page.navigate");
    await ada.call("session_release").result;
    await room.settle();
    const asked = pipe.written.findLast((each) => each["method"] === "Page.navigate");
    const taken = room.takeOver(1);
    pipe.says({ id: asked?.["id"], result: {}, sessionId: asked?.["sessionId"] });
    pipe.mute.delete("Page.navigate");
    await room.advance(300);
    await taken;
    expect(cleared()).toBe(0);
    await room.handBack(1);
    await room.settle();
    expect(cleared()).toBe(1);
  });

  it("stay while the person holds the slot whose lease has ended, and go when they give it back", async () => {
    await room.takeOver(1);
    ada.goodbye();
    await room.settle();
    expect(cleared()).toBe(0);
    await room.handBack(1);
    await room.settle();
    expect(cleared()).toBe(1);
  });

  it("stay when somebody has the slot before Chrome has given a session, until the next release", async () => {
    const { pipe } = room.chrome(1);
    await room.takeOver(1);
    ada.goodbye();
    await room.settle();
    pipe.mute.add("Target.attachToTarget");
    await room.handBack(1);
    const asked = pipe.written.findLast((each) => each["method"] === "Target.attachToTarget");
    pipe.mute.delete("Target.attachToTarget");
    const ben = room.agent("ben", "shop");
    await ben.click();
    pipe.says({ id: asked?.["id"], result: { sessionId: "LATE" } });
    await room.settle();
    expect(cleared()).toBe(0);
    expect(JSON.stringify(pipe.written.at(-1))).toContain("LATE");
    await ben.call("session_release").result;
    await room.settle();
    expect(cleared()).toBe(1);
  });

  it("are on record when they could not be cleared, in Chrome's words, and only then", async () => {
    const { pipe } = room.chrome(1);
    pipe.mute.add(clear);
    await ada.call("session_release").result;
    await room.settle();
    const asked = pipe.written.findLast((each) => each["method"] === clear);
    pipe.says({ id: asked?.["id"], error: { message: "No disk" }, sessionId: asked?.["sessionId"] });
    await room.settle();
    expect(await kept()).toEqual(["The caches of the lease that is over could not be cleared: No disk."]);
  });

  it("that Chrome does not clear in time are on record, and the slot is lent all the same", async () => {
    room.chrome(1).pipe.mute.add(clear);
    await ada.call("session_release").result;
    await room.advance(30_000);
    expect(await kept()).toEqual([expect.stringContaining("did not answer in time")]);
    expect((await room.agent("ben", "shop").click()).facts).toMatchObject({ outcome: "done", slot: 1 });
  });

  it("that end with their Chrome are no failure", async () => {
    room.chrome(1).pipe.mute.add(clear);
    await ada.call("session_release").result;
    await room.settle();
    room.chrome(1).exits();
    await room.advance(30_000);
    expect(await kept()).toEqual([]);
  });
});
