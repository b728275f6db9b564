import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  idleSince,
  obstacleToReclaim,
  proposeReclaim,
  type ReclaimFacts,
  reclaimObstacles,
} from "../../src/core/slot/reclaim.ts";

function aSlot(slot: number, part: Partial<ReclaimFacts> = {}): ReclaimFacts {
  return {
    slot,
    holder: "agent",
    since: 100,
    lastActivityAt: null,
    inQuarantine: false,
    unknownOutcomes: 0,
    busy: false,
    watched: false,
    ...part,
  };
}

const facts = fc.record({
  slot: fc.integer({ min: 1, max: 100 }),
  holder: fc.constantFrom<ReclaimFacts["holder"]>("nobody", "agent", "agent", "human", "parked"),
  since: fc.integer({ min: 0, max: 50 }),
  lastActivityAt: fc.option(fc.integer({ min: 0, max: 50 })),
  inQuarantine: fc.boolean(),
  unknownOutcomes: fc.integer({ min: 0, max: 2 }),
  busy: fc.boolean(),
  watched: fc.boolean(),
});

describe("the slot that is proposed to be reclaimed (R16)", () => {
  it("is the one whose agent has done nothing for longest, by the clock of its actions", () => {
    const slots = [aSlot(1, { lastActivityAt: 300 }), aSlot(2, { since: 250 }), aSlot(3, { lastActivityAt: 260 })];
    expect(proposeReclaim(slots)?.slot).toBe(2);
  });

  it("does not count what was done under a former holder", () => {
    expect(idleSince({ since: 500, lastActivityAt: 20 })).toBe(500);
    expect(proposeReclaim([aSlot(1, { since: 500, lastActivityAt: 20 }), aSlot(2, { since: 400 })])?.slot).toBe(2);
  });

  it("is the lower number of two alike, and none where there is none", () => {
    expect(proposeReclaim([aSlot(7), aSlot(4)])?.slot).toBe(4);
    expect(proposeReclaim([])).toBeNull();
  });

  it("is never one that the person holds or watches, nor one that is unclear or at work, whatever else holds", () => {
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 8 }), (slots) => {
        const proposed = proposeReclaim(slots);
        const open = slots.filter(
          ({ holder, inQuarantine, unknownOutcomes, busy, watched }) =>
            holder === "agent" && !inQuarantine && unknownOutcomes === 0 && !busy && !watched,
        );
        expect(open.length === 0).toBe(proposed === null);
        if (proposed) expect(open.every((each) => idleSince(each) >= idleSince(proposed))).toBe(true);
        if (proposed) expect(open).toContain(proposed);
      }),
    );
  });
});

describe("what stands in the way", () => {
  const cases: readonly (readonly [(typeof reclaimObstacles)[number], Partial<ReclaimFacts>])[] = [
    ["nobody_holds_it", { holder: "nobody" }],
    ["you_hold_it", { holder: "human" }],
    ["parked", { holder: "parked" }],
    ["in_quarantine", { inQuarantine: true }],
    ["outcome_unknown", { unknownOutcomes: 1 }],
    ["busy", { busy: true }],
    ["watched", { watched: true }],
  ];

  it.each(cases)("is %s", (obstacle, part) => {
    expect(obstacleToReclaim(aSlot(1, part))).toBe(obstacle);
  });

  it("is nothing for a lent slot that is idle, clear and out of sight; every obstacle has a case here", () => {
    expect(obstacleToReclaim(aSlot(1))).toBeNull();
    expect(cases.map(([obstacle]) => obstacle)).toEqual([...reclaimObstacles]);
  });
});
