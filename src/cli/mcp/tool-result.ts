import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { outcomeMeaning } from "../../core/view/words.ts";
import type { ToolFacts, ToolResult } from "../../shared/contract/agent.ts";
import type { Tool } from "../../shared/contract/tools.ts";
import { type DockError, type ErrorBody, toErrorBody } from "../../shared/errors.ts";
import { describeError } from "../output.ts";

/** Results that the wrapper has to state itself, and the form in which MCP carries any result. */

/** The call never left this process, or the control room refused the session: nothing was done (R6). */
export function notSent(actionId: string, thrown: unknown): ToolResult {
  const error = toErrorBody(thrown);
  // Whatever the error says in general, here it came before anything was asked for.
  const retry = error.retry === "look_first" ? "later" : error.retry;
  return withoutSlot(actionId, "not_sent", { ...error, retry });
}

/**
 * The call was sent and no result came back, only an error. Of a tool that acts nobody knows here what it did, so
 * it is never called `not_sent`; a tool that only reads has had no effect in any case.
 */
export function unanswered(actionId: string, tool: Tool, error: DockError): ToolResult {
  if (error.retry !== "look_first") return withoutSlot(actionId, "not_sent", error.body());
  if (tool.effect === "acts") return withoutSlot(actionId, "unknown", error.body());
  return withoutSlot(actionId, "not_sent", {
    ...error.body(),
    retry: "safe",
    hint: `${tool.name} only reads, so it can be called again. What other calls that were under way did is not known.`,
  });
}

function withoutSlot(actionId: string, outcome: ToolFacts["outcome"], error: ErrorBody): ToolResult {
  return { content: [], facts: { action_id: actionId, slot: null, epoch: null, outcome, error } };
}

/** `structuredContent` holds the facts; the error is also told as text, since many clients show a model no more. */
export function toMcpResult({ content, facts }: ToolResult): CallToolResult {
  const { error, outcome } = facts;
  const told = error === undefined || content.some((block) => block.type === "text" && block.text.includes(error.code));
  const errorText =
    error === undefined ? "" : `${describeError(error)}\nOutcome: ${outcome}. ${outcomeMeaning(outcome)}`;
  return {
    content: told ? [...content] : [{ type: "text", text: errorText }, ...content],
    structuredContent: { ...facts },
    isError: error !== undefined || outcome === "failed" || outcome === "unknown",
  };
}
