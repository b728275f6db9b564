import { describe, expect, it } from "vitest";
import type { AttentionView } from "../../src/core/view/snapshot.ts";
import { AttentionStrip } from "../../src/renderer/frame/attention-strip.tsx";
import { SlotCard } from "../../src/renderer/wall/slot-card.tsx";
import { draw, drawText } from "./draw.ts";
import { anAction, aReason, slotView } from "./fixtures.ts";

describe("the attention strip", () => {
  const attention: readonly AttentionView[] = [
    { slot: 4, kind: "help", since: 0, text: "shop asks for you" },
    { slot: 2, kind: "quarantine", since: 0, text: "in quarantine" },
    { slot: 2, kind: "parked", since: 0, text: "mail vanished" },
    { slot: 9, kind: "no_window", since: 0, text: "its window is closed" },
  ];

  it("keeps the order of urgency, counts slots and not lines, and has a sign of its own for each kind", () => {
    const text = drawText(<AttentionStrip attention={attention} />);
    expect(text).toMatch(
      /3 need you .*4 shop asks for you .*2 in quarantine .*2 mail vanished .*9 its window is closed/,
    );
    const signs = [...draw(<AttentionStrip attention={attention} />).matchAll(/<button.*?<path d="([^"]+)"/g)];
    expect(new Set(signs.map(([, shape]) => shape)).size).toBe(4);
  });

  it("says that nothing waits", () => {
    expect(drawText(<AttentionStrip attention={[]} />)).toContain("No slot needs you");
  });
});

describe("a card", () => {
  it("shows quarantine, request for help, parked holder and open outcomes beside each other", () => {
    const slot = slotView(3, {
      target: "shop",
      life: { kind: "live", pid: 1, since: 0 },
      quarantine: [aReason()],
      holder: { kind: "parked", agent: "ada", leaseId: "l", isBack: true },
      help: { reason: "a code", doneWhen: "it is in", since: 0 },
      unresolved: [anAction({ outcome: "unknown", endedAt: 1 })],
    });
    const text = drawText(<SlotCard slot={slot} />);
    expect(text).toMatch(/parked epoch 1 in quarantine: outcome unknown asks for you: a code .*ada vanished, is back/);
    expect(text).toContain("1 outcome is not cleared up");
    expect(draw(<SlotCard slot={slot} />)).toContain('data-needs="quarantine"');
  });

  it("of a slot that needs nobody says nothing of the kind", () => {
    expect(draw(<SlotCard slot={slotView(3)} />)).not.toContain("data-needs");
  });
});
