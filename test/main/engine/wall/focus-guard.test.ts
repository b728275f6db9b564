import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FakeDesktop } from "../../../support/fake-desktop.ts";
import { type FakeAgent, FakeRoom } from "../../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;
let desktop: FakeDesktop;
let pid: number;

beforeEach(async () => {
  room = await FakeRoom.open();
  desktop = room.world.desktop;
  ada = room.agent("ada");
  await ada.click();
  pid = room.chrome(1).pid;
});

afterEach(() => room.close());

const guarded = async () => (await room.slot(1)).window?.guarded;

describe("the focus guard (R21)", () => {
  it("guards a Chrome before it has been asked for a window", async () => {
    const asked: string[] = [];
    room.world.browsers.prepare = (chrome) => {
      chrome.pipe.onWrite = (method) => asked.push(`${method} ${desktop.guarded.has(chrome.pid)}`);
    };
    await room.agent("ben").click();
    expect(asked[0]).toBe("Target.setDiscoverTargets true");
    expect(asked).toContain("Target.createTarget true");
  });

  it("lets the person's window take the keyboard before it is asked to the front, and guards it after the hand-back", async () => {
    const before = desktop.asked.length;
    await room.takeOver(1);
    expect(desktop.asked.slice(before).filter((each) => !each.startsWith("raise"))).toEqual([
      `unguard ${pid}`,
      `unguard ${pid}`,
      `front ${pid}`,
    ]);
    expect(await guarded()).toBe(false);
    await room.handBack(1);
    expect(desktop.guarded.has(pid)).toBe(true);
    expect(desktop.asked.at(-1)).toBe(`back ${pid}`);
    expect(await guarded()).toBe(true);
  });

  it("guards what nobody holds, and a parked slot", async () => {
    ada.vanish();
    await room.settle();
    expect((await room.slot(1)).holder.kind).toBe("parked");
    expect(await guarded()).toBe(true);
    await room.release(1);
    expect((await room.slot(1)).holder.kind).toBe("nobody");
    expect(await guarded()).toBe(true);
  });

  it("opens a window for the person alone without a guard", async () => {
    await room.takeOver(3);
    expect(desktop.asked).not.toContain(`guard ${room.chrome(3).pid}`);
    expect((await room.slot(3)).window?.guarded).toBe(false);
  });

  it("counts what took the keyboard nevertheless, says how long, and never the window's title", async () => {
    desktop.takesFocus({ pid, cause: "new_window", sort: "dialog", backAfterMs: 7.4 });
    desktop.takesFocus({ pid, cause: "existing_window", sort: "normal", backAfterMs: null });
    const { room: view, events } = await room.snapshot();
    expect(view.focusGuard).toMatchObject({ present: true, taken: 2, reversed: 1, lastAt: room.world.clock.now() });
    expect(events.filter(({ kind }) => kind === "focus_taken").map(({ slot, text }) => [slot, text])).toEqual([
      [1, "A window (normal) of slot 1 took the keyboard; whether your window got it back was not seen."],
      [1, "A new window (dialog) of slot 1 took the keyboard; your window had it back after 7 ms."],
    ]);
  });

  it("says so where the desktop has no guard, and then asks for none", async () => {
    room.close();
    room = await FakeRoom.open();
    room.world.desktop.guards = false;
    await room.agent("ada").click();
    expect((await room.snapshot()).room.focusGuard).toMatchObject({ present: false });
    expect(room.world.desktop.asked.filter((each) => each.startsWith("guard"))).toEqual([]);
    expect((await room.slot(1)).window?.guarded).toBe(false);
  });

  it("forgets a Chrome that has exited", async () => {
    room.chrome(1).exits();
    await room.settle();
    expect(desktop.guarded.has(pid)).toBe(false);
  });
});

