import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { done } from "../../support/fake-broker.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 2 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

const click = { arguments: { target: "e1" } };

function boundPids(): number[] {
  return room.world.brokers.filter((broker) => broker.binding).map((broker) => broker.pid);
}

describe("a broker that does not die (R2, R7)", () => {
  beforeEach(async () => {
    await ada.click();
    room.world.habits.diesWhenKilled = false;
    const taken = room.takeOver(1);
    await room.advance(4_000);
    await taken;
  });

  it("brings the slot into quarantine, names the process, and leaves the person their window", async () => {
    const slot = await room.slot(1);
    expect(slot.quarantine).toMatchObject([{ code: "broker_exit_not_observed" }]);
    expect(slot.quarantine[0]?.known).toContain(`process ${room.broker(1).pid}`);
    expect(slot.receipt?.steps).toContainEqual({ step: "broker_exit", at: null });
    expect(slot.broker?.state).toBe("stopping");
    expect(room.chrome(1).alive).toBe(true);
    expect((await room.snapshot()).room.live).toBe(1);
  });

  it("is not handed back before that is decided, and starts no other broker there", async () => {
    await expect(room.handBack(1)).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    await room.settle();
    expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "HUMAN_IN_CONTROL" } });
    expect(boundPids()).toHaveLength(1);
  });

  it("is released by the person when they give the lease up, and still not offered", async () => {
    await room.room.handle("release", { slot: 1 });
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "nobody" }, quarantine: [{}] });
  });

  it("is not offered to anybody else of the same target", async () => {
    await room.room.handle("release", { slot: 1 });
    const ben = room.agent("ben", "ada").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "quarantined" }]);
  });

  it("goes on once the process is gone and the person looked again, in the Chrome that was there all along", async () => {
    await expect(room.resolve(1, "look_again")).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    room.broker(1).exits();
    await room.resolve(1, "look_again", "I ended it");
    expect((await room.slot(1)).life.kind).toBe("live");
    room.world.habits.diesWhenKilled = true;
    await room.handBack(1);
    expect((await ada.click()).facts.outcome).toBe("done");
    expect(room.world.chromes).toHaveLength(1);
  });

  it("shows the exit when it is seen at last, and stays for the person to decide", async () => {
    room.broker(1).exits();
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ broker: { state: "exited" }, quarantine: [{}] });
  });

  it("gives the place back when Chrome goes meanwhile, and stays in quarantine", async () => {
    room.chrome(1).exits();
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ life: { kind: "empty" }, quarantine: [{}] });
    expect((await room.snapshot()).room.live).toBe(0);
  });
});

describe("a broker that can't be bound", () => {
  it("is ended, the call says what it said, and the lease is undone (R42)", async () => {
    room.world.habits.binding = { failure: "no endpoint" };
    const { facts } = await ada.click();
    expect(facts).toMatchObject({ outcome: "not_sent", error: { code: "BROKER_LOST" } });
    expect(facts.error?.message).toContain("no endpoint");
    expect(room.broker(1).killed).toBe(true);
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });

  it("brings the slot into quarantine when it neither connects nor dies", async () => {
    room.world.habits.binding = null;
    room.world.habits.diesWhenKilled = false;
    const call = ada.call("browser_snapshot");
    await room.advance(40_000);
    expect((await call.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "BROKER_LOST" } });
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "broker_exit_not_observed" }]);
  });
});

describe("a broker that goes by itself", () => {
  it("leaves what it had begun unknown, and the next call gets another one under the same lease", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", click);
    await room.settle();
    room.broker(1).exits();
    await room.advance(300);
    expect((await call.result).facts).toMatchObject({ outcome: "unknown", error: { code: "BROKER_LOST" } });
    room.world.habits.answer = done;
    expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "LOOK_FIRST" } });
    expect((await ada.call("browser_snapshot").result).facts).toMatchObject({ outcome: "done", epoch: 1 });
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", epoch: 1 });
    expect(new Set(boundPids()).size).toBe(2);
  });

  it("never makes two brokers of one epoch, even when a stopping one goes while the next is being bound", async () => {
    room.world.habits.binding = null;
    const first = ada.call("browser_click", click);
    await room.settle();
    const early = room.broker(1);
    early.habits.diesWhenKilled = false;
    const taken = room.takeOver(1);
    await room.handBack(1);
    room.world.habits.binding = "ready";
    const second = ada.call("browser_click", click);
    early.exits();
    await taken;
    await Promise.all([first.result, second.result]);
    const epochs = room.world.brokers.flatMap((broker) => broker.binding?.epoch ?? []);
    expect(epochs).toEqual([1, 3]);
  });
});

describe("a broker that hangs", () => {
  it("is ended after the last deadline, so that it can't act beside its successor (R2, R6)", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", click);
    await room.settle();
    const hung = room.broker(1);
    await room.advance(35_000);
    expect((await call.result).facts).toMatchObject({ outcome: "unknown", error: { retry: "look_first" } });
    expect(hung.alive).toBe(false);
    room.world.habits.answer = done;
    expect((await ada.call("browser_snapshot").result).facts.outcome).toBe("done");
    expect(room.broker(1)).not.toBe(hung);
  });

  it("changes nothing with an answer that comes after its action was settled", async () => {
    room.world.habits.answer = () => null;
    const call = ada.call("browser_click", click);
    await room.settle();
    const hung = room.broker(1);
    const [action] = hung.actions;
    hung.habits.diesWhenKilled = false;
    await room.advance(35_000);
    if (action) hung.says(done(action));
    await room.advance(4_000);
    expect((await call.result).facts.outcome).toBe("unknown");
    expect((await room.slot(1)).lastMutation?.outcome).toBe("unknown");
  });
});
