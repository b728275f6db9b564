import type { Outcome } from "../action/outcome.ts";
import { type Control, leaseOf } from "../lease/control.ts";
import type { SlotView } from "./snapshot.ts";
import { duration, outcomeWord } from "./words.ts";

/**
 * R16: two clocks of the agent that a slot is lent to. Its heartbeat says that its connection answers; its activity says
 * when it did something. Neither says anything of the other.
 */

/** A moment of the present lease; null for one of a former lease, which is somebody else's. */
export function ofThisLease(at: number | null, control: Control): number | null {
  const lease = leaseOf(control);
  return at !== null && lease !== null && at >= lease.grantedAt ? at : null;
}

type Clocks = Pick<SlotView, "holder" | "lastActivityAt" | "lastHeartbeatAt" | "connectionLost">;

/** `No action yet.`, `Last action 3 min ago.` */
export function activitySentence({ lastActivityAt }: Clocks, now: number): string {
  return lastActivityAt === null ? "No action yet." : `Last action ${duration(now - lastActivityAt)} ago.`;
}

/** `Its connection answered 4 s ago.`; unknown is said to be so. */
export function heartbeatSentence({ connectionLost, holder, lastHeartbeatAt }: Clocks, now: number): string {
  if (connectionLost !== null) {
    const { since, parksAt } = connectionLost;
    return `Its connection is lost for ${duration(now - since)}; its lease is parked in ${duration(parksAt - now)} unless it is back.`;
  }
  if (holder.kind === "parked" || (holder.kind === "human" && holder.vanished)) return "It has vanished.";
  if (lastHeartbeatAt === null) return "Whether its connection answers is unknown.";
  return `Its connection answered ${duration(now - lastHeartbeatAt)} ago.`;
}

/** Both, for a slot that an agent's lease is in; null for one without. */
export function clocksSentence(slot: Clocks, now: number): string | null {
  const { holder } = slot;
  const hasLease =
    holder.kind === "agent" || holder.kind === "parked" || (holder.kind === "human" && holder.over !== null);
  return hasLease ? `${activitySentence(slot, now)} ${heartbeatSentence(slot, now)}` : null;
}

/** @param graceMs after which it is parked, milliseconds */
export function connectionLostSentence(agent: string, graceMs: number): string {
  return `The connection of ${agent} ended without a goodbye; its lease is parked unless it is back within ${duration(graceMs)}.`;
}

export function connectionBackSentence(agent: string, gone: number): string {
  return `${agent} is back after ${duration(gone)}; its lease goes on.`;
}

/** What became of a call whose result could not be handed over. */
export function undeliveredSentence(tool: string, outcome: Outcome, evidence: string): string {
  return `The result of ${tool} did not reach you: ${outcomeWord(outcome)}.${evidence === "" ? "" : ` ${evidence}`}`;
}
