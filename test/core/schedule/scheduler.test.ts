import { describe, expect, it } from "vitest";
import { memoryLimit } from "../../../src/core/schedule/memory.ts";
import { aRequest, aSlot, twoAtOnce, World } from "./world.ts";

const live = (slot: number, target: string, part = {}) => aSlot(slot, { target, life: "live", ...part });

describe("who gets which slot", () => {
  it("gives a new target the first slot that was never used", () => {
    const world = new World([live(1, "other"), aSlot(2)]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 2, launch: true }]);
  });

  it("gives a target the slot that it had before, without a launch when its Chrome lives (R14)", () => {
    const world = new World([aSlot(1), live(2, "shop")]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 2, launch: false }]);
  });

  it("never gives one slot to two requests of the same turn (R12)", () => {
    const world = new World([aSlot(1), aSlot(2)]);
    world.ask(aRequest("shop"), aRequest("shop", { id: "second" }));
    expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 1, launch: true }]);
    expect(world.scheduler.reason("second")).toMatchObject({ code: "target_busy", slot: 1, heldBy: "agent of shop" });
  });

  it("lets a request wait at the cap, and says so (R10)", () => {
    const world = new World([live(1, "a", { holder: "agent" }), live(2, "b", { holder: "agent" }), aSlot(3)]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("wants shop")).toEqual({ code: "cap_reached", cap: 2 });
  });

  it("closes the longest unused free window to make room, one for each that needs one", () => {
    const world = new World([live(1, "a", { lastUsedAt: 20 }), live(2, "b", { lastUsedAt: 10 }), aSlot(3)]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([{ kind: "make_room", slot: 2 }]);
    expect(world.scheduler.reason("wants shop")).toEqual({ code: "making_room", slot: 2 });
    expect(world.run()).toEqual([]);
    world.ask(aRequest("bank"));
    expect(world.run()).toEqual([{ kind: "make_room", slot: 1 }]);
  });

  it("closes no window that the person looks at, however long it was unused (R16)", () => {
    const world = new World([live(1, "a", { lastUsedAt: 20 }), live(2, "b", { watched: true }), aSlot(3), aSlot(4)]);
    world.ask(aRequest("shop"), aRequest("bank"));
    expect(world.run()).toEqual([{ kind: "make_room", slot: 1 }]);
    world.turn(1, { life: "empty", takesPlace: false });
    expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 3, launch: true }]);
    expect(world.scheduler.reason("wants bank")).toEqual({ code: "cap_reached", cap: 2 });
    world.turn(2, { watched: false });
    expect(world.run()).toEqual([{ kind: "make_room", slot: 2 }]);
  });

  it("gives the place to the one that has waited longest when the exit was observed (R52)", () => {
    const world = new World([live(1, "a"), live(2, "b", { holder: "agent" }), aSlot(3), aSlot(4)]);
    world.ask(aRequest("shop"), aRequest("bank"));
    expect(world.run()).toEqual([{ kind: "make_room", slot: 1 }]);
    world.turn(1, { life: "empty", takesPlace: false });
    expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 3, launch: true }]);
    expect(world.scheduler.reason("wants bank")).toEqual({ code: "cap_reached", cap: 2 });
  });

  it("never touches a window that a person holds", () => {
    const world = new World([live(1, "a", { holder: "human" }), live(2, "b", { holder: "agent" }), aSlot(3)]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([]);
  });

  it("waits for a target in quarantine, and when leases are paused", () => {
    const world = new World([aSlot(1, { target: "shop", quarantine: "foreign_profile_lock" })]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("wants shop")).toMatchObject({ quarantine: "foreign_profile_lock" });
    world.limit({ paused: true });
    world.turn(1, { quarantine: null });
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("wants shop")).toEqual({ code: "paused" });
  });

  it("gives no target a slot in which a person may have logged in without one (R14)", () => {
    const world = new World([aSlot(1, { lastUsedAt: 7 }), aSlot(2)]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 2, launch: true }]);
  });

  it("says when every slot belongs to another target", () => {
    const world = new World([aSlot(1, { target: "a", holder: "agent" })]);
    world.ask(aRequest("shop"));
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("wants shop")).toEqual({ code: "no_slot_left", slots: 1, wipeFailed: false });
  });

  describe("a target that comes when every slot belongs to another one (R14)", () => {
    const used = (number: number, lastUsedAt: number, part = {}) =>
      aSlot(number, { target: `t${number}`, lastUsedAt, ...part });
    const wipes = (slot: number, request = "wants shop") => ({ kind: "wipe", request, slot });

    it("has the slot wiped that was not used for longest, and gets it when that is proven", () => {
      const world = new World([used(1, 9), used(2, 4), used(3, 2, { holder: "human" })]);
      world.ask(aRequest("shop"));
      expect(world.run()).toEqual([wipes(2)]);
      const own = { code: "being_wiped", slot: 2, formerTarget: "t2", isOwn: true };
      expect(world.scheduler.reason("wants shop")).toEqual(own);
      expect(world.run()).toEqual([]);
      world.wiped(2, "proven");
      expect(world.run()).toEqual([{ kind: "offer", request: "wants shop", slot: 2, launch: true }]);
    });

    it("waits for a place first: nothing is wiped that could not be used at once (R10)", () => {
      const world = new World([live(1, "a", { holder: "agent" }), live(2, "b", { holder: "agent" }), used(3, 1)]);
      world.ask(aRequest("shop"));
      expect(world.run()).toEqual([]);
      expect(world.scheduler.reason("wants shop")).toMatchObject({ code: "cap_reached" });
      world.turn(1, { life: "empty", holder: "nobody", takesPlace: false, lastUsedAt: 5 });
      expect(world.run()).toEqual([wipes(3)]);
    });

    it("has a slot wiped whose window is open and makes the place itself", () => {
      const world = new World([live(1, "a", { holder: "agent" }), live(2, "b", { lastUsedAt: 3 })]);
      world.ask(aRequest("shop"));
      expect(world.run()).toEqual([wipes(2)]);
    });

    it("keeps place and conflict keys of the slot that is wiped for it", () => {
      const world = new World([used(1, 1), used(2, 9, { target: "x", conflictKeys: ["k"] })], {
        ...twoAtOnce,
        cap: 1,
      });
      world.ask(aRequest("shop", { conflictKeys: ["k"] }));
      expect(world.run()).toEqual([wipes(1)]);
      world.ask(aRequest("x", { conflictKeys: ["k"] }));
      expect(world.run()).toEqual([]);
      const held = { code: "conflict_key", key: "k", slot: 1, target: "shop", state: "offered" };
      expect(world.scheduler.reason("wants x")).toMatchObject(held);
    });

    it("loses one slot at most: after a wipe that failed no second one is made for it", () => {
      const world = new World([used(1, 1), used(2, 2)]);
      world.ask(aRequest("shop"));
      world.run();
      world.wiped(1, "failed");
      expect(world.run()).toEqual([]);
      expect(world.scheduler.reason("wants shop")).toEqual({ code: "no_slot_left", slots: 2, wipeFailed: true });
      expect(world.scheduler.wipeFailed("wants shop")).toBe(true);
      world.ask(aRequest("bank"));
      expect(world.run()).toEqual([wipes(2, "wants bank")]);
    });

    it("gets another one when its slot had changed before anything was touched", () => {
      const world = new World([used(1, 1), used(2, 2)]);
      world.ask(aRequest("shop"));
      world.run();
      world.turn(1, { holder: "human" });
      world.wiped(1, "void");
      expect(world.run()).toEqual([wipes(2)]);
    });

    it("leaves a slot whose target somebody waits for, and tells who wants it while it is wiped", () => {
      const busy = { holder: "agent", takesPlace: true } as const;
      const world = new World([used(1, 1, { settling: true }), used(2, 2), used(3, 3, busy)], { ...twoAtOnce, cap: 9 });
      world.ask(aRequest("t1"), aRequest("shop"));
      expect(world.run()).toEqual([wipes(2)]);
      world.ask(aRequest("t2"));
      const being = { code: "being_wiped", slot: 2, formerTarget: "t2", isOwn: false };
      expect(world.scheduler.reason("wants t2")).toEqual(being);
    });

    it("has the slot wiped for whoever comes next when it has left meanwhile", () => {
      const world = new World([used(1, 1)]);
      world.ask(aRequest("shop"));
      world.run();
      world.leave("wants shop");
      world.ask(aRequest("bank"));
      expect(world.run()).toEqual([]);
      world.wiped(1, "proven");
      expect(world.run()).toEqual([{ kind: "offer", request: "wants bank", slot: 1, launch: true }]);
    });
  });

  it("serves an agent that comes back with its former age before those that came meanwhile", () => {
    const world = new World([live(1, "shop", { holder: "agent", heldBy: "ada" })]);
    world.ask(aRequest("shop", { id: "later", since: 50 }));
    world.ask(aRequest("shop", { id: "back again", since: 10 }));
    expect(world.run()).toEqual([]);
    expect([...world.scheduler.ids()]).toEqual(["back again", "later"]);
  });
});

