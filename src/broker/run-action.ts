import type { BrokerAction, BrokerResult } from "../shared/contract/broker.ts";
import { parseInput } from "../shared/contract/call.ts";
import { findTool, type Tool } from "../shared/contract/tools.ts";
import { DockError, toErrorBody } from "../shared/errors.ts";
import { duration } from "./deadline.ts";
import { describeDialog } from "./modals.ts";
import { explain } from "./playwright-error.ts";
import { Refusal } from "./refusal.ts";
import type { Deed, Reply, ToolContext } from "./tool.ts";
import { brokerTools } from "./tool-table.ts";

const answerFirst = "Use browser_handle_dialog first.";

/** What became of asking for an action: its whole result, or a deed that is to be carried out now. */
export type Prepared = { readonly result: BrokerResult } | { readonly deed: Deed };

/**
 * Looks for what an action needs, and answers it when it only reads. Never rejects: every action gets its result (R5).
 */
export async function prepareAction(context: ToolContext, action: BrokerAction): Promise<Prepared> {
  const tool = findTool(action.tool);
  try {
    const carrier = brokerTools.get(action.tool);
    if (tool === undefined || carrier === undefined) {
      throw new Refusal("TOOL_UNKNOWN", `${action.tool} is not a tool of the browser.`);
    }
    const input = parse(tool, action.arguments);
    const { dialog } = context.modals;
    if (dialog !== undefined && action.tool !== "browser_handle_dialog") {
      throw new Refusal("ACTION_FAILED", `A dialog is open: ${describeDialog(dialog)}.`, { hint: answerFirst });
    }
    if (context.lifeline.cut || !context.wire.isOpen) return as(action, lost(context, tool.effect));
    const prepared = await inTime(context, tool, carrier.run(context, input));
    return "perform" in prepared ? { deed: prepared } : as(action, prepared);
  } catch (thrown) {
    return as(action, failure(context, tool?.effect ?? "acts", thrown));
  }
}

/** The result of a tool that threw before its first step, or that only reads. */
export function failedResult(context: ToolContext, action: BrokerAction, thrown: unknown): BrokerResult {
  return {
    kind: "result",
    actionId: action.actionId,
    ...failure(context, findTool(action.tool)?.effect ?? "acts", thrown),
  };
}

function as({ actionId }: BrokerAction, reply: Reply): Prepared {
  return { result: { kind: "result", actionId, ...reply } };
}

/** @throws Refusal `ARGUMENTS_INVALID` that names each wrong field */
function parse(tool: Tool, input: Readonly<Record<string, unknown>>): unknown {
  try {
    return parseInput(tool.input, input, tool.name);
  } catch (error) {
    throw new Refusal("ARGUMENTS_INVALID", error instanceof Error ? error.message : String(error));
  }
}

/** What a tool found or read, unless its time is over, a dialog opened, or the connection ended before. */
async function inTime(context: ToolContext, tool: Tool, work: Promise<Reply | Deed>): Promise<Reply | Deed> {
  const { deadline, modals, lifeline } = context;
  const late = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => late.resolve(outOfTime(context, tool.effect)), deadline.remaining());
  // Acting tools look out for dialogs themselves; a reading one would wait for a page that stands still.
  const stopListening = modals.onOpen(() => {
    if (tool.effect === "reads") late.resolve(interrupted(context));
  });
  // Late or lost, it goes on by itself and nobody needs it.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise, lifeline.severed.then(() => lost(context, tool.effect))]);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

function failure(context: ToolContext, effect: Tool["effect"], thrown: unknown): Reply {
  if (thrown instanceof Refusal) return stated("not_sent", thrown);
  const outcome = outcomeOf(context, effect);
  if (thrown instanceof DockError) return stated(outcome, thrown);
  // A TypeError or the like is a defect of ours; everything else comes from Playwright and is about the page.
  if (thrown instanceof TypeError || thrown instanceof RangeError || !(thrown instanceof Error)) {
    const { message } = toErrorBody(thrown);
    return stated(outcome, new DockError("INTERNAL", message, { cause: thrown }));
  }
  const retry = outcome === "unknown" ? {} : { retry: "safe" as const };
  return stated(outcome, new DockError("ACTION_FAILED", explain(thrown), { cause: thrown, ...retry }));
}

/**
 * R6: `not_sent` only if nothing that could have an effect was written to Chrome. Script that still runs there does not
 * count: before its first step a tool has the page's script look only.
 */
function outcomeOf({ wire, began }: ToolContext, effect: Tool["effect"]): Reply["outcome"] {
  if (effect === "reads") return "failed";
  return wire.wroteSince(began) ? "unknown" : "not_sent";
}

function outOfTime(context: ToolContext, effect: Tool["effect"]): Reply {
  // The agent won't get the snapshot that may still be taken.
  context.tabs.forgetReferences();
  const message = `Chrome did not answer within ${duration(context.deadline.elapsed())}.`;
  if (effect === "acts") return stated(outcomeOf(context, effect), new DockError("TIMED_OUT", message));
  return stated("failed", new DockError("ACTION_FAILED", message, { retry: "safe" }));
}

function interrupted({ modals }: ToolContext): Reply {
  const which = modals.dialog === undefined ? "" : `: ${describeDialog(modals.dialog)}`;
  const error = new DockError("ACTION_FAILED", `A dialog opened meanwhile${which}.`, {
    hint: answerFirst,
    retry: "safe",
  });
  return stated("failed", error);
}

function lost(context: ToolContext, effect: Tool["effect"]): Reply {
  const { cut } = context.lifeline;
  const code = cut?.code ?? "BROKER_LOST";
  const message = cut?.message ?? "The connection to this slot's Chrome has ended.";
  return stated(outcomeOf(context, effect), new DockError(code, message));
}

function stated(outcome: Reply["outcome"], error: DockError): Reply {
  const body = error.body();
  return { outcome, error: body, content: [{ type: "text", text: `${body.message}\n${body.hint}` }] };
}
