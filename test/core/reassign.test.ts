import { describe, expect, it } from "vitest";
import {
  isForPersonToDecide,
  leastRecentlyUsed,
  type ReassignFacts,
  reassignObstacle,
  reassignObstacles,
} from "../../src/core/slot/reassign.ts";
import { lossWords, reassignWords } from "../../src/core/view/target-words.ts";

function facts(slot: number, part: Partial<ReassignFacts> = {}): ReassignFacts {
  const clear = { holder: "nobody", life: "empty", settling: false, quarantine: null, unresolved: false } as const;
  const still = { watched: false, personTabs: false, wiping: null, offered: false, wanted: false };
  return { slot, target: `t${slot}`, lastUsedAt: slot, ...clear, ...still, ...part };
}

describe("which slot a new target may take (R14, R16)", () => {
  const obstacles: readonly (readonly [string, Partial<ReassignFacts>])[] = [
    ["being_wiped", { wiping: {} }],
    ["quarantined", { quarantine: "cleanup_failed" }],
    ["held", { holder: "agent" }],
    ["parked", { holder: "parked" }],
    ["taken_over", { holder: "human" }],
    ["offered", { offered: true }],
    ["settling", { settling: true }],
    ["outcome_unknown", { unresolved: true }],
    ["exit_not_observed", { life: "closing" }],
    ["exit_not_observed", { life: "launching" }],
    ["watched", { watched: true }],
    ["watched", { personTabs: true }],
    ["wanted", { wanted: true }],
  ];

  it.each(obstacles)("is none that is %s", (obstacle, part) => {
    expect(reassignObstacle(facts(1, part))).toBe(obstacle);
    expect(leastRecentlyUsed([facts(1, part), facts(2)])?.slot).toBe(2);
    expect(leastRecentlyUsed([facts(1, part)])).toBeNull();
  });

  it("has every obstacle that there is in this list", () => {
    expect(new Set(obstacles.map(([obstacle]) => obstacle))).toEqual(new Set(reassignObstacles));
  });

  it("is the longest unused one, of two the lower number, also one whose window is open", () => {
    expect(leastRecentlyUsed([facts(1, { lastUsedAt: 9 }), facts(2, { life: "live" }), facts(3)])?.slot).toBe(2);
    expect(leastRecentlyUsed([facts(2, { lastUsedAt: 5 }), facts(1, { lastUsedAt: 5 })])?.slot).toBe(1);
  });

  it("is one that a person has used without a target, and none that nobody has used", () => {
    expect(leastRecentlyUsed([facts(1, { target: null })])?.slot).toBe(1);
    expect(leastRecentlyUsed([facts(1, { target: null, lastUsedAt: 0 })])).toBeNull();
  });

  it("leaves to the person what they look at, and what somebody waits for", () => {
    expect(reassignObstacles.filter(isForPersonToDecide)).toEqual(["watched", "wanted"]);
  });

  it("is said in words, and so is what will be lost", () => {
    for (const obstacle of reassignObstacles) expect(reassignWords(obstacle, 7)).toMatch(/^Slot 7 (is|has) .*\.$/);
    expect(lossWords("shop", 7)).toContain("Everything of shop in slot 7 will be lost: logins, cookies");
  });
});
