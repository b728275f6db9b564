import { describe, expect, it } from "vitest";
import { applyChange, type Snapshot } from "../../src/core/view/snapshot.ts";
import { slotView } from "../support/slot-view.ts";
import { focusGuardView, wallView } from "../support/wall-view.ts";

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
    configWaits: [],
    wall: wallView(),
    focusGuard: focusGuardView(),
    monitors: [],
    mcpConfiguration: "",
  },
  slots: [slotView(1), slotView(2)],
  queue: [],
  attention: [],
  events: [{ id: 1, at: 0, slot: null, kind: "a", text: "a" }],
};

describe("a numbered change", () => {
  it("replaces only the slots that it names and puts new events first", () => {
    const event = { id: 2, at: 1, slot: 2, kind: "b", text: "b" };
    const after = applyChange(before, { after: 7, revision: 8, slots: [slotView(2, { epoch: 5 })], events: [event] });
    expect(after?.slots.map((each) => each.epoch)).toEqual([1, 5]);
    expect(after?.events.map((each) => each.id)).toEqual([2, 1]);
    expect(after?.revision).toBe(8);
  });

  it("asks for a new snapshot when one was missed", () => {
    expect(applyChange(before, { after: 8, revision: 9, queue: [] })).toBeNull();
  });
});
