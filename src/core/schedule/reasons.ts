import type { QuarantineCode } from "../slot/quarantine.ts";

/** Why a request waits, with the facts (R11). `waitSentence` in `view/words` says each of them in words. */
export type WaitReason =
  | { readonly code: "paused" }
  /** No Chrome can be launched at all. */
  | { readonly code: "blocked"; readonly sentence: string }
  | ({ readonly code: "target_busy" } & Held)
  /** The slot is being given to the one that has waited longest; `isOwn`: that is who asks. */
  | { readonly code: "offered"; readonly slot: number; readonly agent: string; readonly isOwn: boolean }
  | { readonly code: "slot_closing"; readonly slot: number }
  | { readonly code: "settling"; readonly slot: number }
  | { readonly code: "quarantined"; readonly slot: number; readonly quarantine: QuarantineCode }
  /** `isOwn`: the one who asks is the agent that had vanished. */
  | { readonly code: "parked"; readonly slot: number; readonly agent: string; readonly isOwn: boolean }
  /** Another agent waits for the same login, and has waited longer. */
  | { readonly code: "older_waiter"; readonly agent: string; readonly since: number }
  | ({ readonly code: "conflict_key"; readonly key: string; readonly target: string; readonly state: KeyState } & Held)
  /** Kept for another agent that was overtaken too often. */
  | { readonly code: "conflict_key_kept"; readonly key: string; readonly agent: string; readonly since: number }
  | { readonly code: "cap_reached"; readonly cap: number }
  | { readonly code: "memory_low"; readonly measuredMb: number; readonly eachMb: number; readonly limitMb: number }
  | { readonly code: "making_room"; readonly slot: number }
  /** R14: `isOwn`: wiped for the one who asks; else it has the login that is asked for. */
  | {
      readonly code: "being_wiped";
      readonly slot: number;
      readonly formerTarget: string | null;
      readonly isOwn: boolean;
    }
  /** Every slot belongs to another target and may not be wiped now; `wipeFailed`: one was to be, and that failed. */
  | { readonly code: "no_slot_left"; readonly slots: number; readonly wipeFailed: boolean };

export type WaitCode = WaitReason["code"];

/** By whom, since when, and when that agent acted last; null where it has not acted yet or no agent holds the slot. */
export interface Held {
  readonly slot: number;
  readonly heldBy: string;
  readonly byAgent: boolean;
  readonly since: number;
  readonly lastActivityAt: number | null;
}

/** Why a slot holds its conflict keys: somebody may act in it, or is about to, or it is not known that nobody does. */
export type KeyState = "held" | "offered" | "settling" | "quarantined";

/**
 * The same for two reasons where the same is the matter, whatever time has passed: who was told the one need not be told
 * the other.
 */
export function identityOf(reason: WaitReason): string {
  // Activity and memory are measured again and again; that they moved is no news.
  return JSON.stringify(reason, (name, value: unknown) =>
    name === "lastActivityAt" || name === "measuredMb" || name === "eachMb" ? null : value,
  );
}

/**
 * Whether it can help that the agent asks again by itself, and after how many seconds; null where only a person can end
 * the reason, so that asking again would only go on for ever.
 */
export function secondsUntilAskedAgain(reason: WaitReason): number | null {
  switch (reason.code) {
    case "paused":
    case "blocked":
    case "quarantined":
    case "parked":
      return null;
    case "no_slot_left":
      return reason.wipeFailed ? null : whileHeld;
    case "conflict_key":
      return reason.state === "quarantined" ? null : whileHeld;
    case "target_busy":
    case "older_waiter":
    case "conflict_key_kept":
    case "cap_reached":
      return whileHeld;
    case "memory_low":
      return untilMeasured;
    case "offered":
    case "slot_closing":
    case "settling":
    case "making_room":
    case "being_wiped":
      return soon;
    default:
      return reason satisfies never;
  }
}

/** Less than the place in the queue is kept for; an agent's work in a slot mostly takes longer anyway. */
const whileHeld = 20;
/** Memory is measured every 15 seconds. */
const untilMeasured = 15;
/** A Chrome closes and a lease is accounted for within this, mostly. */
const soon = 2;
