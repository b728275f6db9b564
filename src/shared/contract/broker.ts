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
  z.object({ kind: z.literal("stop") }),
]);
export type ToBroker = z.output<typeof toBroker>;

/** Requests other than GET and HEAD, and navigations, that were seen while the action ran (R3). Never with query or body. */
export const seenRequest = z.object({
  method: z.string(),
  /** Origin and path only. */
  url: z.string(),
  state: z.enum(["sent", "answered", "failed"]),
  status: z.int().nullable(),
});
export type SeenRequest = z.output<typeof seenRequest>;

export const brokerResult = z.object({
  kind: z.literal("result"),
  actionId: z.string(),
  /** `failed`: the page refused it, with the error saying how. `unknown`: an effect may have begun and no end was seen. */
  outcome: z.enum(["not_sent", "done", "failed", "unknown"]),
  content: z.array(toolContent),
  requests: z.array(seenRequest),
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
  brokerResult,
]);
export type FromBroker = z.output<typeof fromBroker>;
