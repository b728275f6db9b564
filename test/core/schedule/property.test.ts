import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Limits, mostOvertakes, type Request, type SlotFacts } from "../../../src/core/schedule/facts.ts";
import type { WaitCode } from "../../../src/core/schedule/reasons.ts";
import { fullPass, fullReasons } from "./full-pass.ts";
import { aRequest, aSlot, World } from "./world.ts";

const keysOf: Readonly<Record<string, readonly string[]>> = {
  t1: ["a", "b"],
  t2: ["a"],
  t3: ["b"],
  t4: ["b", "c"],
  t5: ["a", "c"],
  t6: ["d"],
  t7: ["d"],
};
const target = fc.integer({ min: 0, max: 9 }).map((number) => `t${number}`);

type Event =
  | { readonly kind: "ask"; readonly target: string; readonly since: number }
  | { readonly kind: "leave"; readonly which: number }
  | { readonly kind: "turn"; readonly slot: number; readonly part: Partial<SlotFacts> }
  | { readonly kind: "target"; readonly slot: number; readonly target: string | null }
  | { readonly kind: "release"; readonly which: number }
  | { readonly kind: "wiped"; readonly which: number; readonly how: "proven" | "failed" | "void" }
  | { readonly kind: "limit"; readonly part: Partial<Limits> }
  | { readonly kind: "late"; readonly late: boolean };

const slot = fc.integer({ min: 1, max: 6 });
const life = fc.constantFrom<SlotFacts["life"]>("empty", "launching", "live", "live", "closing");
const part: fc.Arbitrary<Partial<SlotFacts>> = fc.oneof(
  life.map((each) => ({ life: each })),
  fc.constantFrom<SlotFacts["holder"]>("nobody", "nobody", "agent", "human", "parked").map((holder) => ({ holder })),
  fc.boolean().map((settling) => ({ settling })),
  fc.constantFrom(false, false, true).map((watched) => ({ watched })),
  fc.constantFrom(false, false, true).map((personTabs) => ({ personTabs })),
  fc.boolean().map((unresolved) => ({ unresolved })),
  fc.constantFrom(null, null, "cleanup_failed" as const).map((quarantine) => ({ quarantine })),
  fc.integer({ min: 0, max: 5 }).map((lastUsedAt) => ({ lastUsedAt })),
  fc.integer({ min: 0, max: 5 }).map((lastActivityAt) => ({ lastActivityAt })),
);
const memory = fc.option(
  fc.record({
    measuredMb: fc.constantFrom(100, 200),
    eachMb: fc.constant(50),
    limitMb: fc.constant(300),
    chromes: fc.integer({ min: 1, max: 5 }),
  }),
);
const limit: fc.Arbitrary<Partial<Limits>> = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map((cap) => ({ cap })),
  fc.boolean().map((paused) => ({ paused })),
  fc.constantFrom(null, null, "No browser.").map((blocked) => ({ blocked })),
  memory.map((each) => ({ memory: each })),
);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("ask"), target, since: fc.integer({ min: 0, max: 9 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("release"), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave"), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("turn"), slot, part }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("target"), slot, target: fc.option(target) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wiped"),
      which: fc.nat(20),
      how: fc.constantFrom("proven", "proven", "failed", "void"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("limit"), part: limit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("late"), late: fc.boolean() }) },
);

/** Long enough for windows, keys and places to run short at once. */
const events = fc.array(event, { maxLength: 120, size: "max" });

