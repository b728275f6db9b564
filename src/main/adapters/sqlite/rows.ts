import { z } from "zod";

/** What comes from disk is parsed like what comes from a socket. */

const lease = z.object({
  id: z.string(),
  session: z.string(),
  agent: z.string(),
  target: z.string(),
  grantedAt: z.number(),
  returned: z.object({ note: z.string().nullable() }).nullable(),
});

export const holderShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("nobody") }),
  z.object({ kind: z.literal("agent"), lease }),
  z.object({ kind: z.literal("human"), suspended: lease.nullable() }),
]);

export const slotRow = z.object({
  slot: z.int(),
  target: z.string().nullable(),
  epoch: z.int(),
  since: z.number(),
  holder: z.string(),
  last_used_at: z.number(),
});

export const launchRow = z.object({
  launch: z.string(),
  slot: z.int(),
  pid: z.int().nullable(),
  start_time: z.string().nullable(),
});

export const actionRow = z.object({
  id: z.string(),
  slot: z.int(),
  epoch: z.int(),
  lease: z.string(),
  session: z.string(),
  agent: z.string(),
  tool: z.string(),
  summary: z.string(),
  effect: z.enum(["reads", "acts"]),
  admitted_at: z.number(),
  dispatched_at: z.number().nullable(),
  settled_at: z.number().nullable(),
  outcome: z.enum(["not_sent", "done", "failed", "unknown"]).nullable(),
  evidence: z.string().nullable(),
});

export const eventRow = z.object({
  id: z.int(),
  at: z.number(),
  slot: z.int().nullable(),
  kind: z.string(),
  text: z.string(),
});

const outcome = z.enum(["not_sent", "done", "failed", "unknown"]);

export const actionView = z.object({
  id: z.string(),
  tool: z.string(),
  summary: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  outcome: z.union([z.literal("running"), outcome]),
  evidence: z.string().nullable(),
});

export const receiptShape = z.object({
  slot: z.int(),
  epoch: z.int(),
  from: z.string(),
  requestedAt: z.number(),
  steps: z.array(
    z.object({
      step: z.enum(["fence", "recorded", "broker_cut_off", "broker_exit", "chrome_barrier", "detached", "front"]),
      at: z.number().nullable(),
    }),
  ),
  unanswered: z.array(z.string()),
  lastAction: actionView.nullable(),
});
