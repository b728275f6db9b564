import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paramOf } from "../../support/fake-chrome.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;
let count: number;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada");
  await ada.call("browser_snapshot").result;
  count = 0;
});

afterEach(() => room.close());

/** The tenant presses or lets go, in the slot's first tab. */
function input(method: string, params: object): void {
  count += 1;
  room.broker(1).drives(count, method, { targetId: "TAB1", ...params });
}

function key(type: string, name: string, code: string): void {
  input("Input.dispatchKeyEvent", { type, key: name, code, windowsVirtualKeyCode: 1, location: 0 });
}

function mouse(type: string, button = "left"): void {
  input("Input.dispatchMouseEvent", { type, button, x: 40, y: 50, clickCount: 1 });
}

/** Input that was written from here on. */
function writtenFrom(start: number) {
  return room
    .chrome(1)
    .pipe.written.slice(start)
    .filter((each) => String(each["method"]).startsWith("Input."));
}

function written(): number {
  return room.chrome(1).pipe.written.length;
}

function releasedAt(steps: readonly { step: string; at: number | null }[]): number | null | undefined {
  return steps.find(({ step }) => step === "released")?.at;
}

describe("what an agent has left pressed when it loses control", () => {
  it("is let go and named on the receipt: keys by their name, buttons by theirs", async () => {
    key("keyDown", "Shift", "ShiftLeft");
    key("rawKeyDown", "a", "KeyA");
    mouse("mousePressed", "right");
    const start = written();
    const { released, steps } = await room.takeOver(1);
    expect(released).toEqual(["Shift", "a", "right button"]);
    expect(releasedAt(steps)).not.toBeNull();
    expect(writtenFrom(start).map((each) => each["params"])).toEqual([
      { type: "keyUp", key: "Shift", code: "ShiftLeft", windowsVirtualKeyCode: 1, location: 0, modifiers: 0 },
      { type: "keyUp", key: "a", code: "KeyA", windowsVirtualKeyCode: 1, location: 0, modifiers: 0 },
      { type: "mouseReleased", x: -1, y: -1, button: "right", clickCount: 0 },
    ]);
  });

  it("is let go after the leased session was detached, and on the control room's own session (R4)", async () => {
    const { pipe } = room.chrome(1);
    const leased = pipe.written.findLast((each) => each["sessionId"] !== undefined);
    key("keyDown", "Shift", "ShiftLeft");
    const [pressed] = writtenFrom(0);
    const start = written();
    await room.takeOver(1);
    const after = pipe.written.slice(start);
    const detach = after.findIndex(
      (each) => each["method"] === "Target.detachFromTarget" && paramOf(each, "sessionId") === pressed?.["sessionId"],
    );
    const release = after.findIndex((each) => each["method"] === "Input.dispatchKeyEvent");
    expect(leased).toBeDefined();
    expect(detach).toBeGreaterThanOrEqual(0);
    expect(release).toBeGreaterThan(detach);
    const own = pipe.written.find((each) => each["method"] === "Network.enable")?.["sessionId"];
    expect(after[release]?.["sessionId"]).toBe(own);
    expect(own).not.toBe(pressed?.["sessionId"]);
  });

  it("comes up under another name when it is the space bar, which acts when it is let go", async () => {
    key("keyDown", " ", "Space");
    const start = written();
    expect((await room.takeOver(1)).released).toEqual(["Space"]);
    expect(writtenFrom(start).map((each) => each["params"])).toMatchObject([{ key: "Unidentified", code: "Space" }]);
  });

  it("is only what is still down: nothing is sent for what it has let go itself", async () => {
    key("keyDown", "Shift", "ShiftLeft");
    key("keyUp", "Shift", "ShiftLeft");
    mouse("mouseMoved");
    mouse("mousePressed");
    mouse("mouseReleased");
    const start = written();
    const { released, steps } = await room.takeOver(1);
    expect(released).toEqual([]);
    expect(releasedAt(steps)).not.toBeNull();
    expect(writtenFrom(start)).toEqual([]);
  });

  it("is not what the fence kept out", async () => {
    const taken = room.takeOver(1);
    key("keyDown", "Shift", "ShiftLeft");
    expect((await taken).released).toEqual([]);
  });

  it("is not said to be let go when the page does not take it in time, and the person is not held up", async () => {
    key("keyDown", "Shift", "ShiftLeft");
    await room.settle();
    room.chrome(1).pipe.mute.add("Input.dispatchKeyEvent");
    const taken = room.takeOver(1);
    await room.advance(300);
    const { released, steps } = await taken;
    expect(released).toEqual([]);
    expect(releasedAt(steps)).toBeNull();
    expect(steps.find(({ step }) => step === "front")?.at).not.toBeNull();
  });

  it("is not said to be let go in a tab that is gone", async () => {
    key("keyDown", "Shift", "ShiftLeft");
    room.chrome(1).pipe.says({ method: "Target.targetDestroyed", params: { targetId: "TAB1" } });
    const { released, steps } = await room.takeOver(1);
    expect(released).toEqual([]);
    expect(releasedAt(steps)).toBeNull();
  });

  it.each([
    ["vanishes", () => ada.vanish()],
    ["releases its slot", () => ada.goodbye()],
    ["loses its broker", () => room.broker(1).exits()],
  ] as const)("is let go as well when the agent %s", async (_, happens) => {
    key("keyDown", "Shift", "ShiftLeft");
    mouse("mousePressed");
    const start = written();
    happens();
    await room.settle();
    expect(writtenFrom(start).map((each) => paramOf(each, "type"))).toEqual(["keyUp", "mouseReleased"]);
  });
});
