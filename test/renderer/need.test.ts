import { describe, expect, it } from "vitest";
import type { AttentionView } from "../../src/core/view/snapshot.ts";
import { attentionWords, needsOf, nextNeed, receiptLine, unresolvedWords } from "../../src/renderer/words/need.ts";
import { aReason, aReceipt, slotView } from "./fixtures.ts";

describe("why a slot needs the person", () => {
  it("names every reason of a quarantine", () => {
    const [need] = needsOf(slotView(1, { quarantine: [aReason(), aReason({ code: "wipe_not_proven" })] }));
    expect(need).toEqual({ kind: "quarantine", text: "in quarantine: outcome unknown; the wipe is not proven" });
  });

  it("says what an agent asks for and when that is done", () => {
    const help = { reason: "a code is asked for", doneWhen: "the dashboard is shown", since: 0 };
    expect(needsOf(slotView(1, { help }))).toEqual([
      { kind: "help", text: "asks for you: a code is asked for (done when: the dashboard is shown)" },
    ]);
  });

  it("says of a parked lease whether its agent is there again", () => {
    const text = (isBack: boolean) =>
      needsOf(slotView(1, { holder: { kind: "parked", agent: "shop", leaseId: "l", isBack } }))[0]?.text;
    expect(text(true)).toContain("is back and asks for its slot");
    expect(text(false)).toContain("has not come back");
  });

  it("takes the control room's general sentence only where nothing more exact is known", () => {
    const needsYou = "You hold it, but its window is closed.";
    expect(needsOf(slotView(1, { needsYou }))).toEqual([{ kind: "other", text: needsYou }]);
    expect(needsOf(slotView(1, { needsYou, quarantine: [aReason()] })).map(({ kind }) => kind)).toEqual(["quarantine"]);
    expect(needsOf(slotView(1))).toEqual([]);
  });

  it("counts", () => {
    expect([0, 1, 2].map(attentionWords)).toEqual(["No slot needs you", "1 needs you", "2 need you"]);
    expect([0, 1, 2].map(unresolvedWords)).toEqual([
      null,
      "1 outcome is not cleared up",
      "2 outcomes are not cleared up",
    ]);
  });
});

describe("the next slot that needs the person", () => {
  const line = (slot: number): AttentionView => ({ slot, kind: "help", since: 0, text: "" });

  it("is the most urgent one first, then each in turn, and begins again", () => {
    const attention = [line(7), line(7), line(2)];
    expect([null, 7, 2, 5].map((selected) => nextNeed(attention, selected))).toEqual([7, 2, 7, 7]);
    expect(nextNeed([], 3)).toBeNull();
  });
});

describe("a receipt in one line", () => {
  it("never calls an exit observed that was not", () => {
    expect(receiptLine(aReceipt({ completedAt: null }))).toBe("Fenced +3 ms · broker exit not observed yet");
    expect(receiptLine(aReceipt())).toBe("Fenced +3 ms · broker exit not observed");
    expect(receiptLine(aReceipt({ steps: [{ step: "fence", at: 1000.4 }] }))).toBe("Fenced +0.4 ms");
  });
});
