import { describe, expect, it } from "vitest";
import { applyChange, type SlotView, type Snapshot } from "../../src/core/view/snapshot.ts";

function slot(number: number, epoch: number): SlotView {
  return {
    slot: number,
    target: null,
    life: { kind: "empty" },
    holder: { kind: "nobody" },
    epoch,
    since: 0,
    cell: null,
    action: null,
    lastMutation: null,
    broker: null,
    actionsWaiting: 0,
    commandsUnanswered: 0,
    receipt: null,
    lastActivityAt: null,
    lastHeartbeatAt: null,
    needsYou: null,
    warnings: [],
  };
}

const before: Snapshot = {
  revision: 7,
  room: {
    version: "1",
    runtime: "electron",
    startedAt: 0,
    live: 0,
    cap: 10,
    paused: false,
    chromeMemoryMb: null,
    browser: null,
    problems: [],
    wallMonitor: null,
    monitors: [],
    mcpConfiguration: "",
  },
  slots: [slot(1, 1), slot(2, 1)],
  queue: [],
  events: [{ id: 1, at: 0, slot: null, kind: "a", text: "a" }],
};

describe("a numbered change", () => {
  it("replaces only the slots that it names and puts new events first", () => {
    const event = { id: 2, at: 1, slot: 2, kind: "b", text: "b" };
    const after = applyChange(before, { after: 7, revision: 8, slots: [slot(2, 5)], events: [event] });
    expect(after?.slots.map((each) => each.epoch)).toEqual([1, 5]);
    expect(after?.events.map((each) => each.id)).toEqual([2, 1]);
    expect(after?.revision).toBe(8);
  });

  it("asks for a new snapshot when one was missed", () => {
    expect(applyChange(before, { after: 8, revision: 9, queue: [] })).toBeNull();
  });
});
