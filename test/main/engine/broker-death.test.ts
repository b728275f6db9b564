import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { performed } from "../../support/fake-broker.ts";
import { type Call, type CallOptions, type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;
let count: number;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada");
  count = 0;
  await ada.call("browser_snapshot").result;
  // What is written is the test's to say.
  Object.assign(room.world.habits, { answer: () => null, writes: false });
});

afterEach(() => room.close());

async function begun(tool = "browser_click", options: CallOptions = { arguments: { target: "e1" } }): Promise<Call> {
  const call = ada.call(tool, { actionId: "the-save", ...options });
  await room.settle();
  return call;
}

function writes(method: string, type?: string): void {
  count += 1;
  room.broker(1).drives(count, method, { targetId: "TAB1", ...(type ? { type } : {}) });
}

async function dies(call: Call) {
  room.broker(1).exits(null, "SIGKILL");
  await room.advance(300);
  return (await call.result).facts;
}

describe("a broker that dies in the middle of a click (R3, R6)", () => {
  it("is no reason to doubt it when Chrome has answered the click, and the site what it sent", async () => {
    const call = await begun();
    writes("Input.dispatchMouseEvent", "mousePressed");
    writes("Input.dispatchMouseEvent", "mouseReleased");
    await room.settle();
    room.chrome(1).pipe.sends("POST", "http://shop.test/save", "R1");
    room.chrome(1).pipe.answersRequest("R1", 200);
    expect(await dies(call)).toMatchObject({ outcome: "done", requests: [{ status: 200 }] });
    expect((await room.slot(1)).unresolved).toEqual([]);
  });

  it("leaves it unknown when what it sent has no answer", async () => {
    const call = await begun();
    writes("Input.dispatchMouseEvent", "mousePressed");
    writes("Input.dispatchMouseEvent", "mouseReleased");
    await room.settle();
    room.chrome(1).pipe.sends("POST", "http://shop.test/save", "R1");
    const facts = await dies(call);
    expect(facts).toMatchObject({ outcome: "unknown", error: { code: "BROKER_LOST", retry: "look_first" } });
    expect(facts.evidence).toContain("no answer was seen");
  });

  it("leaves it unknown when Chrome has not answered the click", async () => {
    const call = await begun();
    room.chrome(1).pipe.mute.add("Input.dispatchMouseEvent");
    writes("Input.dispatchMouseEvent", "mousePressed");
    writes("Input.dispatchMouseEvent", "mouseReleased");
    expect(await dies(call)).toMatchObject({ outcome: "unknown", error: { code: "BROKER_LOST" } });
  });

  it("leaves it unknown when the button was pressed and not let go", async () => {
    const call = await begun();
    writes("Input.dispatchMouseEvent", "mousePressed");
    expect(await dies(call)).toMatchObject({ outcome: "unknown" });
  });

  it("is told as not sent when nothing that can have an effect was written, and may be repeated", async () => {
    const call = await begun();
    writes("Page.getLayoutMetrics");
    writes("Runtime.callFunctionOn");
    const facts = await dies(call);
    expect(facts).toMatchObject({ outcome: "not_sent", error: { retry: "safe" } });
    expect(room.store.findAction("the-save")).toMatchObject({ outcome: "not_sent", writtenAt: null });
  });

  it("is told as unknown of a tool that acts by script, which looks like one that only reads", async () => {
    const call = await begun("browser_type", { arguments: { target: "e1", text: "x" } });
    writes("Runtime.callFunctionOn");
    expect(await dies(call)).toMatchObject({ outcome: "unknown" });
    expect(room.store.findAction("the-save")?.writtenAt).not.toBeNull();
  });
});

describe("a broker that dies after it has said that its steps ended", () => {
  it("leaves done what was answered in the same moment", async () => {
    const call = await begun();
    writes("Input.dispatchMouseEvent", "mouseReleased");
    const [, action] = room.broker(1).actions;
    room.chrome(1).pipe.sends("POST", "http://shop.test/save", "R1");
    if (action) room.broker(1).says(performed(action));
    await room.advance(5_000);
    expect(call.answer()).toBeNull();
    room.chrome(1).pipe.answersRequest("R1", 200);
    expect(await dies(call)).toMatchObject({ outcome: "done" });
  });

  it("leaves unknown what was not answered, and the answer that comes later clears it up", async () => {
    const call = await begun();
    writes("Input.dispatchMouseEvent", "mouseReleased");
    const [, action] = room.broker(1).actions;
    room.chrome(1).pipe.sends("POST", "http://shop.test/save", "R1");
    if (action) room.broker(1).says(performed(action));
    await room.settle();
    expect(await dies(call)).toMatchObject({ outcome: "unknown" });
    room.chrome(1).pipe.answersRequest("R1", 200);
    expect(room.store.findAction("the-save")?.resolution).toMatchObject({ finding: "answered" });
  });
});

describe("a broker's own word", () => {
  it("that nothing was sent counts for less than what the gate wrote", async () => {
    const call = await begun();
    writes("Input.dispatchMouseEvent", "mouseReleased");
    const [, action] = room.broker(1).actions;
    const error = { code: "STALE_REFERENCE", message: "e1 is stale", hint: "", retry: "safe" as const };
    if (action) {
      room.broker(1).says({ kind: "result", actionId: action.actionId, outcome: "not_sent", content: [], error });
    }
    expect((await call.result).facts.outcome).not.toBe("not_sent");
  });

  it("that it touched the page counts for less than that the gate wrote nothing", async () => {
    const call = await begun();
    const [, action] = room.broker(1).actions;
    const failed = { message: "it is covered", timedOut: false };
    if (action) room.broker(1).says(performed(action, { finished: false, failed, touched: true }));
    await room.settle();
    expect((await call.result).facts).toMatchObject({
      outcome: "not_sent",
      evidence: "Nothing was sent: it is covered.",
      error: { code: "ACTION_FAILED", retry: "safe" },
    });
  });

  it("that its steps ended keeps no effect from Chrome that could not be noted before (R51)", async () => {
    const call = await begun();
    room.world.storeFaults.set("actionWrites", new Error("no space left"));
    const before = room.chrome(1).pipe.written.length;
    writes("Input.dispatchMouseEvent", "mousePressed");
    const written = room.chrome(1).pipe.written.slice(before);
    expect(written.map((each) => each["method"])).not.toContain("Input.dispatchMouseEvent");
    expect(room.broker(1).socket.received.at(-1)).toMatchObject({
      error: { message: expect.stringContaining("DISK_FULL") },
    });
    expect(await dies(call)).toMatchObject({ outcome: "not_sent" });
  });
});
