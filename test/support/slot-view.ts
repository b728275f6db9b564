import type { SlotView } from "../../src/core/view/snapshot.ts";

/** A slot that was never used, for tests of what draws or sends slots. */
export function slotView(slot: number, more: Partial<SlotView> = {}): SlotView {
  return {
    slot,
    target: null,
    life: { kind: "empty" },
    quarantine: [],
    holder: { kind: "nobody" },
    epoch: 1,
    since: 0,
    cell: null,
    window: null,
    action: null,
    actionsWaiting: 0,
    lastMutation: null,
    unresolved: [],
    help: null,
    check: null,
    broker: null,
    commandsUnanswered: 0,
    receipt: null,
    lastActivityAt: null,
    lastHeartbeatAt: null,
    needsYou: null,
    warnings: [],
    ...more,
  };
}
