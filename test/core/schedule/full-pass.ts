import { type Limits, mostOvertakes, type Request, type SlotFacts } from "../../../src/core/schedule/facts.ts";
import type { WaitReason } from "../../../src/core/schedule/reasons.ts";
import type { Step } from "../../../src/core/schedule/scheduler.ts";
import { leastRecentlyUsed } from "../../../src/core/slot/reassign.ts";

/** A request and how often it was overtaken so far. */
export interface Waiting extends Omit<Request, "overtaken" | "wipeFailed"> {
  overtaken: number;
  wipeFailed: boolean;
  /** The slot that is being wiped for it. */
  wiping: number | null;
}

type Facts = { -readonly [Name in keyof SlotFacts]: SlotFacts[Name] };

interface Working extends Facts {
  wipedFor: Waiting | null;
}

function workingCopy(slots: readonly SlotFacts[], requests: readonly Waiting[]): Working[] {
  return slots.map((slot) => ({ ...slot, wipedFor: requests.find(({ wiping }) => wiping === slot.slot) ?? null }));
}

/**
 * What the scheduler has to decide, found by looking at every slot and every request: slow, and short enough to be read
 * against the rules. The oracle of the property test. It counts overtakes in the requests that it is given.
 * @param requests oldest first
 */
export function fullPass(slots: readonly SlotFacts[], requests: readonly Waiting[], limits: Limits): Step[] {
  const working = workingCopy(slots, requests);
  const steps: Step[] = [];
  const granted = new Set<string>();
  const before = new Map(requests.map((request) => [request, request.wiping]));
  for (;;) {
    const step = firstStep(
      working,
      requests.filter(({ id }) => !granted.has(id)),
      limits,
    );
    if (!step) {
      for (const [request, wiping] of before) request.wiping = wiping;
      return steps;
    }
    steps.push(step);
    if (step.kind === "offer") granted.add(step.request);
  }
}

/** The first step for the oldest request that one can be made for, carried out in the slots and requests given. */
function firstStep(slots: Working[], requests: readonly Waiting[], limits: Limits): Step | null {
  if (limits.paused || limits.blocked !== null) return null;
  /** Older ones that wait although their slot is free. */
  const passed: Waiting[] = [];
  let leaving = leavingOf(slots).length;
  for (const request of headsOf(requests)) {
    if (request.wiping !== null) continue;
    const slot = slotFor(slots, request);
    const wiped = slot ? null : toWipeFor(slots, requests, request);
    if (slot ? obstacleOf(slot, request) : !wiped) continue;
    const launch = slot?.life !== "live";
    const waitsForKey = keyReasonsOf(slots, passed, request).length > 0;
    const isServed = !launch || placesOf(slots, limits) > 0 || (leaving === 0 && wiped?.life === "live");
    if (!waitsForKey && isServed && wiped) {
      Object.assign(wiped, { wiping: { formerTarget: wiped.target }, wipedFor: request });
      request.wiping = wiped.slot;
      return { kind: "wipe", request: request.id, slot: wiped.slot };
    }
    if (!waitsForKey && isServed && slot) {
      for (const older of passed) if (shareKey(older, request)) older.overtaken += 1;
      const { target, conflictKeys, agent } = request;
      Object.assign(slot, { target, conflictKeys, holder: "agent", heldBy: agent, takesPlace: true });
      return { kind: "offer", request: request.id, slot: slot.slot, launch };
    }
    const [idle] = idleOf(slots);
    if (!waitsForKey && leaving === 0 && idle) {
      idle.life = "closing";
      return { kind: "make_room", slot: idle.slot };
    }
    if (!waitsForKey && leaving > 0) leaving -= 1;
    passed.push(request);
  }
  return null;
}

/**
 * Why each of them waits, when nothing can be given to anybody: all that would be true to say. One that waits for
 * several conflict keys may be told any of them.
 * @param requests oldest first
 */
export function fullReasons(
  facts: readonly SlotFacts[],
  requests: readonly Waiting[],
  limits: Limits,
): ReadonlyMap<string, readonly (WaitReason | null)[]> {
  const slots = workingCopy(facts, requests);
  const heads = headsOf(requests);
  const passed: Waiting[] = [];
  let line = 0;
  const reasons = new Map<string, readonly (WaitReason | null)[]>();
  for (const request of requests) {
    const slot = slotFor(slots, request);
    const head = heads.find(({ target }) => target === request.target);
    const wiped = slot ? null : toWipeFor(slots, requests, request);
    const obstacle = slot ? obstacleOf(slot, request) : null;
    const isNext = head === request && request.wiping === null && (slot ?? wiped) !== null && !obstacle;
    const keyReasons = isNext ? keyReasonsOf(slots, passed, request) : [];
    const reason = ((): WaitReason | null => {
      if (limits.paused) return { code: "paused" };
      if (limits.blocked !== null) return { code: "blocked", sentence: limits.blocked };
      const mine = slots.find(({ wipedFor }) => wipedFor === request);
      if (mine) return { code: "being_wiped", slot: mine.slot, formerTarget: formerTargetOf(mine), isOwn: true };
      if (!slot && !wiped && head?.wiping === null) {
        return { code: "no_slot_left", slots: slots.length, wipeFailed: request.wipeFailed };
      }
      if (obstacle) return obstacle;
      if (head && head !== request) return { code: "older_waiter", agent: head.agent, since: head.since };
      if (keyReasons.length > 0 || slot?.life === "live" || placesOf(slots, limits) > 0) return null;
      const leaving = leavingOf(slots)[line];
      line += 1;
      if (leaving) return { code: "making_room", slot: leaving.slot };
      const { cap, memory } = limits;
      if (!memory || takenOf(slots) >= cap) return { code: "cap_reached", cap };
      const { measuredMb, eachMb, limitMb } = memory;
      return { code: "memory_low", measuredMb, eachMb, limitMb };
    })();
    const waitsForKey = keyReasons.length > 0 && !limits.paused && limits.blocked === null;
    reasons.set(request.id, waitsForKey ? keyReasons : [reason]);
    if (isNext) passed.push(request);
  }
  return reasons;
}

