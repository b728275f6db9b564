import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DockError } from "../../../src/shared/errors.ts";
import { FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 4, cap: 2 });
});

afterEach(() => room.close());

async function live(): Promise<number> {
  return (await room.snapshot()).room.live;
}

describe("a launch that fails", () => {
  it("is undone and ends the lease, and the next call may try again (R42)", async () => {
    const ada = room.agent("ada");
    room.world.browsers.failures.set(1, new DockError("BROWSER_START_FAILED", "no display"));
    expect((await ada.click()).facts).toMatchObject({ outcome: "not_sent", error: { code: "BROWSER_START_FAILED" } });
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "nobody" }, life: { kind: "empty" } });
    expect(room.store.openLaunches()).toEqual([]);
    room.world.browsers.failures.clear();
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", slot: 1 });
  });

  it("closes a Chrome whose window does not open, says so with Chrome's own words, and waits for its exit", async () => {
    room.world.browsers.prepare = ({ pipe }) => pipe.mute.add("Target.createTarget");
    const call = room.agent("ada").call("browser_snapshot");
    await room.advance(60_000);
    const { error } = (await call.result).facts;
    expect(error).toMatchObject({ code: "BROWSER_START_FAILED" });
    expect(error?.message).toContain("the last words of a fake Chrome");
    expect(room.chrome(1).alive).toBe(false);
    expect(await live()).toBe(0);
  });

  it("keeps the place of a Chrome that can't be ended, and gives it back when its exit is seen (R52)", async () => {
    room.world.browsers.prepare = (chrome) => {
      chrome.pipe.mute.add("Target.createTarget");
      chrome.closesWhenAsked = false;
      chrome.diesWhenKilled = false;
    };
    const call = room.agent("ada").call("browser_snapshot");
    await room.advance(80_000);
    expect((await call.result).facts.outcome).toBe("not_sent");
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "chrome_exit_not_observed" }]);
    expect(await live()).toBe(1);
    room.chrome(1).exits();
    await room.settle();
    expect(await live()).toBe(0);
  });

  it("tells of a lock that it found and that locked nothing", async () => {
    room.world.browsers.prepare = (chrome) => {
      chrome.replacedLocks = ["The profile is a copy: it came with the lock of process 12."];
    };
    await room.agent("ada").click();
    const { events } = await room.snapshot();
    expect(events).toContainEqual(
      expect.objectContaining({ slot: 1, kind: "lock_replaced", text: expect.stringContaining("process 12") }),
    );
  });

  it("names the holder of a locked profile to the agent and quarantines the slot (R7, R12)", async () => {
    const locked = new DockError("PROFILE_LOCKED", "/s/1/p is open in process 4711 (chrome).");
    room.world.browsers.failures.set(1, locked);
    const ada = room.agent("ada");
    expect((await ada.click()).facts.error).toMatchObject({ code: "PROFILE_LOCKED", message: locked.message });
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "foreign_profile_lock", known: locked.message }]);
    const waits = ada.call("browser_snapshot", { waitMs: 10 });
    await room.advance(10);
    expect(waits.notices).toMatchObject([{ code: "quarantined" }]);
    room.world.browsers.failures.clear();
    await room.resolve(1, "look_again", "I closed it");
    expect((await ada.click()).facts.outcome).toBe("done");
  });
});

