import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 4, cap: 3, startsAtOnce: 1 });
});

afterEach(() => room.close());

describe("the end of the control room (R52)", () => {
  it("settles when every broker's and Chrome's exit was observed", async () => {
    const ada = room.agent("ada");
    await ada.click();
    await room.takeOver(2);
    room.chrome(1).closesWhenAsked = false;
    let stopped = false;
    const stop = room.room.stop().then(() => {
      stopped = true;
    });
    await room.settle();
    expect(stopped).toBe(false);
    room.chrome(1).exits();
    await stop;
    expect(room.world.chromes.map((chrome) => chrome.alive)).toEqual([false, false]);
    expect(room.world.brokers.map((broker) => broker.alive)).not.toContain(true);
    expect(room.store.openLaunches()).toEqual([]);
  });

  it("waits for a Chrome that is being launched, closes it, and launches none of those that wait", async () => {
    room.world.browsers.hold();
    const calls = ["ada", "ben", "cleo"].map((name) => room.agent(name).call("browser_snapshot"));
    await room.settle();
    const stop = room.room.stop();
    await room.settle();
    room.world.browsers.letUp();
    await stop;
    expect(room.world.chromes.map((chrome) => chrome.alive)).toEqual([false]);
    for (const call of calls) expect((await call.result).facts.outcome).toBe("not_sent");
  });

  it("waits for a Chrome that is closing already to make room", async () => {
    const agents = ["ada", "ben", "cleo"].map((name) => room.agent(name));
    for (const agent of agents) await agent.click();
    agents[0]?.goodbye();
    await room.settle();
    room.chrome(1).closesWhenAsked = false;
    room.agent("dan").call("browser_snapshot");
    await room.settle();
    expect((await room.slot(1)).life.kind).toBe("closing");
    let stopped = false;
    const stop = room.room.stop().then(() => {
      stopped = true;
    });
    await room.settle();
    expect(stopped).toBe(false);
    room.chrome(1).exits();
    await stop;
  });

  it("closes the Chrome of a slot in quarantine as well", async () => {
    await room.agent("ada").click();
    room.world.habits.diesWhenKilled = false;
    const taken = room.takeOver(1);
    await room.advance(4_000);
    await taken;
    const stop = room.room.stop();
    await room.advance(20_000);
    await stop;
    expect(room.chrome(1).alive).toBe(false);
  });

  it("ends although a process can't be ended, and remembers it for the next start", async () => {
    await room.agent("ada").click();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    room.world.habits.diesWhenKilled = false;
    const stop = room.room.stop();
    await room.advance(30_000);
    await stop;
    expect(room.store.openLaunches()).toMatchObject([{ pid: room.chrome(1).pid }]);
  });

  it("keeps what a person holds for the next start, and takes no call any more", async () => {
    await room.takeOver(1);
    const ada = room.agent("ada");
    await room.room.stop();
    expect((await ada.click()).facts.error?.code).toBe("CONTROL_ROOM_STOPPING");
    await room.restart();
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human", over: null });
  });
});
