import { openWays } from "../../src/core/slot/quarantine.ts";
import type {
  ActionView,
  QuarantineView,
  ReceiptView,
  Rectangle,
  SlotView,
  Snapshot,
} from "../../src/core/view/snapshot.ts";
import { quarantineNext } from "../../src/core/view/words.ts";
import { focusGuardView, wallView } from "../support/wall-view.ts";

export { slotView } from "../support/slot-view.ts";
export { focusGuardView, wallView, windowView } from "../support/wall-view.ts";

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
      configWaits: [],
      wall: wallView(),
      focusGuard: focusGuardView(),
      monitors: [],
      mcpConfiguration: "{}",
    },
    slots,
    queue: [],
    attention: [],
    events: [],
  };
}

export function anAction(more: Partial<ActionView> = {}): ActionView {
  return {
    id: "a1",
    tool: "browser_click",
    summary: 'click "Save"',
    startedAt: 0,
    endedAt: null,
    outcome: "running",
    evidence: null,
    requests: [],
    resolution: null,
    ...more,
  };
}

export function aReason(more: Partial<QuarantineView> = {}): QuarantineView {
  const code = more.code ?? "outcome_unknown";
  return {
    code,
    since: 0,
    known: `${code} is known`,
    next: quarantineNext(code),
    actionIds: [],
    ways: openWays(code, false),
    ...more,
  };
}

export function aReceipt(more: Partial<ReceiptView> = {}): ReceiptView {
  return {
    slot: 3,
    epoch: 9,
    cause: "take_over",
    from: "shop",
    requestedAt: 1000,
    completedAt: 1500,
    steps: [
      { step: "fence", at: 1003 },
      { step: "broker_exit", at: null },
    ],
    released: [],
    unanswered: [],
    lastAction: null,
    ...more,
  };
}
