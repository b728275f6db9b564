import { type ActionClaim, admit } from "../../core/action/admission.ts";
import { leaseOf } from "../../core/lease/control.ts";
import type { ToolResult } from "../../shared/contract/agent.ts";
import type { BrokerResult } from "../../shared/contract/broker.ts";
import type { Tool } from "../../shared/contract/tools.ts";
import { DockError, type ErrorBody, errorRules, toErrorBody } from "../../shared/errors.ts";
import { evidenceOf, RunningAction, type Settlement, settleAction } from "./actions.ts";
import type { ControlDesk } from "./change-control.ts";
import { errorResult, refusal } from "./results.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Tenancy } from "./tenancy.ts";

export interface ActionRequest {
  readonly actionId: string;
  readonly session: string;
  readonly agent: string;
  readonly tool: Tool;
  readonly input: Readonly<Record<string, unknown>>;
  /** Aborted when the agent gives the call up: what was not sent by then is not sent any more. */
  readonly signal: AbortSignal;
}

/** Runs one action of an agent: admit, wait for its turn, admit again, dispatch, settle. Never twice (R6). */
export async function runAction(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  claim: ActionClaim,
  request: ActionRequest,
): Promise<ToolResult> {
  const refused = (error: ErrorBody) => refusal(request.actionId, error, slot.slot, slot.control.epoch);
  const early = admissionError(slot, claim);
  if (early) return refused(early);
  const action = record(room, slot, claim, request);
  if (!action) {
    return refused(new DockError("ACTION_ID_REUSED", `The action id ${request.actionId} was used before.`).body());
  }
  const turn = slot.turn;
  const finished = Promise.withResolvers<void>();
  slot.turn = finished.promise;
  try {
    await turn;
    const tenancy = await ready(room, desk, slot, claim, action);
    if (tenancy) dispatch(room, slot, claim, action, tenancy, request);
    const settlement = await withDeadline(room, slot, action, () => {
      if (tenancy) desk.giveUp(slot, tenancy);
    });
    return resultOf(room, desk, slot, claim, action, settlement);
  } finally {
    finished.resolve();
  }
}

/** The row is written before anything else happens. @returns null when the id was used before */
function record(room: Room, slot: SlotRuntime, claim: ActionClaim, request: ActionRequest): RunningAction | null {
  const { tool, input } = request;
  const action = new RunningAction({
    id: request.actionId,
    slot: slot.slot,
    epoch: claim.epoch,
    leaseId: claim.leaseId,
    session: request.session,
    agent: request.agent,
    tool: tool.name,
    summary: tool.summary(input),
    effect: tool.effect,
    admittedAt: room.ports.clock.now(),
  });
  if (!room.ports.store.admitAction(action.record)) return null;
  slot.actions.set(action.record.id, action);
  room.touch();
  return action;
}

/** The tenancy for this action, or null when the action was settled as not sent. */
async function ready(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  claim: ActionClaim,
  action: RunningAction,
): Promise<Tenancy | null> {
  const lease = leaseOf(slot.control);
  try {
    if (admissionError(slot, claim) || lease?.id !== claim.leaseId) return notSent(room, slot, action);
    return await desk.tenancy(slot, lease);
  } catch (error) {
    return notSent(room, slot, action, toErrorBody(error));
  }
}

/** R4 again, in the turn of the dispatch: control may have changed while the action waited. */
function dispatch(
  room: Room,
  slot: SlotRuntime,
  claim: ActionClaim,
  action: RunningAction,
  tenancy: Tenancy,
  request: ActionRequest,
): void {
  if (action.state.kind === "settled") return;
  if (admissionError(slot, claim) || tenancy.epoch !== claim.epoch) {
    notSent(room, slot, action);
    return;
  }
  const at = room.ports.clock.now();
  try {
    if (request.signal.aborted) throw new DockError("LEASE_ENDED", "The call was cancelled before it was sent.");
    room.ports.store.dispatchAction(action.record.id, at);
  } catch (error) {
    notSent(room, slot, action, toErrorBody(error));
    return;
  }
  action.state = { kind: "dispatched" };
  slot.lastActivityAt = at;
  tenancy.dispatch(action, request.input);
  room.touch();
}

