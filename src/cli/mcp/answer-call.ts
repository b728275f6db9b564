import { randomUUID } from "node:crypto";
import type { CallToolRequest, CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { parseInput } from "../../shared/contract/call.ts";
import { findTool, type Tool } from "../../shared/contract/tools.ts";
import { DockError } from "../../shared/errors.ts";
import type { AgentSession, WaitingNotice } from "./agent-session.ts";
import { notSent, toMcpResult, unanswered } from "./tool-result.ts";

export interface CallContext {
  readonly session: AgentSession;
  /** How long the call may wait for a slot, in milliseconds. */
  readonly waitMs: number;
  /** The client has cancelled the request; it gets no answer any more. */
  readonly signal: AbortSignal;
  readonly onWaiting: (notice: WaitingNotice) => void;
}

/** In `_meta` of a call: the action's id, for clients that want to know it before the answer (R6: never run twice). */
export const actionIdKey = "sessiondock/actionId";
const actionIdSchema = z.string().min(8).max(100);

/**
 * One `tools/call` from start to end. It never throws: what a model should react to has to be a result.
 * A call that can't be right is answered here, before any connection is made.
 */
export async function answerCall(params: CallToolRequest["params"], context: CallContext): Promise<CallToolResult> {
  return toMcpResult(await carryOut(params, context));
}

async function carryOut(params: CallToolRequest["params"], context: CallContext) {
  const { session, signal, waitMs, onWaiting } = context;
  let actionId: string = randomUUID();
  let tool: Tool;
  let connected: Awaited<ReturnType<AgentSession["connect"]>>;
  const args = params.arguments ?? {};
  try {
    const given = params._meta?.[actionIdKey];
    if (given !== undefined) actionId = parseInput(actionIdSchema, given, `_meta["${actionIdKey}"]`);
    tool = toolNamed(params.name);
    parseInput(tool.input, args, tool.name);
    connected = await session.connect();
    // Cancelled while it connected: nothing is sent, and the client reads no answer.
    signal.throwIfAborted();
  } catch (thrown) {
    return notSent(actionId, thrown);
  }
  try {
    return await connected.call({ actionId, tool: tool.name, arguments: args, waitMs, signal, onWaiting });
  } catch (thrown) {
    const error = thrown instanceof DockError ? thrown : new DockError("INTERNAL", String(thrown), { cause: thrown });
    return unanswered(actionId, tool, error);
  }
}

function toolNamed(name: string): Tool {
  const tool = findTool(name);
  if (!tool) throw new DockError("TOOL_UNKNOWN", `there is no tool ${JSON.stringify(name.slice(0, 100))}`);
  return tool;
}
