import { leaseOf } from "../../core/lease/control.ts";
import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { viewOf } from "./actions.ts";
import { bestEffort } from "./best-effort.ts";
import type { Change, ControlDesk } from "./change-control.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/**
 * The person takes a slot. Fence first, then SQLite, then everything that takes time; the receipt lists each step
 * with the time at which it was observed, and null for what was not.
 * @param requestedAt when the request arrived, milliseconds since the Unix epoch
 */
export async function takeOver(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  requestedAt: number,
): Promise<ReceiptView> {
  const from = leaseOf(slot.control)?.agent ?? "nobody";
  const running = slot.running();
  const before = slot.control.epoch;
  const change = desk.change(slot, { kind: "take_over" });
  if (slot.control.epoch === before && slot.receipt) {
    // The person holds it already: this only brought the window forward.
    await change.front;
    return slot.receipt;
  }
  const { epoch } = slot.control;
  let receipt: ReceiptView = {
    slot: slot.slot,
    epoch,
    from,
    requestedAt,
    steps: stepsOf(change),
    unanswered: change.unanswered,
    lastAction: running ? viewOf(running) : slot.lastMutation,
  };
  // The take-over has happened: a full disk does not make it fail.
  const keep = () => bestEffort(room, "a receipt", () => room.ports.store.saveReceipt(receipt));
  const show = (changed: Partial<ReceiptView>) => {
    // A later take-over has a receipt of its own; this one is completed all the same.
    const isShown = slot.receipt === receipt;
    receipt = { ...receipt, ...changed };
    if (isShown) slot.receipt = receipt;
    room.touch();
  };
  const observed = (step: ReceiptStep["step"], at: number | null) =>
    show({ steps: receipt.steps.map((each) => (each.step === step ? { step, at } : each)) });

  slot.receipt = receipt;
  // Kept as it stands, and again when it is complete: whatever ends in between, what was observed stays (R51).
  keep();
  room.event(slot.slot, "taken_over", `You took the slot from ${from} (epoch ${epoch}).`);
  await Promise.all([
    change.barrier.then((at) => observed("chrome_barrier", at)),
    change.front.then((at) => observed("front", at)),
    change.retired.then((done) => {
      observed("broker_cut_off", done?.brokerCutOffAt ?? null);
      observed("broker_exit", done?.brokerExitAt ?? null);
      observed("detached", done?.detachedAt ?? null);
    }),
  ]);
  show({ lastAction: running?.ended ?? receipt.lastAction });
  keep();
  return receipt;
}

function stepsOf(change: Change): ReceiptStep[] {
  return [
    { step: "fence", at: change.fencedAt },
    { step: "recorded", at: change.recordedAt },
    { step: "broker_cut_off", at: null },
    { step: "broker_exit", at: null },
    { step: "chrome_barrier", at: null },
    { step: "detached", at: null },
    { step: "front", at: null },
  ];
}