function headsOf(requests: readonly Waiting[]): Waiting[] {
  const isHead = (request: Waiting) => {
    const group = requests.filter(({ target }) => target === request.target);
    return request === (group.find(({ wiping }) => wiping !== null) ?? group[0]);
  };
  return requests.filter(isHead);
}

/** The slot of another target that would be wiped for it. */
function toWipeFor(slots: readonly Working[], requests: readonly Waiting[], request: Waiting): Working | null {
  if (request.wipeFailed) return null;
  const wanted = ({ target }: SlotFacts) => target !== null && requests.some((each) => each.target === target);
  const least = leastRecentlyUsed(slots.map((slot) => ({ ...slot, offered: false, wanted: wanted(slot) })));
  return slots.find(({ slot }) => slot === least?.slot) ?? null;
}

function formerTargetOf({ wiping }: SlotFacts): string | null {
  return wiping ? wiping.formerTarget : null;
}

function slotFor<Slot extends SlotFacts>(slots: readonly Slot[], { target }: Waiting): Slot | null {
  const isUnused = (slot: Slot) =>
    slot.target === null &&
    slot.lastUsedAt === 0 &&
    slot.holder === "nobody" &&
    slot.life === "empty" &&
    !slot.settling &&
    slot.wiping === null &&
    slot.quarantine === null;
  return slots.find((slot) => slot.target === target) ?? slots.find(isUnused) ?? null;
}

function takenOf(slots: readonly Working[]): number {
  return slots.filter((slot) => slot.takesPlace || slot.wipedFor).length;
}

function placesOf(slots: readonly Working[], { cap, memory }: Limits): number {
  return Math.min(cap, memory?.chromes ?? cap) - takenOf(slots);
}

function leavingOf(slots: readonly Working[]): Working[] {
  return slots.filter((slot) => slot.life === "closing" && slot.quarantine === null && !slot.wipedFor);
}

function idleOf(slots: readonly Working[]): Working[] {
  return slots
    .filter(({ holder, life }) => holder === "nobody" && life === "live")
    .filter(({ quarantine, settling, watched }) => !quarantine && !settling && !watched)
    .filter(({ wiping }) => wiping === null)
    .toSorted((one, other) => one.lastUsedAt - other.lastUsedAt || one.slot - other.slot);
}

function shareKey(one: Waiting, other: Waiting): boolean {
  return one.conflictKeys.some((key) => other.conflictKeys.includes(key));
}

function obstacleOf(slot: SlotFacts, request: Waiting): WaitReason | null {
  if (slot.wiping) return { code: "being_wiped", slot: slot.slot, ...slot.wiping, isOwn: false };
  if (slot.quarantine !== null) return { code: "quarantined", slot: slot.slot, quarantine: slot.quarantine };
  if (slot.holder === "parked") {
    return { code: "parked", slot: slot.slot, agent: slot.heldBy, isOwn: slot.parkedFor === request.agentId };
  }
  if (slot.holder !== "nobody") return { code: "target_busy", ...heldBy(slot) };
  if (slot.settling) return { code: "settling", slot: slot.slot };
  if (slot.life === "closing" || slot.life === "launching") return { code: "slot_closing", slot: slot.slot };
  return null;
}

function keyReasonsOf(slots: readonly Working[], passed: readonly Waiting[], request: Waiting): WaitReason[] {
  return request.conflictKeys.flatMap((key): WaitReason[] => {
    const holder = slots.find(
      (slot) =>
        slot.wipedFor?.conflictKeys.includes(key) ??
        (slot.conflictKeys.includes(key) && (slot.holder !== "nobody" || slot.settling || slot.quarantine !== null)),
    );
    if (holder?.wipedFor) {
      const { target, agent } = holder.wipedFor;
      return [{ code: "conflict_key", key, target, state: "offered", ...heldBy(holder), heldBy: agent, byAgent: true }];
    }
    if (holder) {
      const state = holder.holder !== "nobody" ? "held" : holder.quarantine === null ? "settling" : "quarantined";
      return [{ code: "conflict_key", key, target: holder.target ?? "", state, ...heldBy(holder) }];
    }
    const keptFor = passed.find((older) => older.overtaken >= mostOvertakes && older.conflictKeys.includes(key));
    return keptFor ? [{ code: "conflict_key_kept", key, agent: keptFor.agent, since: keptFor.since }] : [];
  });
}

function heldBy({ slot, heldBy: who, holder, since, lastActivityAt }: SlotFacts) {
  return { slot, heldBy: who, byAgent: holder === "agent", since, lastActivityAt };
}