function notSent(room: Room, slot: SlotRuntime, action: RunningAction, error?: ErrorBody): null {
  const evidence = error ? `Not sent: ${error.message}` : "Not sent: control has changed.";
  settleAction(room, slot, action, { kind: "cut_off", outcome: "not_sent", evidence, ...(error ? { error } : {}) });
  return null;
}

/** The broker states the outcome by its own deadline; this one is for a broker that does not. */
function withDeadline(room: Room, slot: SlotRuntime, action: RunningAction, onLate: () => void): Promise<Settlement> {
  const timer = room.ports.clock.after(room.settings.actionTimeoutMs + budgets.actionMargin, () => {
    const outcome = action.record.effect === "acts" ? "unknown" : "failed";
    settleAction(room, slot, action, {
      kind: "cut_off",
      outcome,
      evidence: "Sent to the broker, no answer seen in time.",
    });
    onLate();
  });
  return action.settled.finally(() => timer.cancel());
}

function resultOf(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  claim: ActionClaim,
  action: RunningAction,
  settlement: Settlement,
): ToolResult {
  const { id } = action.record;
  const changed = admissionError(slot, claim);
  if (changed) {
    // What was produced under an earlier epoch is not shown: the agent is blind once it has lost control.
    const outcome = settlement.kind === "answered" ? settlement.result.outcome : settlement.outcome;
    const evidence = settlement.kind === "answered" ? evidenceOf(settlement.result) : settlement.evidence;
    const retry = outcome === "not_sent" ? changed.retry : "look_first";
    return errorResult(id, { ...changed, retry }, outcome, slot.slot, slot.control.epoch, evidence);
  }
  if (settlement.kind === "cut_off") {
    const error = settlement.error ?? new DockError("BROKER_LOST", "The answer to this call was lost.").body();
    return errorResult(id, error, settlement.outcome, slot.slot, slot.control.epoch, settlement.evidence);
  }
  return answered(room, desk, slot, claim, settlement.result);
}

function answered(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  claim: ActionClaim,
  result: BrokerResult,
): ToolResult {
  const lease = leaseOf(slot.control);
  const returned = lease?.returned ?? null;
  if (returned) desk.change(slot, { kind: "told", leaseId: claim.leaseId });
  const note = returned ? [{ type: "text" as const, text: returnedText(returned.note) }] : [];
  room.touch();
  return {
    content: [...note, ...result.content],
    facts: {
      action_id: result.actionId,
      slot: slot.slot,
      epoch: slot.control.epoch,
      outcome: result.outcome,
      ...(result.requests.length === 0 ? {} : { evidence: evidenceOf(result) }),
      ...(result.error === undefined ? {} : { error: result.error }),
      ...(result.data === undefined ? {} : { data: result.data }),
      ...(returned ? { control_returned: returned } : {}),
    },
  };
}

function returnedText(note: string | null): string {
  const said = note === null ? "They left no note." : `Their note: ${note}`;
  return `control_returned: a person had taken this window and has handed it back. ${said} The page may have changed.`;
}

function admissionError(slot: SlotRuntime, claim: ActionClaim): ErrorBody | null {
  // A Chrome that is still being opened is no refusal: the lease waits for it.
  const admission = admit(slot.control, slot.life.kind !== "quarantined", claim);
  if (admission.ok) return null;
  // Readiness is only refused for a quarantine, and that is what the agent is told.
  const code = admission.code === "SLOT_NOT_LIVE" ? "SLOT_QUARANTINED" : admission.code;
  const messages = {
    HUMAN_IN_CONTROL: `A person has taken slot ${slot.slot}.`,
    EPOCH_STALE: `Control of slot ${slot.slot} changed: the call belongs to epoch ${claim.epoch}, now it is ${slot.control.epoch}.`,
    LEASE_ENDED: `The lease of slot ${slot.slot} is over.`,
    SLOT_QUARANTINED: `Slot ${slot.slot} is in quarantine.`,
  } as const;
  return { code, message: messages[code], ...errorRules[code] };
}
