import { describe, expect, it } from "vitest";
import { newNeeds } from "../../src/core/view/needs.ts";
import type { AttentionView } from "../../src/core/view/snapshot.ts";

function need(slot: number, kind: AttentionView["kind"], since = 1): AttentionView {
  return { slot, kind, since, text: `${kind} of ${slot}` };
}

describe("what the person is told of outside the window", () => {
  it.each(["quarantine", "help", "login_expired"] as const)("is %s, once it is there", (kind) => {
    expect(newNeeds([], [need(1, kind)])).toEqual([need(1, kind)]);
    expect(newNeeds([need(1, kind)], [need(1, kind)])).toEqual([]);
  });

  it.each(["parked", "no_window"] as const)("is not %s, which can wait", (kind) => {
    expect(newNeeds([], [need(1, kind)])).toEqual([]);
  });

  it("is told again when it had ended in between, and of each slot for itself", () => {
    const before = [need(1, "help", 1)];
    expect(newNeeds(before, [need(1, "help", 9), need(2, "help", 1)])).toEqual([
      need(1, "help", 9),
      need(2, "help", 1),
    ]);
  });
});
