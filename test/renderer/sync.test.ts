import { describe, expect, it } from "vitest";
import type { Change } from "../../src/core/view/snapshot.ts";
import { answered, asked, changed, emptySync, type Sync, unanswered } from "../../src/renderer/state/sync.ts";
import { slotView, snapshotAt } from "./fixtures.ts";

const slots = [slotView(1), slotView(2)];
const at = (revision: number): Sync => ({ snapshot: snapshotAt(revision, slots), asking: false, early: [] });
const change = (after: number, epoch: number): Change => ({
  after,
  revision: after + 1,
  slots: [slotView(2, { epoch })],
});
const epochOf = (sync: Sync) => sync.snapshot?.slots[1]?.epoch;

describe("the window's copy of the room", () => {
  it("follows numbered changes and keeps the slots that didn't change", () => {
    const step = changed(at(5), change(5, 8));
    expect(step.ask).toBe(false);
    expect(step.sync.snapshot?.revision).toBe(6);
    expect(epochOf(step.sync)).toBe(8);
    expect(step.sync.snapshot?.slots[0]).toBe(slots[0]);
  });

  it("asks once for a new snapshot when a change was missed", () => {
    const gap = changed(at(5), change(7, 8));
    expect(gap.ask).toBe(true);
    expect(changed(gap.sync, change(8, 9)).ask).toBe(false);
    expect(asked(gap.sync).ask).toBe(false);
  });

  it("applies changes that overtook the snapshot, and ignores those that it already holds", () => {
    let sync = asked(emptySync).sync;
    for (const early of [change(4, 40), change(5, 50), change(6, 60)]) sync = changed(sync, early).sync;
    const ready = answered(sync, snapshotAt(5, slots));
    expect(ready.snapshot?.revision).toBe(7);
    expect(epochOf(ready)).toBe(60);
    expect(changed(ready, change(3, 1)).sync.snapshot).toBe(ready.snapshot);
  });

  it("can't be made to ask without end by changes that never join up", () => {
    const gap = changed(at(5), change(90, 8)).sync;
    expect(answered(gap, snapshotAt(6, slots))).toEqual({
      snapshot: snapshotAt(6, slots),
      asking: false,
      early: [],
    });
  });

  it("keeps what it has when the question fails, and asks again at the next gap", () => {
    const failed = unanswered(changed(at(5), change(7, 8)).sync);
    expect(failed.snapshot?.revision).toBe(5);
    expect(changed(failed, change(9, 1)).ask).toBe(true);
  });
});
