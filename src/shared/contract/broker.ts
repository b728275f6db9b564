import { z } from "zod";
import { errorBody, toolContent } from "./agent.ts";

/**
 * Main process ⇄ broker over the inherited IPC channel. A broker is bound once, to one slot, launch and epoch,
 * and is never bound again: it is killed at every change of control.
 */

export const brokerBinding = z.object({
  kind: z.literal("bind"),
  slot: z.int(),
  launch: z.string(),
  epoch: z.int(),
  /** `ws+unix:` address of the leased DevTools endpoint. */
  endpoint: z.string(),
  /** Single use; sent as `Authorization: Bearer`. */
  token: z.string(),
  downloadsDirectory: z.string(),
  uploadsDirectory: z.string(),
});
export type BrokerBinding = z.output<typeof brokerBinding>;

export const brokerAction = z.object({
  kind: z.literal("action"),
  actionId: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Milliseconds that the action may take before its outcome is stated as it stands. */
  timeoutMs: z.int(),
});
export type BrokerAction = z.output<typeof brokerAction>;

export const toBroker = z.discriminatedUnion("kind", [
  brokerBinding,
  brokerAction,
  /**
   * What the action started is answered, or its time is over: say what the page shows now. `newDocument`: a navigation
   * of the tab was answered, so the document that it brings is waited for. `tabs`: how many
   * tabs the agent has, so that one that was just opened is told of.
   */
  z.object({ kind: z.literal("report"), actionId: z.string(), newDocument: z.boolean(), tabs: z.int() }),
  /** Control has changed: state what was performed so far, then end. */
  z.object({ kind: z.literal("stop") }),
]);
export type ToBroker = z.output<typeof toBroker>;

/**
 * The steps of an acting tool have come to their end in Chrome. What they started is watched by the control room; the
 * broker says only what it did itself.
 */
export const brokerPerformed = z.object({
  kind: z.literal("performed"),
  actionId: z.string(),
  /** Every step came to its end. False also while a dialog stands in the way of one. */
  finished: z.boolean(),
  /** Why a step could not be finished; null when none failed. */
  failed: z.object({ message: z.string(), timedOut: z.boolean() }).nullable(),
  /** Whether the broker wrote anything that can have an effect; the gate's own record counts as well (R6). */
  touched: z.boolean(),
  /** An earlier step of the same action was finished. */
  partly: z.boolean(),
  dialogOpen: z.boolean(),
  pageClosed: z.boolean(),
  /** A remark of the tool's own, such as that there was no earlier page to go back to. */
  note: z.string().nullable(),
});
export type BrokerPerformed = z.output<typeof brokerPerformed>;

/** What the page shows once the action has settled. */
export const brokerReported = z.object({
  kind: z.literal("reported"),
  actionId: z.string(),
  content: z.array(toolContent),
});
export type BrokerReported = z.output<typeof brokerReported>;

/** A tool that only reads, or one that was refused before it began: its whole result in one message. */
export const brokerResult = z.object({
  kind: z.literal("result"),
  actionId: z.string(),
  /** `failed`: the page refused it, with the error saying how. `unknown`: an effect may have begun and no end was seen. */
  outcome: z.enum(["not_sent", "done", "failed", "unknown"]),
  content: z.array(toolContent),
  error: errorBody.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type BrokerResult = z.output<typeof brokerResult>;

export const fromBroker = z.discriminatedUnion("kind", [
  /** playwright-core is loaded; the broker can be bound. */
  z.object({ kind: z.literal("warm") }),
  /** Connected to the leased endpoint; actions may be sent. */
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("bind_failed"), message: z.string() }),
  brokerPerformed,
  /** A dialog opened, or the page was closed, after the steps had ended: nothing more will come of waiting. */
  z.object({ kind: z.literal("interrupted"), actionId: z.string(), dialogOpen: z.boolean(), pageClosed: z.boolean() }),
  brokerReported,
  brokerResult,
]);
export type FromBroker = z.output<typeof fromBroker>;