/** Asks at `since`, but never before who waits already could have asked: two that came at once come in this order. */
function apply(world: World, each: Event, number: number): void {
  switch (each.kind) {
    case "ask": {
      const id = `r${number}`;
      world.ask(requestOf(each.target, id, each.since));
      world.waiting.sort(
        (one, other) => one.since - other.since || Number(one.id.slice(1)) - Number(other.id.slice(1)),
      );
      return;
    }
    case "leave": {
      const leaving = world.waiting[each.which % Math.max(1, world.waiting.length)];
      if (leaving) world.leave(leaving.id);
      return;
    }
    case "turn":
      turn(world, each.slot, each.part);
      return;
    case "target": {
      const other = world.slots.find((slot) => slot.target === each.target && slot.target !== null);
      if (!other) turn(world, each.slot, { target: each.target, conflictKeys: keysOf[each.target ?? ""] ?? [] });
      return;
    }
    case "release": {
      const held = world.slots.filter(({ holder }) => holder === "agent");
      const chosen = held[each.which % Math.max(1, held.length)];
      if (chosen) turn(world, chosen.slot, { holder: "nobody", life: "live", lastUsedAt: number });
      return;
    }
    case "wiped": {
      const wiping = world.slots.filter((slot) => slot.wiping !== null);
      const chosen = wiping[each.which % Math.max(1, wiping.length)];
      if (chosen) world.wiped(chosen.slot, each.how);
      return;
    }
    case "limit":
      world.limit(each.part);
      return;
    case "late":
      world.answersLate = each.late;
      return;
    default:
      each satisfies never;
  }
}

function requestOf(wanted: string, id: string, since: number): Request {
  return aRequest(wanted, { id, agent: `agent ${id}`, since, conflictKeys: keysOf[wanted] ?? [] });
}

function turn(world: World, number: number, change: Partial<SlotFacts>): void {
  const before = world.slots[number - 1];
  if (!before) return;
  const after = { ...before, ...change };
  world.set({
    ...after,
    heldBy: after.holder === "nobody" ? "nobody" : before.heldBy,
    takesPlace: after.life !== "empty" || after.holder === "agent",
  });
}

/** Fewer slots than targets, so that a new one often needs one that has another target. */
const world = (slots = 6) =>
  new World(
    Array.from({ length: slots }, (_, index) => aSlot(index + 1)),
    { cap: 3, paused: false, blocked: null, memory: null },
  );

const waitCodes = new Set<string>();

