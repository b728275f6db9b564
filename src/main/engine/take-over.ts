import { leaseOf } from "../../core/lease/control.ts";
import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { receiptTitle } from "../../core/view/words.ts";
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
  const before = slot.control.epoch;
  const about = aboutTheHolder(slot);
  const change = desk.change(slot, { kind: "take_over" });
  if (slot.control.epoch === before && slot.receipt) {
    // The person holds it already: this only brought the window forward.
    await change.front;
    return slot.receipt.view;
  }
  return follow(room, slot, change, { ...about, cause: "take_over", requestedAt });
}

/** The agent vanished: the same steps, the same receipt, and nobody's window comes forward. */
export async function park(room: Room, desk: ControlDesk, slot: SlotRuntime, leaseId: string): Promise<void> {
  const requestedAt = room.ports.clock.now();
  const about = aboutTheHolder(slot);
  const before = slot.control.epoch;
  const change = desk.change(slot, { kind: "vanish", leaseId });
  if (slot.control.epoch !== before) await follow(room, slot, change, { ...about, cause: "parked", requestedAt });
}

interface About {
  readonly from: string;
  readonly running: ReturnType<SlotRuntime["running"]>;
}

function aboutTheHolder(slot: SlotRuntime): About {
  return { from: leaseOf(slot.control)?.agent ?? "nobody", running: slot.running() };
}

async function follow(
  room: Room,
  slot: SlotRuntime,
  change: Change,
  { from, running, cause, requestedAt }: About & Pick<ReceiptView, "cause" | "requestedAt">,
): Promise<ReceiptView> {
  const { epoch } = slot.control;
  const receipt: NonNullable<SlotRuntime["receipt"]> = {
    view: {
      slot: slot.slot,
      epoch,
      cause,
      from,
      requestedAt,
      completedAt: null,
      steps: stepsOf(change, cause),
      released: [],
      unanswered: change.unanswered,
      lastAction: running ? viewOf(running) : slot.lastMutation,
    },
  };
  slot.receipt = receipt;
  // The change has happened: a full disk does not make it fail. Kept as it stands, and again when it is complete:
  // whatever ends in between, what was observed stays (R51).
  const keep = () => bestEffort(room, "a receipt", () => room.ports.store.saveReceipt(receipt.view));
  const show = (changed: Partial<ReceiptView>) => {
    receipt.view = { ...receipt.view, ...changed };
    room.touch();
  };
  const observed = (step: ReceiptStep["step"], at: number | null) =>
    show({ steps: receipt.view.steps.map((each) => (each.step === step ? { step, at } : each)) });

  keep();
  room.event(slot.slot, cause === "parked" ? "parked" : "taken_over", receiptTitle({ cause, from, epoch }));
  await Promise.all([
    change.barrier.then((at) => observed("chrome_barrier", at)),
    change.front.then((at) => observed("front", at)),
    change.retired.then((done) => {
      if (done === null) return;
      observed("broker_told", done.brokerToldAt);
      observed("broker_cut_off", done.brokerCutOffAt);
      observed("broker_exit", done.brokerExitAt);
      observed("detached", done.detachedAt);
      observed("released", done.releasedAt);
      show({ released: done.released });
    }),
  ]);
  show({ lastAction: running?.ended ?? receipt.view.lastAction, completedAt: room.ports.clock.now() });
  keep();
  return receipt.view;
}

/** Only the steps that this change has: a slot that nobody held had no broker to tell. */
function stepsOf(change: Change, cause: ReceiptView["cause"]): ReceiptStep[] {
  const retired: ReceiptStep["step"][] = change.retires
    ? ["broker_told", "broker_cut_off", "chrome_barrier", "broker_exit", "detached", "released"]
    : ["chrome_barrier"];
  const front: ReceiptStep["step"][] = cause === "take_over" ? ["front"] : [];
  return [
    { step: "fence", at: change.fencedAt },
    { step: "recorded", at: change.recordedAt },
    ...[...retired, ...front].map((step) => ({ step, at: null })),
  ];
}
