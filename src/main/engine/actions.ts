import { type ActionState, outcomeWithoutAnswer } from "../../core/action/outcome.ts";
import type { ActionView } from "../../core/view/snapshot.ts";
import type { BrokerResult } from "../../shared/contract/broker.ts";
import type { ErrorBody } from "../../shared/errors.ts";
import type { ActionRecord } from "./ports.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** How an action ended: with the broker's statement, or without one. */
export type Settlement =
  | { readonly kind: "answered"; readonly result: BrokerResult }
  | {
      readonly kind: "cut_off";
      readonly outcome: "not_sent" | "failed" | "unknown";
      readonly evidence: string;
      /** What stood in the way, when it is known. */
      readonly error?: ErrorBody;
    };

/** One action between its admission and its settlement. */
export class RunningAction {
  readonly record: ActionRecord;
  state: ActionState = { kind: "admitted" };
  /** How it ended, as the person sees it; null while it runs. */
  ended: ActionView | null = null;
  readonly settled: Promise<Settlement>;
  readonly #settle: (settlement: Settlement) => void;

  constructor(record: ActionRecord) {
    this.record = record;
    const { promise, resolve } = Promise.withResolvers<Settlement>();
    this.settled = promise;
    this.#settle = resolve;
  }

  finish(settlement: Settlement): void {
    this.#settle(settlement);
  }
}

/** Writes down how an action ended, once, and tells its caller. */
export function settleAction(room: Room, slot: SlotRuntime, action: RunningAction, settlement: Settlement): void {
  if (action.state.kind === "settled") return;
  const outcome = settlement.kind === "answered" ? settlement.result.outcome : settlement.outcome;
  const evidence = settlement.kind === "answered" ? evidenceOf(settlement.result) : settlement.evidence;
  const at = room.ports.clock.now();
  action.state = { kind: "settled", outcome };
  slot.actions.delete(action.record.id);
  action.ended = { ...viewOf(action), endedAt: at, outcome, evidence };
  if (action.record.effect === "acts" && outcome !== "not_sent") slot.lastMutation = action.ended;
  slot.lastActivityAt = at;
  try {
    room.ports.store.settleAction(action.record.id, outcome, evidence, at);
  } catch (error) {
    // The row stays open and becomes unknown at the next start: never less than the truth.
    room.ports.log("an outcome could not be written", error);
  }
  room.touch();
  action.finish(settlement);
}

/** Nothing more will be heard of these: control changed, or broker or Chrome are gone (R5). */
export function cutOff(room: Room, slot: SlotRuntime, epoch: number, why: string): void {
  for (const action of [...slot.actions.values()]) {
    if (action.record.epoch > epoch) continue;
    const outcome = outcomeWithoutAnswer(action.state, action.record.effect);
    const evidence = outcome === "not_sent" ? `Not sent: ${why}.` : `Sent to the page, no answer seen: ${why}.`;
    settleAction(room, slot, action, {
      kind: "cut_off",
      outcome: outcome === "done" ? "unknown" : outcome,
      evidence,
    });
  }
}

export function viewOf(action: RunningAction): ActionView {
  const { id, tool, summary, admittedAt } = action.record;
  return { id, tool, summary, startedAt: admittedAt, endedAt: null, outcome: "running", evidence: null };
}

/** R3 in words: what was seen of the website, and no more than that. */
export function evidenceOf(result: BrokerResult): string {
  const parts = result.requests.map((request) => {
    const what = `${request.method} ${request.url}`;
    switch (request.state) {
      case "sent":
        return `${what} was sent, no answer seen`;
      case "answered":
        return `${what} was answered with ${request.status ?? "an unknown status"}`;
      case "failed":
        return `${what} was sent, the connection failed without an answer`;
      default:
        return request.state satisfies never;
    }
  });
  return parts.length === 0 ? "No request that changes something was seen." : `${parts.join("; ")}.`;
}
