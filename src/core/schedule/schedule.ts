import type { QuarantineCode } from "../slot/quarantine.ts";

/**
 * Who gets which slot next, or why not (R10–R12, R14). Pure: facts in, decisions out; the engine carries them out
 * one after another in one turn of the event loop, so an allocation can't be made twice.
 */
export interface SlotFacts {
  readonly slot: number;
  /** The login target that this slot belongs to for good; null for one that was never used. */
  readonly target: string | null;
  readonly holder: "nobody" | "agent" | "human" | "parked";
  /** Who holds it, in words, and since when. */
  readonly heldBy: string;
  /** Whose lease is parked here; null otherwise. */
  readonly parkedFor: string | null;
  readonly since: number;
  readonly life: "empty" | "launching" | "live" | "closing";
  /** What its last lease left behind is still being accounted for: nobody knows yet whether it may be offered. */
  readonly settling: boolean;
  readonly takesPlace: boolean;
  /** The first reason why it is not offered (R7); null when there is none. */
  readonly quarantine: QuarantineCode | null;
  readonly lastUsedAt: number;
}

export interface Request {
  readonly id: string;
  readonly agent: string;
  readonly agentId: string;
  readonly target: string;
  readonly since: number;
}

export interface Limits {
  readonly cap: number;
  readonly paused: boolean;
  /** Why no Chrome can be launched at all, in a sentence; null while one can. */
  readonly blocked: string | null;
}

export type Decision =
  | { readonly kind: "grant"; readonly request: string; readonly slot: number; readonly launch: boolean }
  /** A live Chrome that nobody holds makes room; the grant follows when its exit was observed (R52). */
  | { readonly kind: "make_room"; readonly slot: number }
  | { readonly kind: "wait"; readonly request: string; readonly reason: WaitReason };

export type WaitReason =
  | { readonly code: "paused" }
  | { readonly code: "blocked"; readonly sentence: string }
  | { readonly code: "target_busy"; readonly slot: number; readonly heldBy: string; readonly since: number }
  | { readonly code: "slot_closing"; readonly slot: number }
  | { readonly code: "settling"; readonly slot: number }
  | { readonly code: "quarantined"; readonly slot: number; readonly quarantine: QuarantineCode }
  /** `isOwn`: the one who asks is the agent that had vanished. */
  | { readonly code: "parked"; readonly slot: number; readonly agent: string; readonly isOwn: boolean }
  | { readonly code: "cap_reached"; readonly cap: number; readonly held: number }
  | { readonly code: "making_room"; readonly slot: number }
  | { readonly code: "no_slot_left"; readonly slots: number };

interface Working extends Omit<SlotFacts, "target" | "holder" | "heldBy" | "life"> {
  target: string | null;
  holder: SlotFacts["holder"];
  heldBy: string;
  life: SlotFacts["life"];
}

/** @param requests oldest first; the order of arrival is the order of service */
export function schedule(slots: readonly SlotFacts[], requests: readonly Request[], limits: Limits): Decision[] {
  const working: Working[] = slots.map((slot) => ({ ...slot }));
  const ofTarget = new Map(working.flatMap((slot) => (slot.target === null ? [] : [[slot.target, slot] as const])));
  // A person who used a slot without a target may have logged in there: it is nobody else's (R14).
  const unused = working.filter(
    (slot) =>
      slot.target === null &&
      slot.lastUsedAt === 0 &&
      slot.holder === "nobody" &&
      slot.life === "empty" &&
      slot.quarantine === null,
  );
  const idle = working.filter(isIdle).sort((a, b) => a.lastUsedAt - b.lastUsedAt);
  let places = limits.cap - working.filter((slot) => slot.takesPlace).length;
  // One whose exit was waited for in vain makes no room.
  let leaving = working.filter((slot) => slot.life === "closing" && slot.quarantine === null).length;
  const decisions: Decision[] = [];

  for (const request of requests) {
    const wait = (reason: WaitReason) => decisions.push({ kind: "wait", request: request.id, reason });
    if (limits.paused) {
      wait({ code: "paused" });
      continue;
    }
    if (limits.blocked !== null) {
      wait({ code: "blocked", sentence: limits.blocked });
      continue;
    }
    const slot = ofTarget.get(request.target) ?? unused[0];
    if (!slot) {
      wait({ code: "no_slot_left", slots: slots.length });
      continue;
    }
    const obstacle = obstacleOf(slot, request);
    if (obstacle) {
      wait(obstacle);
      continue;
    }
    const launch = slot.life === "empty";
    if (launch && places <= 0) {
      const next = leaving > 0 ? null : idle.find(isIdle);
      if (leaving > 0) {
        leaving -= 1;
        wait({ code: "cap_reached", cap: limits.cap, held: limits.cap });
      } else if (next) {
        next.life = "closing";
        decisions.push({ kind: "make_room", slot: next.slot });
        wait({ code: "making_room", slot: next.slot });
      } else {
        const held = working.filter((each) => each.takesPlace && each.holder !== "nobody").length;
        wait({ code: "cap_reached", cap: limits.cap, held });
      }
      continue;
    }
    if (launch) places -= 1;
    if (slot === unused[0]) unused.shift();
    slot.target = request.target;
    slot.holder = "agent";
    slot.heldBy = request.agent;
    ofTarget.set(request.target, slot);
    decisions.push({ kind: "grant", request: request.id, slot: slot.slot, launch });
  }
  return decisions;
}

/** A window that nobody needs now, and that may be closed to make room. */
function isIdle(slot: Working): boolean {
  return slot.holder === "nobody" && slot.life === "live" && slot.quarantine === null && !slot.settling;
}

function obstacleOf(slot: Working, request: Request): WaitReason | null {
  if (slot.quarantine !== null) return { code: "quarantined", slot: slot.slot, quarantine: slot.quarantine };
  if (slot.holder === "parked") {
    return { code: "parked", slot: slot.slot, agent: slot.heldBy, isOwn: slot.parkedFor === request.agentId };
  }
  if (slot.holder !== "nobody") {
    return { code: "target_busy", slot: slot.slot, heldBy: slot.heldBy, since: slot.since };
  }
  if (slot.settling) return { code: "settling", slot: slot.slot };
  if (slot.life === "closing" || slot.life === "launching") return { code: "slot_closing", slot: slot.slot };
  return null;
}
