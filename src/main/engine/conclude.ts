import { carriedOutBy } from "../../core/action/commands.ts";
import type { Outcome } from "../../core/action/outcome.ts";
import { type Deed, type Ground, judge, type Verdict } from "../../core/action/verdict.ts";
import { evidenceSentence, groundSentence, outcomeWord } from "../../core/view/words.ts";
import type { ToolContent } from "../../shared/contract/agent.ts";
import type { BrokerResult } from "../../shared/contract/broker.ts";
import { DockError, type ErrorBody, isErrorCode } from "../../shared/errors.ts";
import { type RunningAction, type Settlement, settleAction } from "./actions.ts";
import type { CutOff } from "./cut-off.ts";
import type { Observer } from "./evidence/observer.ts";
import { settle } from "./evidence/settle.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** Tools whose whole purpose is to open a document. */
const navigating = new Set(["browser_navigate", "browser_navigate_back", "browser_tabs"]);

/** A page that sends again after every answer is waited for this many times; then the rest is stated as it stands. */
const rounds = 5;

export interface Performing {
  readonly observer: Observer;
  /** True once the tenancy is being ended: whoever ends it concludes what is left. */
  isOver(): boolean;
  /** What the page shows now; null when the broker did not say. */
  report(newDocument: boolean, deadline: number): Promise<readonly ToolContent[] | null>;
}

/** The steps have ended: waits for what they started, has the page looked at, and states what is known (R3, R6). */
export async function concludePerformed(
  room: Room,
  slot: SlotRuntime,
  action: RunningAction,
  { observer, isOver, report }: Performing,
): Promise<void> {
  const { watch } = action;
  const { clock } = room.ports;
  if (watch === null) return;
  const settled = () => action.state.kind === "settled" || isOver();
  const stopped = () => settled() || action.dialogOpen || action.pageClosed;
  const deadline = (action.dispatchedAt ?? clock.now()) + room.settings.actionTimeoutMs - budgets.closing;
  let silent = false;
  let content: readonly ToolContent[] = [];
  // What was never written has started nothing; the page is looked at once all the same.
  const wrote = hasWritten(action);
  for (let round = 0; round < rounds && !settled(); round += 1) {
    if (wrote) silent = !(await settle({ watch, observer, clock, deadline, stopped })) && !stopped();
    if (settled()) return;
    const before = watch.effects;
    content = (await report(watch.bringsDocument(), deadline + budgets.closing)) ?? content;
    // Once more for what the page sent because of the answers.
    if (!wrote || watch.effects === before || clock.now() >= deadline) break;
  }
  if (settled()) return;
  action.known = { silent };
  settleAction(room, slot, action, settlementOf(action, content, null));
}

/**
 * Nothing more will be heard of it from its broker: control changed, or broker or Chrome are gone (R5). What the gate
 * wrote and what was seen still say a good deal.
 */
export function concludeCutOff(room: Room, slot: SlotRuntime, action: RunningAction, cutOff: CutOff): void {
  if (action.state.kind === "settled") return;
  action.known = { cutOff: cutOff.reason };
  settleAction(room, slot, action, settlementOf(action, [], cutOff.error));
}

/** The broker's whole result in one message: of a tool that only reads, or that was refused before it began. */
export function concludeResult(room: Room, slot: SlotRuntime, action: RunningAction, result: BrokerResult): void {
  const { content, data, error } = result;
  const { watch } = action;
  // The last hop's record is worth more than the broker's word.
  if (result.outcome === "not_sent" && watch?.log.wroteInput === true) {
    action.known = { cutOff: "the broker said that nothing was sent" };
    settleAction(room, slot, action, settlementOf(action, content, bodyOf(error) ?? null));
    return;
  }
  const evidence =
    result.outcome === "not_sent"
      ? groundSentence({ kind: "nothing_written", reason: error?.message ?? null })
      : watch === null
        ? ""
        : evidenceSentence(watch.requests, watch.watched);
  const requests = watch?.requests ?? [];
  action.known = { stated: result.outcome };
  settleAction(room, slot, action, {
    outcome: result.outcome,
    evidence,
    requests,
    content,
    error: bodyOf(error),
    data,
  });
}