describe("an offer", () => {
  it("keeps slot, place and conflict keys for the one that it is made to, until it has answered", () => {
    const world = new World([live(1, "shop", { conflictKeys: ["stripe"] }), aSlot(2)]);
    world.ask(aRequest("shop", { conflictKeys: ["stripe"] }), aRequest("shop", { id: "second" }));
    world.ask(aRequest("bank", { conflictKeys: ["stripe"] }));
    expect(world.scheduler.next()).toMatchObject({ request: "wants shop" });
    expect(world.scheduler.next()).toBeNull();
    expect(world.scheduler.reason("second")).toMatchObject({ code: "offered", agent: "agent of shop" });
    expect(world.scheduler.reason("wants bank")).toMatchObject({ code: "conflict_key", state: "offered", slot: 1 });
  });

  it("goes to the next one when the first has left", () => {
    const world = new World([live(1, "shop")]);
    world.ask(aRequest("shop"), aRequest("shop", { id: "second" }));
    world.scheduler.next();
    world.leave("wants shop");
    expect(world.run()).toEqual([{ kind: "offer", request: "second", slot: 1, launch: false }]);
  });

  it.each([
    ["a person took the slot", { holder: "human" as const }],
    ["the slot was quarantined", { quarantine: "records_disagree" as const }],
    ["the window is being closed", { life: "closing" as const }],
  ])("is withdrawn when %s meanwhile; the one that had it keeps its place", (_, part) => {
    const world = new World([live(1, "shop")]);
    world.ask(aRequest("shop"), aRequest("shop", { id: "second" }));
    world.scheduler.next();
    world.turn(1, part);
    expect(world.scheduler.accept("wants shop", 0)).toBe("withdrawn");
    expect(world.scheduler.position("wants shop")).toBe(1);
    world.turn(1, { holder: "nobody", quarantine: null, life: "live" });
    expect(world.run()).toMatchObject([{ request: "wants shop" }]);
  });

  it("is withdrawn when leases were paused, or a person took a slot with the same conflict key meanwhile", () => {
    const world = new World([live(1, "shop"), live(2, "bank", { conflictKeys: ["stripe"] })]);
    world.ask(aRequest("shop", { conflictKeys: ["stripe"] }));
    world.scheduler.next();
    world.limit({ paused: true });
    expect(world.scheduler.accept("wants shop", 0)).toBe("withdrawn");
    world.limit({ paused: false });
    world.scheduler.next();
    world.turn(2, { holder: "human", heldBy: "a person" });
    expect(world.scheduler.accept("wants shop", 0)).toBe("withdrawn");
    expect(world.scheduler.reason("wants shop")).toMatchObject({ code: "conflict_key", slot: 2, heldBy: "a person" });
  });

  it("gives nothing at the deadline or later", () => {
    const world = new World([live(1, "shop")]);
    world.ask(aRequest("shop", { deadline: 100 }));
    world.scheduler.next();
    expect(world.scheduler.accept("wants shop", 100)).toBe("late");
    expect(world.scheduler.size).toBe(0);
  });
});

