import { z } from "zod";
import { quarantineCodes } from "../../../core/slot/quarantine.ts";
import { receiptSteps } from "../../../core/view/snapshot.ts";
import { seenRequest } from "../../../shared/contract/agent.ts";

/** What comes from disk is parsed like what comes from a socket. */

const lease = z.object({
  id: z.string(),
  session: z.string(),
  agent: z.string(),
  agentId: z.string().default(""),
  target: z.string(),
  worktree: z.string().nullable().default(null),
  grantedAt: z.number(),
  returned: z.object({ note: z.string().nullable() }).nullable(),
});

export const holderShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("nobody") }),
  z.object({ kind: z.literal("agent"), lease }),
  z.object({ kind: z.literal("parked"), lease }),
  z.object({ kind: z.literal("human"), suspended: lease.nullable(), vanished: z.boolean().default(false) }),
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
  for_person: z.int(),
});

export const wipeRow = z
  .object({
    id: z.string(),
    slot: z.int(),
    target: z.string().nullable(),
    epoch: z.int(),
    began_at: z.number(),
    who: z.string(),
    why: z.string(),
  })
  .transform(({ began_at: beganAt, ...row }) => ({ ...row, beganAt }));

const outcome = z.enum(["not_sent", "done", "failed", "unknown"]);

export const resolutionShape = z.object({
  finding: z.enum(["applied", "not_applied", "answered", "discarded"]),
  by: z.enum(["agent", "person", "check", "evidence"]),
  who: z.string(),
  at: z.number(),
  why: z.string(),
});

/** A column that holds JSON of this shape; text that is no JSON is a fault of the row, not of the program. */
export function inJson<Shape extends z.ZodType>(shape: Shape) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "it is no JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);
}

export const actionRow = z.object({
  id: z.string(),
  slot: z.int(),
  epoch: z.int(),
  lease: z.string(),
  session: z.string(),
  agent: z.string(),
  agent_id: z.string(),
  tool: z.string(),
  summary: z.string(),
  effect: z.enum(["reads", "acts"]),
  admitted_at: z.number(),
  dispatched_at: z.number().nullable(),
  written_at: z.number().nullable(),
  settled_at: z.number().nullable(),
  outcome: outcome.nullable(),
  evidence: z.string().nullable(),
  requests: inJson(z.array(seenRequest)),
  resolution: inJson(resolutionShape).nullable(),
});

export const quarantineRow = z.object({
  id: z.string(),
  slot: z.int(),
  code: z.enum(quarantineCodes),
  known: z.string(),
  since: z.number(),
  about: inJson(
    z.object({
      actionIds: z.array(z.string()),
      process: z.object({ pid: z.int(), startTime: z.string().nullable() }).nullable(),
    }),
  ),
});

export const eventRow = z.object({
  id: z.int(),
  at: z.number(),
  slot: z.int().nullable(),
  kind: z.string(),
  text: z.string(),
});

export const actionView = z.object({
  id: z.string(),
  tool: z.string(),
  summary: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  outcome: z.union([z.literal("running"), outcome]),
  evidence: z.string().nullable(),
  requests: z.array(seenRequest).default([]),
  resolution: resolutionShape.nullable().default(null),
});

export const receiptShape = z.object({
  slot: z.int(),
  epoch: z.int(),
  cause: z.enum(["take_over", "parked", "reclaimed", "restart"]).default("take_over"),
  from: z.string(),
  requestedAt: z.number(),
  completedAt: z.number().nullable().default(null),
  steps: z.array(z.object({ step: z.enum(receiptSteps), at: z.number().nullable() })),
  released: z.array(z.string()).default([]),
  unanswered: z.array(z.string()),
  lastAction: actionView.nullable(),
});