/** An error that came over a wire has its code as text. */
function bodyOf(error: BrokerResult["error"]): ErrorBody | undefined {
  return error && { ...error, code: isErrorCode(error.code) ? error.code : "INTERNAL" };
}

/** What may be said of the action now. A tool that only reads has had no effect that could be unknown. */
export function verdictOf(action: RunningAction): Verdict {
  if (action.record.effect === "acts" || action.state.kind === "admitted") return judge(deedOf(action));
  return { outcome: "failed", ground: { kind: "cut_off", reason: action.known.cutOff ?? "nothing was heard of it" } };
}

/**
 * R6: by the gate's own record wherever the tool's effect is visible there. Script tells nothing by itself: for tools that
 * act by it the broker's word counts, and without it every script may have been one.
 */
function hasWritten({ watch, performed, tool, known }: RunningAction): boolean {
  if (known.stated === "done") return true;
  if (watch === null) return performed?.touched === true;
  if (tool.through === "input") return watch.log.wroteInput;
  return performed === null ? watch.log.wroteEffect : watch.log.wroteInput || performed.touched || performed.partly;
}

function deedOf(action: RunningAction): Deed {
  const { performed, watch, tool, input, known } = action;
  const log = watch?.log ?? null;
  const finished = known.stated === "done" || (performed !== null && (performed.finished || performed.dialogOpen));
  return {
    written: hasWritten(action),
    touched: performed?.touched ?? true,
    carriedOut: finished || (log !== null && carriedOutBy(tool.name, input, log.commands)),
    failure: performed?.failed?.message ?? null,
    partly: performed?.partly ?? false,
    cutOff: performed === null ? (known.cutOff ?? null) : null,
    dialogOpen: action.dialogOpen,
    pageClosed: action.pageClosed,
    silent: known.silent ?? false,
    navigates: navigating.has(tool.name),
    requests: watch?.requests ?? [],
  };
}

function settlementOf(action: RunningAction, content: readonly ToolContent[], error: ErrorBody | null): Settlement {
  const { outcome, ground } = verdictOf(action);
  const evidence = factsSentence(action, ground);
  const word = outcomeWord(outcome);
  const note = action.performed?.note ?? null;
  const statement = `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${action.record.summary}. ${evidence}`;
  const texts = [statement, ...(note === null ? [] : [note])].map((text): ToolContent => ({ type: "text", text }));
  return {
    outcome,
    evidence,
    requests: action.watch?.requests ?? [],
    content: [...texts, ...content],
    error: errorOf(outcome, ground, evidence, action.dialogOpen, error),
  };
}

/** Ground and evidence in words; what was never written has no evidence to tell. */
export function factsSentence({ watch, dialogOpen }: RunningAction, ground: Ground): string {
  if (ground.kind === "nothing_written" || watch === null) return groundSentence(ground);
  return `${groundSentence(ground)} ${evidenceSentence(watch.requests, watch.watched, { dialogOpen, watchEnded: watch.ended })}`;
}

/** @param cause what cut it off, when something did */
function errorOf(
  outcome: Outcome,
  ground: Ground,
  text: string,
  dialogOpen: boolean,
  cause: ErrorBody | null,
): ErrorBody | undefined {
  if (outcome === "done") return undefined;
  if (outcome === "not_sent") return new DockError(cause?.code ?? "ACTION_FAILED", text, { retry: "safe" }).body();
  if (cause) return { ...cause, message: `${cause.message} ${text}` };
  const code = outcome === "unknown" ? "TIMED_OUT" : "ACTION_FAILED";
  const isWaiting = ground.kind === "no_answer" && dialogOpen;
  return new DockError(code, text, isWaiting ? { hint: answerDialog } : {}).body();
}

const answerDialog = "Answer the dialog with browser_handle_dialog, then look at the page.";
