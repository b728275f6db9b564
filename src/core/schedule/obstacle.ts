import type { SlotFacts } from "./facts.ts";
import type { Held, KeyState, WaitReason } from "./reasons.ts";
import type { SlotEntry } from "./slot-book.ts";

/** Why the slot itself can't be given to anybody now; null when it is free. @param agentId who asks */
export function obstacleOf({ facts, offer, toldToClose }: SlotEntry, agentId: string): WaitReason | null {
  const { slot, quarantine, holder, life } = facts;
  if (quarantine !== null) return { code: "quarantined", slot, quarantine };
  if (holder === "parked") {
    return { code: "parked", slot, agent: facts.heldBy, isOwn: facts.parkedFor === agentId };
  }
  if (holder !== "nobody") return { code: "target_busy", ...heldBy(facts) };
  if (offer) return { code: "offered", slot, agent: offer.request.agent, isOwn: offer.request.agentId === agentId };
  if (facts.settling) return { code: "settling", slot };
  if (life === "closing" || life === "launching" || toldToClose) return { code: "slot_closing", slot };
  return null;
}

/**
 * Which conflict keys the slot holds (R17): those of whoever may act in it, and of work that is not accounted for. What
 * is unclear counts as work that may still be running (R2, R7).
 */
export function keysHeldBy({ facts, offer }: SlotEntry): readonly string[] {
  if (offer) return offer.request.conflictKeys;
  const isQuiet = facts.holder === "nobody" && !facts.settling && facts.quarantine === null;
  return isQuiet ? [] : facts.conflictKeys;
}

/** The reason of one who waits for a key that this slot holds. */
export function keyReason(key: string, { facts, offer }: SlotEntry): WaitReason {
  const target = facts.target ?? offer?.request.target ?? "no target";
  const held = { ...heldBy(facts), ...(offer ? { heldBy: offer.request.agent, byAgent: true } : {}) };
  return { code: "conflict_key", key, target, state: keyState(facts, offer !== null), ...held };
}

function keyState({ holder, quarantine }: SlotFacts, offered: boolean): KeyState {
  if (offered) return "offered";
  if (holder !== "nobody") return "held";
  return quarantine === null ? "settling" : "quarantined";
}

function heldBy({ slot, heldBy: who, holder, since, lastActivityAt }: SlotFacts): Held {
  return { slot, heldBy: who, byAgent: holder === "agent", since, lastActivityAt };
}