describe("the cap (R10)", () => {
  it("counts a window that the person opened", async () => {
    await room.takeOver(4);
    await room.agent("ada").click();
    const ben = room.agent("ben").call("browser_snapshot");
    await room.settle();
    expect(ben.notices).toMatchObject([{ code: "cap_reached" }]);
    expect(room.world.chromes).toHaveLength(2);
  });

  it("keeps the place of a lease whose Chrome is not launched yet from the person too", async () => {
    room.world.browsers.hold();
    const calls = ["ada", "ben"].map((name) => room.agent(name).call("browser_snapshot"));
    await room.settle();
    const taken = room.takeOver(4);
    await room.settle();
    room.world.browsers.letUp();
    await taken;
    expect((await Promise.all(calls.map((call) => call.result))).map(({ facts }) => facts.outcome)).toEqual([
      "done",
      "done",
    ]);
    expect((await room.slot(4)).life.kind).toBe("empty");
  });

  it("makes room by closing the longest unused, and grants when that exit was observed (R52)", async () => {
    const [ada, ben] = [room.agent("ada"), room.agent("ben")];
    await ada.click();
    await ben.click();
    ben.goodbye();
    await room.advance(1_000);
    ada.goodbye();
    await room.settle();
    room.chrome(2).closesWhenAsked = false;
    const cleo = room.agent("cleo").call("browser_snapshot");
    await room.settle();
    expect((await room.slot(2)).life.kind).toBe("closing");
    expect(cleo.notices.at(-1)).toMatchObject({ code: "making_room" });
    expect(room.world.chromes).toHaveLength(2);
    room.chrome(2).exits();
    expect((await cleo.result).facts).toMatchObject({ outcome: "done", slot: 3 });
  });

  it("counts the person's own hand-back as use", async () => {
    await room.takeOver(1);
    await room.advance(1_000);
    await room.agent("ada").call("session_release").result;
    const ada = room.agent("ada");
    await ada.click();
    ada.goodbye();
    await room.advance(1_000);
    await room.handBack(1);
    await room.agent("cleo").click();
    expect(room.chrome(1).alive).toBe(true);
    expect(room.chrome(2).alive).toBe(false);
  });

  it("looks for another window when the one that was to make room does not end", async () => {
    const agents = [room.agent("ada"), room.agent("ben")];
    for (const agent of agents) await agent.click();
    for (const agent of agents) agent.goodbye();
    await room.settle();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    const cleo = room.agent("cleo").call("browser_snapshot");
    await room.advance(15_000);
    expect((await cleo.result).facts).toMatchObject({ outcome: "done", slot: 3 });
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "chrome_exit_not_observed" }]);
    expect(room.chrome(1).killed).toBe(true);
    expect(await live()).toBe(2);
  });
});

describe("a Chrome that exits by itself (R44)", () => {
  it("ends the lease, and the next call gets a new Chrome under a new epoch", async () => {
    const ada = room.agent("ada");
    await ada.click();
    room.chrome(1).exits(null, "SIGSEGV");
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "nobody" }, life: { kind: "empty" } });
    expect((await ada.click()).facts).toMatchObject({ outcome: "done", epoch: 3 });
  });

  it("says to a call that waited for its lease that the browser has gone, not that we are broken", async () => {
    room.world.browsers.prepare = ({ pipe }) => pipe.mute.add("Target.attachToBrowserTarget");
    const call = room.agent("ada").call("browser_snapshot");
    await room.settle();
    room.chrome(1).exits(1);
    expect((await call.result).facts).toMatchObject({ outcome: "not_sent", error: { code: "BROWSER_EXITED" } });
  });

  it("is launched anew for a person who takes the slot while it closes", async () => {
    const agents = [room.agent("ada"), room.agent("ben")];
    for (const agent of agents) await agent.click();
    agents[0]?.goodbye();
    await room.settle();
    room.chrome(1).closesWhenAsked = false;
    const cleo = room.agent("cleo").call("browser_snapshot", { waitMs: 10 });
    await room.settle();
    const taken = room.takeOver(1);
    cleo.cancel();
    await room.settle();
    expect(room.world.chromes).toHaveLength(2);
    room.chrome(1).exits();
    await taken;
    expect((await room.slot(1)).life.kind).toBe("live");
    expect(room.world.chromes).toHaveLength(3);
  });
});

describe("clearing a quarantine (R7)", () => {
  it("is refused while the Chrome that was to end still runs, and gives the place back once it is gone", async () => {
    const ada = room.agent("ada");
    await ada.click();
    ada.goodbye();
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    await room.agent("ben").click();
    const cleo = room.agent("cleo").call("browser_snapshot", { waitMs: 20_000 });
    await room.advance(20_000);
    expect(cleo.answer()?.facts.error?.code).toBe("WAIT_DEADLINE");
    const clear = () => room.resolve(1, "look_again", "looked at it");
    await expect(clear()).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    expect(await live()).toBe(2);
    room.chrome(1).exits();
    await room.settle();
    await clear();
    expect((await room.slot(1)).life.kind).toBe("empty");
    const [event] = (await room.snapshot()).events.filter(({ kind }) => kind === "quarantine_ended");
    expect(event?.text).toContain("looked at it");
    await expect(clear()).rejects.toMatchObject({ code: "WAY_NOT_OPEN" });
  });
});
