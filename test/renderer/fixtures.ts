import type { Rectangle, SlotView, Snapshot } from "../../src/core/view/snapshot.ts";

export { slotView } from "../support/slot-view.ts";

/** The cell of a wall with equal cells. */
export function cell(column: number, row: number, size = { width: 480, height: 360 }, x = 0, y = 0): Rectangle {
  return { x: x + column * size.width, y: y + row * size.height, ...size };
}

export function snapshotAt(revision: number, slots: readonly SlotView[] = []): Snapshot {
  return {
    revision,
    room: {
      version: "0",
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
      mcpConfiguration: "{}",
    },
    slots,
    queue: [],
    events: [],
  };
}
