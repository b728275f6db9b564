import type { SeenRequest } from "../../core/action/evidence.ts";
import type { ActionState, Outcome } from "../../core/action/outcome.ts";
import type { ActionView } from "../../core/view/snapshot.ts";
import type { ToolContent } from "../../shared/contract/agent.ts";
import type { BrokerPerformed } from "../../shared/contract/broker.ts";
import type { Tool } from "../../shared/contract/tools.ts";
import type { ErrorBody } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import type { ActionWatch } from "./evidence/action-watch.ts";
import type { ActionRecord } from "./ports.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** How an action ended, as it is told to the agent and kept. */
export interface Settlement {
  readonly outcome: Outcome;
  /** Why, and what was seen of the website (R3), in words. */
  readonly evidence: string;
  readonly requests: readonly SeenRequest[];
  readonly content: readonly ToolContent[];
  readonly error?: ErrorBody | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** One action between its admission and its settlement; afterwards its evidence may still grow. */
export class RunningAction {
  readonly record: ActionRecord;
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
  state: ActionState = { kind: "admitted" };
  dispatchedAt: number | null = null;
  /** What the control room sees of it; null until it is dispatched, and for what only reads. */
  watch: ActionWatch | null = null;
  /** The broker's word that its steps have ended. */
  performed: BrokerPerformed | null = null;
  /** What ended the waiting, or the broker's whole result; kept, because later evidence is judged with it again. */
  known: { readonly silent?: boolean; readonly cutOff?: string; readonly stated?: Outcome } = {};
  /** Known since the steps ended. */
  dialogOpen = false;
  pageClosed = false;
  /** How it ended, as the person sees it; null while it runs. */
  ended: ActionView | null = null;
  readonly settled: Promise<Settlement>;
  /** Settles when its steps have ended, by the broker's word, or when it was settled without one. */
  readonly stepsEnded: Promise<void>;
  readonly #settle: (settlement: Settlement) => void;
  readonly #stepsEnd: () => void;

  constructor(record: ActionRecord, tool: Tool, input: Readonly<Record<string, unknown>>) {
    this.record = record;
    this.tool = tool;
    this.input = input;
    const { promise, resolve } = Promise.withResolvers<Settlement>();
    this.settled = promise;
    this.#settle = resolve;
    const steps = Promise.withResolvers<void>();
    this.stepsEnded = steps.promise;
    this.#stepsEnd = steps.resolve;
  }

  heard(performed: BrokerPerformed): void {
    this.performed = performed;
    this.interrupted(performed);
    this.#stepsEnd();
  }

  interrupted({ dialogOpen, pageClosed }: { readonly dialogOpen: boolean; readonly pageClosed: boolean }): void {
    this.dialogOpen ||= dialogOpen;
    this.pageClosed ||= pageClosed;
    this.watch?.wake();
  }

  finish(settlement: Settlement): void {
    this.#stepsEnd();
    this.watch?.wake();
    this.#settle(settlement);
  }
}

/** Writes down how an action ended, once, and tells its caller. */
export function settleAction(room: Room, slot: SlotRuntime, action: RunningAction, settlement: Settlement): void {
  if (action.state.kind === "settled") return;
  const { outcome, evidence, requests } = settlement;
  const at = room.ports.clock.now();
  action.state = { kind: "settled", outcome };
  slot.actions.delete(action.record.id);
  action.watch?.settle();
  action.ended = { ...viewOf(action), endedAt: at, outcome, evidence: evidence === "" ? null : evidence, requests };
  if (action.record.effect === "acts" && outcome !== "not_sent") {
    slot.lastMutation = action.ended;
    slot.lastMutationBy = action.record.agentId;
    if (outcome === "unknown") slot.unresolved.push({ record: action.record, view: action.ended, since: at });
  }
  slot.lastActivityAt = at;
  // A row that stays open becomes unknown at the next start: never less than the truth.
  bestEffort(room, "an outcome", () => room.ports.store.settleAction(action.record.id, outcome, settlement, at));
  room.touch();
  action.finish(settlement);
}

export function viewOf(action: RunningAction): ActionView {
  const { id, tool, summary, admittedAt } = action.record;
  return {
    id,
    tool,
    summary,
    startedAt: admittedAt,
    endedAt: null,
    outcome: "running",
    evidence: null,
    requests: action.watch?.requests ?? [],
    resolution: null,
  };
}