describe("a window brought to the front", () => {
  const foreground = (to?: "front" | "cell") => room.room.handle("foreground", { slot: 1, ...(to ? { to } : {}) });
  const bounds = () => room.chrome(1).pipe.bounds.get(1);

  it("takes the keyboard, stands large, and changes nobody's control", async () => {
    const { epoch } = await room.slot(1);
    expect(await foreground()).toEqual({ inFront: true, observed: true, returned: false });
    expect(desktop.guarded.has(pid)).toBe(false);
    expect(await room.slot(1)).toMatchObject({ epoch, holder: { kind: "agent" }, window: { place: "foreground" } });
    expect(Number(bounds()?.["width"])).toBeGreaterThan(1000);
  });

  it("goes back to its cell when it is asked for again, guarded, and gives the keyboard back", async () => {
    const cell = bounds();
    await foreground();
    expect(await foreground()).toMatchObject({ returned: true });
    expect(bounds()).toEqual(cell);
    expect(desktop.asked.slice(-2)).toEqual([`guard ${pid}`, `back ${pid}`]);
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "agent" }, window: { place: "cell", guarded: true } });
  });

  it("does the one of the two that is asked for by name, however often", async () => {
    expect(await foreground("cell")).toMatchObject({ returned: true });
    expect(await foreground("front")).toMatchObject({ returned: false });
    expect(await foreground("front")).toMatchObject({ returned: false });
    expect((await room.slot(1)).window?.place).toBe("foreground");
  });

  it("is guarded again once the person goes to another window, and stays in sight", async () => {
    await foreground();
    desktop.focusLeaves(pid);
    expect(await room.slot(1)).toMatchObject({ window: { place: "foreground", guarded: true } });
    expect(desktop.guarded.has(pid)).toBe(true);
  });

  it("is not guarded because the person, who holds it, goes to another window", async () => {
    await room.takeOver(1);
    desktop.focusLeaves(pid);
    expect(desktop.guarded.has(pid)).toBe(false);
  });

  it("is put back by the hand-back, so that its agent works in a guarded cell", async () => {
    const cell = bounds();
    await room.takeOver(1);
    await foreground();
    await room.handBack(1);
    await room.settle();
    expect(bounds()).toEqual(cell);
    expect(await room.slot(1)).toMatchObject({ window: { place: "cell", guarded: true } });
  });

  it("goes back to where the person had left it, when they had moved it", async () => {
    const { pipe } = room.chrome(1);
    await room.advance(2_000);
    const moved = { left: 300, top: 200, width: 800, height: 500, windowState: "normal" };
    pipe.bounds.set(1, moved);
    desktop.windowChanges(pid);
    await room.advance(500);
    expect((await room.slot(1)).window?.place).toBe("moved");
    await foreground();
    await foreground();
    expect(pipe.bounds.get(1)).toEqual(moved);
    expect((await room.slot(1)).window?.place).toBe("moved");
  });
});

describe("a window's label", () => {
  it("names slot and holder, in the colour of the slot", async () => {
    expect(desktop.labels.get(pid)).toMatchObject({ text: "1 · ada", colour: expect.stringMatching(/^#[0-9a-f]{6}$/) });
    await room.takeOver(1);
    expect(desktop.labels.get(pid)?.text).toBe("1 · you");
    await room.handBack(1);
    expect(desktop.labels.get(pid)?.text).toBe("1 · ada");
    ada.vanish();
    await room.settle();
    expect(desktop.labels.get(pid)?.text).toBe("1 · ada, parked");
    await room.release(1);
    expect(desktop.labels.get(pid)?.text).toBe("1 · nobody");
  });
});

describe("what covers what", () => {
  it("keeps the wall below a window that was brought to the front, and not below any more when that is back", async () => {
    await room.agent("ben").click();
    await room.room.handle("foreground", { slot: 1 });
    expect(desktop.below).toEqual([room.chrome(2).pid]);
    await room.room.handle("foreground", { slot: 1 });
    expect(desktop.below).toEqual([]);
  });

  it("never keeps below what the person holds", async () => {
    await room.agent("ben").click();
    await room.takeOver(2);
    await room.room.handle("foreground", { slot: 1 });
    expect(desktop.below).toEqual([]);
    await room.handBack(2);
    await room.settle();
    expect(desktop.below).toEqual([room.chrome(2).pid]);
  });
});
