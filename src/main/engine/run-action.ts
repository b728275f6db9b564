import { type ActionClaim, admit } from "../../core/action/admission.ts";
import { leaseOf } from "../../core/lease/control.ts";
import type { AgentIdentity, ToolResult } from "../../shared/contract/agent.ts";
import type { Tool } from "../../shared/contract/tools.ts";
import { DockError, type ErrorBody, errorRules, toErrorBody } from "../../shared/errors.ts";
import { RunningAction, type Settlement } from "./actions.ts";
import type { ControlDesk } from "./change-control.ts";
import { concludeCutOff } from "./conclude.ts";
import { answersTooLate } from "./cut-off.ts";
import { errorResult, expired, refusal, settledResult } from "./results.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Tenancy } from "./tenancy.ts";

export interface ActionRequest {
  readonly actionId: string;
  readonly session: string;
  readonly agent: AgentIdentity;
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
  const early = admissionError(slot, claim) ?? lookFirst(slot, request.tool);
  const action = recordOf(room, slot, claim, request);
  try {
    if (!room.ports.store.admitAction(action.record)) return usedBefore(room, slot, request);
  } catch (error) {
    // What is refused anyway need not be on record; what would be admitted must be.
    if (early) return refusal(request.actionId, early, slot.slot, slot.control.epoch);
    throw error;
  }
  slot.actions.set(action.record.id, action);
  room.touch();
  if (early) {
    // Recorded like any other, so that the person sees what was refused, and the id can't come back as something else.
    notSent(room, slot, action, early);
    room.event(
      slot.slot,
      "refused",
      `${action.record.agent}: “${action.record.summary}” was refused: ${early.message}`,
    );
    return refusal(request.actionId, early, slot.slot, slot.control.epoch);
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
    return resultOf(room, desk, slot, claim, action, settlement, !request.signal.aborted);
  } finally {
    finished.resolve();
  }
}

function recordOf(room: Room, slot: SlotRuntime, claim: ActionClaim, request: ActionRequest): RunningAction {
  const { tool, input, agent } = request;
  const record = {
    id: request.actionId,
    slot: slot.slot,
    epoch: claim.epoch,
    leaseId: claim.leaseId,
    session: request.session,
    agent: agent.name,
    agentId: agent.id,
    tool: tool.name,
    summary: tool.summary(input),
    effect: tool.effect,
    admittedAt: room.ports.clock.now(),
  };
  return new RunningAction(record, tool, input);
}

/** The id is on record, and the session that had used it is another one: never run again, and told to its own agent only (R33). */
function usedBefore(room: Room, slot: SlotRuntime, { actionId, agent }: ActionRequest): ToolResult {
  const known = room.ports.store.findAction(actionId);
  if (known?.agentId === agent.id) return expired(known, slot.slot, slot.control.epoch);
  const error = new DockError("ACTION_ID_REUSED", `The action id ${actionId} was used before.`).body();
  return refusal(actionId, error, slot.slot, slot.control.epoch);
}

/** R6: unknown means look first. What only looks, or leaves the page, stays open. */
function lookFirst(slot: SlotRuntime, tool: Tool): ErrorBody | null {
  if (!tool.looksFirst || hasLooked(slot)) return null;
  return new DockError("LOOK_FIRST", "The outcome of an earlier action is unknown, and you have not looked.").body();
}

/** Whether the agent has seen the page since every action of unknown outcome, under the present epoch. */
export function hasLooked(slot: SlotRuntime): boolean {
  const lookedAt = slot.looked?.epoch === slot.control.epoch ? slot.looked.at : Number.NEGATIVE_INFINITY;
  return slot.unresolved.every(({ since }) => since <= lookedAt);
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
  action.dispatchedAt = at;
  slot.lastActivityAt = at;
  tenancy.dispatch(action);
  room.touch();
}

function notSent(room: Room, slot: SlotRuntime, action: RunningAction, error?: ErrorBody): null {
  const reason = error ?? new DockError("EPOCH_STALE", "Control has changed").body();
  concludeCutOff(room, slot, action, { reason: reason.message, error: reason });
  return null;
}

/** The broker has its own deadline; this one is for a broker that says nothing at all. */
function withDeadline(room: Room, slot: SlotRuntime, action: RunningAction, onLate: () => void): Promise<Settlement> {
  const timer = room.ports.clock.after(room.settings.actionTimeoutMs + budgets.actionMargin, () => {
    concludeCutOff(room, slot, action, answersTooLate);
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
  isRead: boolean,
): ToolResult {
  const { id } = action.record;
  const changed = admissionError(slot, claim);
  if (changed) {
    // What was produced under an earlier epoch is not shown: the agent is blind once it has lost control.
    const retry = settlement.outcome === "not_sent" ? changed.retry : "look_first";
    return errorResult(id, { ...changed, retry }, settlement, slot.slot, slot.control.epoch);
  }
  // A call that was given up, or whose connection has ended, shows the agent nothing, and takes along nothing that it has still to be told.
  if (!isRead) return settledResult(id, settlement, slot, { returned: null, news: [], agentId: action.record.agentId });
  if (action.tool.name === "browser_snapshot" && settlement.outcome === "done") {
    slot.looked = { epoch: claim.epoch, at: room.ports.clock.now() };
  }
  const returned = leaseOf(slot.control)?.returned ?? null;
  if (returned) desk.change(slot, { kind: "told", leaseId: claim.leaseId });
  const news = slot.news.filter((each) => each.leaseId === claim.leaseId);
  slot.news = slot.news.filter((each) => !news.includes(each));
  room.touch();
  return settledResult(id, settlement, slot, { returned, news, agentId: action.record.agentId });
}

function admissionError(slot: SlotRuntime, claim: ActionClaim): ErrorBody | null {
  // A Chrome that is still being opened is no refusal: the lease waits for it.
  const admission = admit(slot.control, slot.quarantine.length === 0, claim);
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
