/**
 * Who gets which slot next, or why not (R10–R12, R14). Pure: facts in, decisions out; the engine carries them out
 * one after another in one turn of the event loop, so an allocation can't be made twice.
 */
export interface SlotFacts {
  readonly slot: number;
  /** The login target that this slot belongs to for good; null for one that was never used. */
  readonly target: string | null;
  readonly holder: "nobody" | "agent" | "human";
  /** Who holds it, in words, and since when. */
  readonly heldBy: string;
  readonly since: number;
  readonly life: "empty" | "launching" | "live" | "closing" | "quarantined";
  readonly takesPlace: boolean;
  readonly quarantine: string | null;
  readonly lastUsedAt: number;
}

export interface Request {
  readonly id: string;
  readonly agent: string;
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
  | { readonly code: "quarantined"; readonly slot: number; readonly quarantine: string }
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
    (slot) => slot.target === null && slot.lastUsedAt === 0 && slot.holder === "nobody" && slot.life === "empty",
  );
  const idle = working
    .filter((slot) => slot.holder === "nobody" && slot.life === "live")
    .sort((a, b) => a.lastUsedAt - b.lastUsedAt);
  let places = limits.cap - working.filter((slot) => slot.takesPlace).length;
  let leaving = working.filter((slot) => slot.life === "closing").length;
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
    const obstacle = obstacleOf(slot);
    if (obstacle) {
      wait(obstacle);
      continue;
    }
    const launch = slot.life === "empty";
    if (launch && places <= 0) {
      const next =
        leaving > 0 ? null : idle.find((candidate) => candidate.holder === "nobody" && candidate.life === "live");
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

function obstacleOf(slot: Working): WaitReason | null {
  if (slot.quarantine !== null) return { code: "quarantined", slot: slot.slot, quarantine: slot.quarantine };
  if (slot.holder !== "nobody") {
    return { code: "target_busy", slot: slot.slot, heldBy: slot.heldBy, since: slot.since };
  }
  if (slot.life === "closing" || slot.life === "launching") return { code: "slot_closing", slot: slot.slot };
  return null;
}