describe("whatever happens, in whatever order", () => {
  it("decides what a full pass over all slots and all requests decides, for the same reasons", () => {
    fc.assert(
      fc.property(events, (all) => {
        const real = world();
        all.forEach((each, number) => {
          apply(real, each, number);
          const expected = fullPass(real.slots, real.waiting, real.limits);
          expect(real.run()).toEqual(expected);
          const reasons = fullReasons(real.slots, real.waiting, real.limits);
          const ids = real.waiting.map(({ id }) => id);
          expect([...real.scheduler.ids()]).toEqual(ids);
          for (const id of ids) expect(reasons.get(id)).toContainEqual(real.scheduler.reason(id));
          expect(ids.map((id) => real.scheduler.position(id))).toEqual(ids.map((_, index) => index + 1));
        });
      }),
      { numRuns: 600 },
    );
  });

  it("says the reason of one that is next for a login anew exactly when its code has become another one", () => {
    fc.assert(
      fc.property(events, (all) => {
        const real = world();
        const said = new Map<string, string>();
        all.forEach((each, number) => {
          apply(real, each, number);
          real.run();
          for (const { request, reason } of real.scheduler.changed()) {
            expect(said.get(request)).not.toBe(reason.code);
            said.set(request, reason.code);
            waitCodes.add(reason.code);
          }
          // One that a slot is wiped for stays the next, whoever comes.
          const isWipedFor = real.waiting.filter(({ wiping }) => wiping !== null);
          const nexts = [...real.waiting.toReversed(), ...isWipedFor];
          const heads = new Map(nexts.map((waiting) => [waiting.target, waiting.id]));
          for (const id of heads.values()) expect(said.get(id)).toBe(real.scheduler.reason(id)?.code);
          // Whoever waits behind them has been told once, when it came.
          for (const { id } of real.waiting) expect(said.has(id)).toBe(true);
        });
      }),
      // Always the same sequences, so that the next test can demand what they meet.
      { numRuns: 600, seed: 2 },
    );
  });

  it("meets every reason that there is in these sequences, so that each was compared", () => {
    // While a slot is offered the sequences make no other step.
    const met: Readonly<Record<Exclude<WaitCode, "offered">, boolean>> = {
      paused: waitCodes.has("paused"),
      blocked: waitCodes.has("blocked"),
      target_busy: waitCodes.has("target_busy"),
      slot_closing: waitCodes.has("slot_closing"),
      settling: waitCodes.has("settling"),
      quarantined: waitCodes.has("quarantined"),
      parked: waitCodes.has("parked"),
      older_waiter: waitCodes.has("older_waiter"),
      conflict_key: waitCodes.has("conflict_key"),
      conflict_key_kept: waitCodes.has("conflict_key_kept"),
      cap_reached: waitCodes.has("cap_reached"),
      memory_low: waitCodes.has("memory_low"),
      making_room: waitCodes.has("making_room"),
      no_slot_left: waitCodes.has("no_slot_left"),
      being_wiped: waitCodes.has("being_wiped"),
    };
    expect(Object.values(met).every(Boolean), JSON.stringify(met)).toBe(true);
  });

  it("opens no window above the cap, lends no slot twice and no conflict key twice (R10, R12, R17)", () => {
    fc.assert(
      fc.property(events, (all) => {
        const real = world();
        all.forEach((each, number) => {
          apply(real, each, number);
          const before = [...real.slots];
          for (const step of real.run()) {
            if (step.kind !== "offer") continue;
            expect(before[step.slot - 1]?.holder).toBe("nobody");
            expect(real.slots.filter((slot) => slot.takesPlace).length).toBeLessThanOrEqual(
              Math.max(real.limits.cap, before.filter((slot) => slot.takesPlace).length),
            );
            const granted = real.slots[step.slot - 1];
            const others = real.slots.filter((slot) => slot !== granted && slot.holder !== "nobody");
            const keys = granted?.conflictKeys ?? [];
            expect(others.flatMap((slot) => slot.conflictKeys).filter((key) => keys.includes(key))).toEqual([]);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it("wipes only what may be wiped, one slot at a time for a request, and none after one that failed (R14)", () => {
    let wipes = 0;
    fc.assert(
      fc.property(events, (all) => {
        const real = world();
        all.forEach((each, number) => {
          apply(real, each, number);
          const [before, waiting] = [[...real.slots], real.waiting.map((request) => ({ ...request }))];
          for (const step of real.run()) {
            if (step.kind !== "wipe") continue;
            wipes += 1;
            const slot = before[step.slot - 1];
            expect(slot).toMatchObject({ holder: "nobody", quarantine: null, unresolved: false, watched: false });
            expect(slot).toMatchObject({ wiping: null, settling: false });
            expect(waiting.map(({ target: wanted }) => wanted)).not.toContain(slot?.target);
            expect(waiting.find(({ id }) => id === step.request)).toMatchObject({ wiping: null, wipeFailed: false });
          }
        });
      }),
      { numRuns: 600, seed: 3 },
    );
    expect(wipes).toBeGreaterThan(50);
  });

  it("lets nobody be overtaken oftener than agreed, and serves everybody when holders come and go", () => {
    // As many as there are slots.
    const known = fc.integer({ min: 0, max: 7 }).map((number) => `t${number}`);
    const arrivals = fc.array(fc.record({ target: known, releases: fc.nat(20) }), {
      minLength: 1,
      maxLength: 60,
      size: "max",
    });
    fc.assert(
      fc.property(arrivals, (all) => {
        const real = world(8);
        const overtaken = new Map<string, number>();
        const step = () => {
          for (let steps = real.run(); steps.length > 0; steps = real.run()) {
            for (const done of steps) if (done.kind === "make_room") turn(real, done.slot, { life: "empty" });
          }
          for (const { id } of real.waiting) overtaken.set(id, real.scheduler.overtaken(id));
        };
        all.forEach(({ target: wanted, releases }, number) => {
          real.ask(requestOf(wanted, `r${number}`, number));
          step();
          apply(real, { kind: "release", which: releases }, number);
          step();
        });
        // One release at a time; whoever waits longest is served after a bounded number of them.
        for (let rounds = 0; real.waiting.length > 0 && rounds < 10 * all.length; rounds += 1) {
          apply(real, { kind: "release", which: rounds }, 1_000 + rounds);
          step();
        }
        expect(real.waiting).toEqual([]);
        expect(Math.max(0, ...overtaken.values())).toBeLessThanOrEqual(mostOvertakes);
      }),
      { numRuns: 200 },
    );
  });
});
