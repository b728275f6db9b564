import { z } from "zod";
import { defineCall } from "./call.ts";

/** What an agent's wrapper says to the control room. A connection is one session of one agent (R33, R44). */

/** Who the agent is (R13) and whose logins it asks for (R14). */
export const agentIdentity = z.strictObject({
  /** Stable over reconnects: an explicit name, or the host process by pid and start time. */
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(80),
});
export type AgentIdentity = z.output<typeof agentIdentity>;

export const targetRequest = z.strictObject({
  key: z.string().min(1).max(400),
  source: z.enum(["override", "repository", "default"]),
  worktree: z.string().max(4096).optional(),
});
export type TargetRequest = z.output<typeof targetRequest>;

export const toolContent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), data: z.string(), mimeType: z.string() }),
]);
export type ToolContent = z.output<typeof toolContent>;

export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  retry: z.enum(["safe", "later", "look_first", "never"]),
});

/** `structuredContent` of every tool result. */
export const toolFacts = z.object({
  action_id: z.string(),
  slot: z.int().nullable(),
  epoch: z.int().nullable(),
  /** R6. `not_sent`: nothing that could have an effect reached Chrome. */
  outcome: z.enum(["not_sent", "done", "failed", "unknown"]),
  /** R3, in words: what was seen of the website during the action. */
  evidence: z.string().optional(),
  error: errorBody.optional(),
  /** Set on the first result after the person handed the slot back. */
  control_returned: z.object({ note: z.string().nullable() }).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ToolFacts = z.output<typeof toolFacts>;

export const toolResult = z.object({ content: z.array(toolContent), facts: toolFacts });
export type ToolResult = z.output<typeof toolResult>;

export const agentCalls = {
  hello: defineCall(
    "agent/hello",
    z.strictObject({ protocol: z.literal(1), token: z.string(), agent: agentIdentity, target: targetRequest }),
    z.object({ session: z.string() }),
  ),
  call: defineCall(
    "agent/call",
    z.strictObject({
      actionId: z.string().min(8).max(100),
      tool: z.string().max(100),
      arguments: z.record(z.string(), z.unknown()),
      /** How long the call may wait for a slot, in milliseconds. */
      waitMs: z.int().min(0).max(3_600_000),
    }),
    toolResult,
  ),
  goodbye: defineCall("agent/goodbye", z.strictObject({}), z.object({ done: z.literal(true) })),
} as const;

/** control room → wrapper, while a call waits for a slot (R11) */
export const waitingNotice = {
  name: "agent/waiting",
  params: z.object({ actionId: z.string(), code: z.string(), sentence: z.string(), position: z.int() }),
} as const;
