import { describe, expect, it } from "vitest";
import type { ActionView } from "../../src/core/view/snapshot.ts";
import { Receipt } from "../../src/renderer/inspector/receipt.tsx";
import { Website } from "../../src/renderer/inspector/website.tsx";
import { SlotCard } from "../../src/renderer/wall/slot-card.tsx";
import { forbiddenWhenUnknown, threeSaves } from "../cli/three-saves.ts";
import { drawText } from "./draw.ts";
import { aReceipt, slotView } from "./fixtures.ts";

const inPanel = (action: ActionView) => drawText(<Website slot={slotView(1, { lastMutation: action })} />);
const inReceipt = (action: ActionView) => drawText(<Receipt receipt={aReceipt({ lastAction: action })} />);
const onCard = (action: ActionView) =>
  drawText(<SlotCard slot={slotView(1, { life: { kind: "live", pid: 1, since: 0 }, lastMutation: action })} />);

describe("three saves in the window", () => {
  it.each(threeSaves)("$action.id is told with its own sentence", ({ action, says }) => {
    for (const text of [inPanel(action), inReceipt(action)]) {
      for (const words of says) expect(text).toContain(words);
    }
    expect(onCard(action)).toContain(says[0]);
    if (action.outcome !== "unknown") return;
    for (const text of [inPanel(action), inReceipt(action), onCard(action)]) {
      expect(text).not.toMatch(forbiddenWhenUnknown);
    }
  });

  it("no two of them are told alike", () => {
    expect(new Set(threeSaves.map(({ action }) => inPanel(action))).size).toBe(3);
    expect(new Set(threeSaves.map(({ action }) => inReceipt(action))).size).toBe(3);
  });
});