describe("conflict keys (R17)", () => {
  const stripe = { conflictKeys: ["stripe"] };

  it("keep two targets from running at once, and say which slot has the key", () => {
    const world = new World([live(1, "shop", stripe), live(2, "bank", stripe)]);
    world.ask(aRequest("shop", stripe), aRequest("bank", stripe));
    expect(world.run()).toMatchObject([{ request: "wants shop" }]);
    expect(world.scheduler.reason("wants bank")).toMatchObject({
      code: "conflict_key",
      key: "stripe",
      slot: 1,
      target: "shop",
      heldBy: "agent of shop",
      state: "held",
    });
  });

  it.each([
    ["a person holds the slot", { holder: "human" as const }, "held"],
    ["its lease is parked", { holder: "parked" as const }, "held"],
    ["its last lease is being accounted for", { settling: true }, "settling"],
    ["it is in quarantine", { quarantine: "outcome_unknown" as const }, "quarantined"],
  ])("stay held while %s: somebody may still act there (R2, R7)", (_, part, state) => {
    const world = new World([live(1, "shop", { ...stripe, ...part }), live(2, "bank", stripe)]);
    world.ask(aRequest("bank", stripe));
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("wants bank")).toMatchObject({ code: "conflict_key", slot: 1, state });
  });

  it("are kept for one that was overtaken three times because another of its keys was held", () => {
    const world = new World([
      live(1, "both", { conflictKeys: ["a", "b"] }),
      live(2, "has b", { conflictKeys: ["b"], holder: "agent" }),
      live(3, "wants a", { conflictKeys: ["a"] }),
    ]);
    world.limit({ cap: 9 });
    world.ask(aRequest("both", { conflictKeys: ["a", "b"] }));
    for (const id of ["first", "second", "third"]) {
      world.ask(aRequest("wants a", { id, conflictKeys: ["a"] }));
      expect(world.run()).toMatchObject([{ request: id }]);
      world.turn(3, { holder: "nobody" });
    }
    world.ask(aRequest("wants a", { id: "fourth", conflictKeys: ["a"] }));
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("fourth")).toMatchObject({
      code: "conflict_key_kept",
      key: "a",
      agent: "agent of both",
    });
    world.turn(2, { holder: "nobody" });
    expect(world.run()).toMatchObject([{ request: "wants both" }]);
  });
});

