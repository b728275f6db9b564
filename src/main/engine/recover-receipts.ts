import type { Control } from "../../core/lease/control.ts";
import { leaseOf } from "../../core/lease/control.ts";
import type { ReceiptView } from "../../core/view/snapshot.ts";
import type { Ports, StoredAction } from "./ports.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/**
 * Receipts that were being written when the control room ended are completed: what was observed stays, the rest stays
 * "not observed", and the last action has the outcome that it was given since.
 * @returns the completed ones, by slot and epoch
 */
export function closeReceipts(ports: Ports): ReadonlyMap<string, ReceiptView> {
  const closed = ports.store.openReceipts().map((receipt) => {
    const action = receipt.lastAction ? ports.store.findAction(receipt.lastAction.id) : null;
    const lastAction = action ? viewOfStored(action) : receipt.lastAction;
    const complete: ReceiptView = { ...receipt, lastAction, completedAt: ports.clock.now() };
    ports.store.saveReceipt(complete);
    return complete;
  });
  return new Map(closed.map((receipt) => [`${receipt.slot} ${receipt.epoch}`, receipt]));
}

/**
 * What became of a lease that ended with its control room: nobody took it, but the three questions are the same.
 * Brokers end with their channel and Chromes with their pipe; only a Chrome's exit was recorded so that it can be
 * looked for, so the broker's is not claimed.
 */
export function restartReceipt(
  ports: Ports,
  slot: SlotRuntime,
  before: Control,
  facts: {
    readonly startedAt: number;
    readonly running: StoredAction | null;
    readonly chromeExitAt: number | null;
  },
): ReceiptView {
  const at = ports.clock.now();
  const receipt: ReceiptView = {
    slot: slot.slot,
    epoch: slot.control.epoch,
    cause: "restart",
    from: leaseOf(before)?.agent ?? "nobody",
    requestedAt: facts.startedAt,
    completedAt: at,
    steps: [
      { step: "recorded", at },
      { step: "chrome_exit", at: facts.chromeExitAt },
    ],
    released: [],
    unanswered: [],
    lastAction: facts.running ? viewOfStored(facts.running) : slot.lastMutation,
  };
  ports.store.saveReceipt(receipt);
  return receipt;
}

export function viewOfStored(action: StoredAction): NonNullable<ReceiptView["lastAction"]> {
  const { id, tool, summary, admittedAt, settledAt, outcome, evidence, requests, resolution } = action;
  return {
    id,
    tool,
    summary,
    startedAt: admittedAt,
    endedAt: settledAt,
    outcome: outcome ?? "running",
    evidence,
    requests,
    resolution,
  };
}
