import type { BrokerAction, BrokerResult } from "../shared/contract/broker.ts";
import { parseInput } from "../shared/contract/call.ts";
import { findTool, type Tool } from "../shared/contract/tools.ts";
import { DockError, toErrorBody } from "../shared/errors.ts";
import { Deadline, duration, unlessLate } from "./deadline.ts";
import { describeDialog } from "./modals.ts";
import { explain } from "./playwright-error.ts";
import { Refusal } from "./refusal.ts";
import type { BrokerTool, Reply, ToolContext, Workplace } from "./tool.ts";
import { brokerTools } from "./tool-table.ts";

/** After the connection ended, a tool still says what it had seen of the network: at once, but for load; milliseconds. */
const lastWordMs = 2_000;

const answerFirst = "Use browser_handle_dialog first, then try again.";

/** Runs one action and says how it ended. Never rejects: every action gets its result (R5). */
export async function runAction(workplace: Workplace, action: BrokerAction): Promise<BrokerResult> {
  const context: ToolContext = {
    ...workplace,
    deadline: new Deadline(action.timeoutMs),
    began: workplace.wire.mark(),
  };
  const reply = await settled(context, action);
  return { kind: "result", actionId: action.actionId, ...reply };
}

async function settled(context: ToolContext, action: BrokerAction): Promise<Reply> {
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
    if (!context.wire.isOpen) return lost(context, tool.effect, undefined);
    return await run(context, tool, carrier, input);
  } catch (thrown) {
    return failed(context, tool?.effect ?? "acts", thrown);
  }
}

/** @throws Refusal `ARGUMENTS_INVALID` that names each wrong field */
function parse(tool: Tool, input: Readonly<Record<string, unknown>>): unknown {
  try {
    return parseInput(tool.input, input, tool.name);
  } catch (error) {
    throw new Refusal("ARGUMENTS_INVALID", error instanceof Error ? error.message : String(error));
  }
}

async function run(context: ToolContext, tool: Tool, carrier: BrokerTool, input: unknown): Promise<Reply> {
  const { wire, deadline, modals } = context;
  const work = carrier.run(context, input).catch((error: unknown) => failed(context, tool.effect, error));
  const late = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => late.resolve(outOfTime(context, tool.effect)), deadline.remaining());
  // Acting tools look out for dialogs themselves; a reading one would wait for a page that stands still.
  const stopListening = modals.onOpen(() => {
    if (tool.effect === "reads") late.resolve(interrupted(context));
  });
  try {
    const reply = await Promise.race([work, late.promise, wire.ended.then(() => undefined)]);
    if (reply !== undefined && wire.isOpen) return reply;
    return lost(context, tool.effect, reply ?? (await unlessLate(work, lastWordMs)));
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

/** R6: `not_sent` only if nothing that could have an effect was written to Chrome and nothing is under way there. */
function touched({ wire, began }: ToolContext): boolean {
  return wire.wroteSince(began) || wire.runsSince(began);
}

function failed(context: ToolContext, effect: Tool["effect"], thrown: unknown): Reply {
  if (thrown instanceof Refusal) return stated("not_sent", thrown);
  const outcome = effect === "reads" ? "failed" : touched(context) ? "unknown" : "not_sent";
  if (thrown instanceof DockError) return stated(outcome, thrown);
  // A TypeError or the like is a defect of ours; everything else comes from Playwright and is about the page.
  if (thrown instanceof TypeError || thrown instanceof RangeError || !(thrown instanceof Error)) {
    const { message } = toErrorBody(thrown);
    return stated(outcome, new DockError("INTERNAL", message, { cause: thrown }));
  }
  const retry = outcome === "unknown" ? {} : { retry: "safe" as const };
  return stated(outcome, new DockError("ACTION_FAILED", explain(thrown), { cause: thrown, ...retry }));
}

function outOfTime(context: ToolContext, effect: Tool["effect"]): Reply {
  // The agent won't get the snapshot that may still be taken.
  context.tabs.forgetReferences();
  const message = `Chrome did not answer within ${duration(context.deadline.elapsed())}.`;
  if (effect === "acts") return stated("unknown", new DockError("TIMED_OUT", message));
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

/** @param reply what the tool still could say, with the requests that it had seen */
function lost(context: ToolContext, effect: Tool["effect"], reply: Reply | undefined): Reply {
  const outcome = effect === "reads" ? "failed" : touched(context) ? "unknown" : "not_sent";
  const error = new DockError("BROKER_LOST", "The connection to this slot's Chrome ended while the action ran.");
  return { ...stated(outcome, error), requests: reply?.requests ?? [] };
}

function stated(outcome: Reply["outcome"], error: DockError): Reply {
  const body = error.body();
  return { outcome, requests: [], error: body, content: [{ type: "text", text: `${body.message}\n${body.hint}` }] };
}