describe("memory (R11)", () => {
  it("lets no window be opened that there is no memory for, and says what was measured", () => {
    const world = new World([live(1, "a", { holder: "agent" }), aSlot(2), live(3, "shop")], { ...twoAtOnce, cap: 9 });
    world.limit({ memory: memoryLimit(1_000, 2, 1_200) });
    world.ask(aRequest("shop"));
    expect(world.run()).toMatchObject([{ request: "wants shop", launch: false }]);
    world.ask(aRequest("bank"));
    expect(world.run()).toEqual([]);
    expect(world.scheduler.reason("wants bank")).toEqual({
      code: "memory_low",
      measuredMb: 1_000,
      eachMb: 500,
      limitMb: 1_200,
    });
    world.limit({ memory: memoryLimit(600, 2, 1_200) });
    expect(world.run()).toMatchObject([{ request: "wants bank", launch: true }]);
  });

  it("counts windows that were opened since the measurement: ten at once don't fit into the room for one", () => {
    const world = new World([live(1, "a", { holder: "agent" }), aSlot(2), aSlot(3)], { ...twoAtOnce, cap: 9 });
    world.limit({ memory: memoryLimit(500, 1, 1_400) });
    world.ask(aRequest("shop"), aRequest("bank"));
    expect(world.run()).toMatchObject([{ request: "wants shop" }]);
    expect(world.scheduler.reason("wants bank")).toMatchObject({ code: "memory_low" });
  });

  it("always allows one window, and knows of no limit where nothing is measured", () => {
    expect(memoryLimit(0, 0, 100)).toMatchObject({ chromes: 1 });
    expect(memoryLimit(null, 3, 100)).toBeNull();
  });
});
