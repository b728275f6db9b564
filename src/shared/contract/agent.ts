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

/** One request that was seen (R3), as `core/action/evidence` describes it. */
export const seenRequest = z.object({
  method: z.string(),
  url: z.string(),
  kind: z.enum(["request", "navigation", "beacon", "socket", "download"]),
  state: z.enum(["sent", "answered", "failed", "not_reached"]),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  sentAt: z.number(),
  endedAt: z.number().nullable(),
  initiator: z.enum(["script", "parser", "other"]),
  attribution: z.enum(["window", "other_tab", "later"]),
  byServiceWorker: z.boolean(),
});

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

/** Why a call waited for a slot in vain (R11), and whether it can help to ask again. */
export const waitingFacts = z.object({
  code: z.string(),
  /** The same sentence that the person reads. */
  sentence: z.string(),
  position: z.int(),
  /** All calls together that were made for this slot, in seconds. */
  waited_s: z.int(),
  /** Present where only a person can end the reason: asking again by itself can't help. */
  retry: z.literal(false).optional(),
  /** Present otherwise: seconds after which to ask again. The place in the queue is kept until then. */
  after_s: z.int().optional(),
});
export type WaitingFacts = z.output<typeof waitingFacts>;

/** `structuredContent` of every tool result. */
export const toolFacts = z.object({
  action_id: z.string(),
  slot: z.int().nullable(),
  epoch: z.int().nullable(),
  /** R6. `not_sent`: nothing that could have an effect reached Chrome. */
  outcome: z.enum(["not_sent", "done", "failed", "unknown"]),
  /** R3, in words: what was seen of the website during the action. */
  evidence: z.string().optional(),
  /** R3, the same as data; times in milliseconds since the Unix epoch. */
  requests: z.array(seenRequest).optional(),
  /** This call was made before with the same action id; it was not run again (R6). */
  repeated: z.enum(["attached", "replayed", "expired"]).optional(),
  /** Earlier actions of this agent whose outcome is unknown; look, then state it with `reconcile`. */
  unresolved: z.array(z.string()).optional(),
  /** What became known of earlier actions since the last result. */
  news: z.array(z.object({ action_id: z.string(), text: z.string() })).optional(),
  error: errorBody.optional(),
  /** Set when the deadline of the wait for a slot came first. */
  waiting: waitingFacts.optional(),
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

/**
 * control room → wrapper, when the turn of a waiting call has come: whether somebody still waits for it. Nothing is
 * opened for one that has gone.
 */
export const stillThereQuestion = defineCall(
  "agent/still-there",
  z.object({ actionId: z.string() }),
  z.object({ there: z.boolean() }),
);

/** control room → wrapper, now and then while it holds a slot: the heartbeat of its connection (R16). */
export const presenceQuestion = defineCall("agent/presence", z.object({}), z.object({ present: z.boolean() }));

/** control room → wrapper, while a call waits for a slot (R11) */
export const waitingNotice = {
  name: "agent/waiting",
  params: z.object({ actionId: z.string(), code: z.string(), sentence: z.string(), position: z.int() }),
} as const;
