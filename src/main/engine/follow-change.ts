import { leaseOf } from "../../core/lease/control.ts";
import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { receiptTitle } from "../../core/view/words.ts";
import { viewOf } from "./actions.ts";
import { bestEffort } from "./best-effort.ts";
import type { Change } from "./change-control.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** Who held the slot, and what ran: to be read before control changes. */
export interface About {
  readonly from: string;
  readonly running: ReturnType<SlotRuntime["running"]>;
}

export function aboutTheHolder(slot: SlotRuntime): About {
  return { from: leaseOf(slot.control)?.agent ?? "nobody", running: slot.running() };
}

/** What the event log calls it. */
const kinds: Readonly<Record<ReceiptView["cause"], string>> = {
  take_over: "taken_over",
  parked: "parked",
  reclaimed: "reclaimed",
  restart: "restart",
};

/**
 * Follows a change of control until nothing more is waited for, and keeps its receipt as it grows.
 * @param chromeExit when the exit of the slot's Chrome was observed, for a change that closes it; absent for others
 */
export async function follow(
  room: Room,
  slot: SlotRuntime,
  change: Change,
  { from, running, cause, requestedAt }: About & Pick<ReceiptView, "cause" | "requestedAt">,
  chromeExit?: Promise<number | null>,
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
      steps: stepsOf(change, cause, chromeExit !== undefined),
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
  room.event(slot.slot, kinds[cause], receiptTitle({ cause, from, epoch }));
  await Promise.all([
    change.barrier.then((at) => observed("chrome_barrier", at)),
    change.front.then((at) => observed("front", at)),
    chromeExit?.then((at) => observed("chrome_exit", at)),
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
function stepsOf(change: Change, cause: ReceiptView["cause"], closes: boolean): ReceiptStep[] {
  const retired: ReceiptStep["step"][] = change.retires
    ? ["broker_told", "broker_cut_off", "chrome_barrier", "broker_exit", "detached", "released"]
    : ["chrome_barrier"];
  const last: ReceiptStep["step"][] = [
    ...(cause === "take_over" ? ["front" as const] : []),
    ...(closes ? ["chrome_exit" as const] : []),
  ];
  return [
    { step: "fence", at: change.fencedAt },
    { step: "recorded", at: change.recordedAt },
    ...[...retired, ...last].map((step) => ({ step, at: null })),
  ];
}
