import type { Paint } from "../../src/cli/output.ts";
import type { ActionView, QuarantineView, ReceiptView, SlotView, Snapshot } from "../../src/core/view/snapshot.ts";
import { quarantineNext } from "../../src/core/view/words.ts";
import { slotView } from "../support/slot-view.ts";
import { focusGuardView, wallView } from "../support/wall-view.ts";

/** Fixed point in time of the snapshots below. */
export const now = Date.UTC(2026, 0, 5, 9, 0, 0);

export function anAction(changes: Partial<ActionView> = {}): ActionView {
  return {
    id: "action-1",
    tool: "browser_click",
    summary: "click “Save”",
    startedAt: now - 4000,
    endedAt: null,
    outcome: "running",
    evidence: null,
    requests: [],
    resolution: null,
    ...changes,
  };
}

export function aSlot(slot: number, changes: Partial<SlotView> = {}): SlotView {
  return slotView(slot, { epoch: 0, since: now, ...changes });
}

export function aSnapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    revision: 12,
    room: {
      version: "0.1.0",
      runtime: "electron stand-in",
      startedAt: now - 3 * 3_600_000,
      live: 2,
      cap: 10,
      paused: false,
      chromeMemoryMb: 1840,
      browser: { path: "/opt/chrome/chrome", version: "Chrome 140.0.1", chosenBy: "configuration", sandboxOff: false },
      problems: [],
      configWaits: [],
      wall: wallView({ monitor: "HDMI-1" }),
      focusGuard: focusGuardView(),
      monitors: [
        {
          id: "HDMI-1",
          name: "HDMI-1",
          bounds: { x: 0, y: 0, width: 3840, height: 2160 },
          workArea: { x: 0, y: 0, width: 3840, height: 2130 },
          scale: 1,
          primary: false,
        },
      ],
      mcpConfiguration: "{}",
    },
    slots: [],
    queue: [],
    attention: [],
    events: [],
    ...changes,
  };
}

export function aReceipt(changes: Partial<ReceiptView> = {}): ReceiptView {
  return {
    slot: 3,
    epoch: 8,
    cause: "take_over",
    from: "ada",
    requestedAt: now,
    completedAt: now + 300,
    steps: [{ step: "fence", at: now }],
    released: [],
    unanswered: [],
    lastAction: null,
    ...changes,
  };
}

export function aReason(changes: Partial<QuarantineView> = {}): QuarantineView {
  const code = changes.code ?? "foreign_profile_lock";
  return {
    code,
    since: now - 240_000,
    known: "Process 99 holds it.",
    next: quarantineNext(code),
    actionIds: [],
    ways: ["look_again"],
    ...changes,
  };
}

export const unpainted: Paint = (_, text) => text;
