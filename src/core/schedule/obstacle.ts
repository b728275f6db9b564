import type { SlotFacts } from "./facts.ts";
import type { Held, KeyState, WaitReason } from "./reasons.ts";
import type { SlotEntry } from "./slot-book.ts";

/** Why the slot itself can't be given to anybody now; null when it is free. @param agentId who asks */
export function obstacleOf({ facts, offer, toldToClose, wipe }: SlotEntry, agentId: string): WaitReason | null {
  const { slot, quarantine, holder, life } = facts;
  if (facts.wiping !== null) return { code: "being_wiped", slot, ...facts.wiping, isOwn: false };
  if (wipe !== null) return { code: "being_wiped", slot, formerTarget: facts.target, isOwn: false };
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
export function keysHeldBy({ facts, offer, wipe }: SlotEntry): readonly string[] {
  const lent = offer ?? wipe;
  if (lent) return lent.request.conflictKeys;
  const isQuiet = facts.holder === "nobody" && !facts.settling && facts.quarantine === null;
  return isQuiet ? [] : facts.conflictKeys;
}

/** The reason of one who waits for a key that this slot holds. */
export function keyReason(key: string, { facts, offer, wipe }: SlotEntry): WaitReason {
  const lent = offer ?? wipe;
  const target = lent?.request.target ?? facts.target ?? "no target";
  const held = { ...heldBy(facts), ...(lent ? { heldBy: lent.request.agent, byAgent: true } : {}) };
  return { code: "conflict_key", key, target, state: keyState(facts, lent !== null), ...held };
}

function keyState({ holder, quarantine }: SlotFacts, offered: boolean): KeyState {
  if (offered) return "offered";
  if (holder !== "nobody") return "held";
  return quarantine === null ? "settling" : "quarantined";
}

function heldBy({ slot, heldBy: who, holder, since, lastActivityAt }: SlotFacts): Held {
  return { slot, heldBy: who, byAgent: holder === "agent", since, lastActivityAt };
}
