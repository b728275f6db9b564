import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Limits, type Request, type SlotFacts, schedule } from "../../src/core/schedule/schedule.ts";
import { duration, waitSentence } from "../../src/core/view/words.ts";

function slot(number: number, part: Partial<SlotFacts> = {}): SlotFacts {
  return {
    slot: number,
    target: null,
    holder: "nobody",
    heldBy: "nobody",
    parkedFor: null,
    settling: false,
    since: 0,
    life: "empty",
    takesPlace: part.life !== undefined && part.life !== "empty",
    quarantine: null,
    lastUsedAt: 0,
    ...part,
  };
}

function request(target: string): Request {
  return { id: `wants ${target}`, agent: `agent of ${target}`, agentId: target, target, since: 0 };
}

const limits: Limits = { cap: 2, paused: false, blocked: null };

describe("who gets which slot", () => {
  it("gives a new target the first slot that was never used", () => {
    expect(schedule([slot(1, { target: "other" }), slot(2)], [request("shop")], limits)).toEqual([
      { kind: "grant", request: "wants shop", slot: 2, launch: true },
    ]);
  });

  it("gives a target the slot that it had before, without a launch when its Chrome lives (R14)", () => {
    expect(schedule([slot(1), slot(2, { target: "shop", life: "live" })], [request("shop")], limits)).toEqual([
      { kind: "grant", request: "wants shop", slot: 2, launch: false },
    ]);
  });

  it("never gives one slot to two requests of the same turn (R12)", () => {
    const decisions = schedule([slot(1), slot(2)], [request("shop"), { ...request("shop"), id: "second" }], limits);
    expect(decisions).toEqual([
      { kind: "grant", request: "wants shop", slot: 1, launch: true },
      {
        kind: "wait",
        request: "second",
        reason: { code: "target_busy", slot: 1, heldBy: "agent of shop", since: 0 },
      },
    ]);
  });

  it("lets a request wait at the cap, and says so (R10)", () => {
    const held = [1, 2].map((number) => slot(number, { target: `t${number}`, life: "live", holder: "agent" }));
    expect(schedule([...held, slot(3)], [request("shop")], limits)).toEqual([
      { kind: "wait", request: "wants shop", reason: { code: "cap_reached", cap: 2, held: 2 } },
    ]);
  });

  it("closes the longest unused free window to make room, one for each waiter", () => {
    const idle = [
      slot(1, { target: "a", life: "live", lastUsedAt: 20 }),
      slot(2, { target: "b", life: "live", lastUsedAt: 10 }),
    ];
    expect(schedule([...idle, slot(3)], [request("shop")], limits)).toEqual([
      { kind: "make_room", slot: 2 },
      { kind: "wait", request: "wants shop", reason: { code: "making_room", slot: 2 } },
    ]);
  });

  it("does not close a second window while one is closing already", () => {
    const slots = [slot(1, { target: "a", life: "live" }), slot(2, { target: "b", life: "closing" }), slot(3)];
    expect(schedule(slots, [request("shop")], limits).map((decision) => decision.kind)).toEqual(["wait"]);
  });

  it("never touches a window that a person holds", () => {
    const slots = [
      slot(1, { target: "a", life: "live", holder: "human" }),
      slot(2, { target: "b", life: "live", holder: "agent" }),
      slot(3),
    ];
    expect(schedule(slots, [request("shop")], limits).map((decision) => decision.kind)).toEqual(["wait"]);
  });

  it("waits for a target in quarantine, and when leases are paused", () => {
    const slots = [slot(1, { target: "shop", quarantine: "foreign_profile_lock" })];
    const [first] = schedule(slots, [request("shop")], limits);
    expect(first).toMatchObject({ reason: { code: "quarantined", quarantine: "foreign_profile_lock" } });
    const [second] = schedule([slot(1)], [request("shop")], { ...limits, paused: true });
    expect(second).toMatchObject({ reason: { code: "paused" } });
  });

  it("gives no target a slot in which a person may have logged in without one (R14)", () => {
    expect(schedule([slot(1, { lastUsedAt: 7 }), slot(2)], [request("shop")], limits)).toEqual([
      { kind: "grant", request: "wants shop", slot: 2, launch: true },
    ]);
  });

  it("says when every slot belongs to another target", () => {
    expect(schedule([slot(1, { target: "a" })], [request("shop")], limits)).toMatchObject([
      { kind: "wait", reason: { code: "no_slot_left", slots: 1 } },
    ]);
  });
});

describe("whatever the slots and requests are", () => {
  const life = fc.constantFrom<SlotFacts["life"]>("empty", "launching", "live", "closing");
  const slots = fc
    .array(
      fc.record({ life, holder: fc.constantFrom<SlotFacts["holder"]>("nobody", "agent", "human"), used: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((all) =>
      all.map((each, index) =>
        slot(index + 1, { life: each.life, holder: each.holder, target: each.used ? `t${index}` : null }),
      ),
    );
  const requests = fc
    .array(fc.integer({ min: 0, max: 15 }), { maxLength: 20 })
    .map((targets) => targets.map((target, index) => ({ ...request(`t${target}`), id: String(index) })));

  it("opens no window above the cap, lends no slot twice, and answers every request", () => {
    fc.assert(
      fc.property(slots, requests, fc.integer({ min: 1, max: 10 }), (facts, wishes, cap) => {
        const decisions = schedule(facts, wishes, { ...limits, cap });
        const granted = decisions.flatMap((decision) => (decision.kind === "grant" ? [decision] : []));
        const places = facts.filter((each) => each.takesPlace).length;
        const launches = granted.filter((grant) => grant.launch).length;
        expect(places + launches).toBeLessThanOrEqual(Math.max(cap, places));
        expect(new Set(granted.map((grant) => grant.slot)).size).toBe(granted.length);
        for (const grant of granted) expect(facts[grant.slot - 1]?.holder).toBe("nobody");
        const answered = decisions.flatMap((decision) => (decision.kind === "make_room" ? [] : [decision.request]));
        expect(answered).toEqual(wishes.map((wish) => wish.id));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("the sentence for a waiter", () => {
  it("names who holds the login and for how long", () => {
    const reason = { code: "target_busy", slot: 4, heldBy: "ada", since: 1_000 } as const;
    expect(waitSentence(reason, 181_000)).toBe("Slot 4, which has this login, is held by ada for 3 min.");
  });

  it("rounds durations down", () => {
    expect([duration(900), duration(119_999), duration(7_199_000), duration(7_200_000)]).toEqual([
      "0 s",
      "119 s",
      "119 min",
      "2 h",
    ]);
  });
});
