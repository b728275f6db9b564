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
  const first: ReceiptView = {
    slot: slot.slot,
    epoch,
    from,
    requestedAt,
    steps: stepsOf(change),
    unanswered: change.unanswered,
    lastAction: running ? viewOf(running) : slot.lastMutation,
  };
  slot.receipt = first;
  // Kept as it stands, and again when it is complete: whatever ends in between, what was observed stays (R51).
  bestEffort(room, "a receipt", () => room.ports.store.saveReceipt(first));
  room.event(slot.slot, "taken_over", `You took the slot from ${from} (epoch ${epoch}).`);

  const show = (step: ReceiptStep["step"], at: number | null) => {
    if (slot.receipt?.epoch !== epoch) return;
    slot.receipt = {
      ...slot.receipt,
      steps: slot.receipt.steps.map((each) => (each.step === step ? { step, at } : each)),
    };
    room.touch();
  };
  const [barrier, retirement, front] = await Promise.all([
    change.barrier.then((at) => {
      show("chrome_barrier", at);
      return at;
    }),
    change.retired.then((done) => {
      show("broker_cut_off", done?.brokerCutOffAt ?? null);
      show("broker_exit", done?.brokerExitAt ?? null);
      show("detached", done?.detachedAt ?? null);
      return done;
    }),
    change.front.then((at) => {
      show("front", at);
      return at;
    }),
  ]);
  const receipt: ReceiptView = {
    ...first,
    lastAction: running?.ended ?? first.lastAction,
    steps: first.steps.map(({ step, at }) => {
      switch (step) {
        case "chrome_barrier":
          return { step, at: barrier };
        case "broker_cut_off":
          return { step, at: retirement?.brokerCutOffAt ?? null };
        case "broker_exit":
          return { step, at: retirement?.brokerExitAt ?? null };
        case "detached":
          return { step, at: retirement?.detachedAt ?? null };
        case "front":
          return { step, at: front };
        default:
          return { step, at };
      }
    }),
  };
  if (slot.receipt?.epoch === epoch) slot.receipt = receipt;
  // The take-over has happened: a full disk does not make it fail.
  bestEffort(room, "a receipt", () => room.ports.store.saveReceipt(receipt));
  room.touch();
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
