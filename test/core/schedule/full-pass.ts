import { type Limits, mostOvertakes, type Request, type SlotFacts } from "../../../src/core/schedule/facts.ts";
import type { WaitReason } from "../../../src/core/schedule/reasons.ts";
import type { Step } from "../../../src/core/schedule/scheduler.ts";

/** A request and how often it was overtaken so far. */
export interface Waiting extends Request {
  overtaken: number;
}

type Working = { -readonly [Name in keyof SlotFacts]: SlotFacts[Name] };

/**
 * What the scheduler has to decide, found by looking at every slot and every request: slow, and short enough to be read
 * against the rules. The oracle of the property test. It counts overtakes in the requests that it is given.
 * @param requests oldest first
 */
export function fullPass(slots: readonly SlotFacts[], requests: readonly Waiting[], limits: Limits): Step[] {
  const working: Working[] = slots.map((slot) => ({ ...slot }));
  const steps: Step[] = [];
  const granted = new Set<string>();
  for (;;) {
    const step = firstStep(
      working,
      requests.filter(({ id }) => !granted.has(id)),
      limits,
    );
    if (!step) return steps;
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
    const slot = slotFor(slots, request);
    if (!slot || obstacleOf(slot, request)) continue;
    const launch = slot.life === "empty";
    const waitsForKey = keyReasonsOf(slots, passed, request).length > 0;
    if (!waitsForKey && (!launch || placesOf(slots, limits) > 0)) {
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
  slots: readonly SlotFacts[],
  requests: readonly Waiting[],
  limits: Limits,
): ReadonlyMap<string, readonly (WaitReason | null)[]> {
  const heads = headsOf(requests);
  const passed: Waiting[] = [];
  let line = 0;
  const reasons = new Map<string, readonly (WaitReason | null)[]>();
  for (const request of requests) {
    const slot = slotFor(slots, request);
    const head = heads.find(({ target }) => target === request.target);
    const obstacle = slot ? obstacleOf(slot, request) : null;
    const keyReasons = slot && !obstacle && head === request ? keyReasonsOf(slots, passed, request) : [];
    const reason = ((): WaitReason | null => {
      if (limits.paused) return { code: "paused" };
      if (limits.blocked !== null) return { code: "blocked", sentence: limits.blocked };
      if (!slot) return { code: "no_slot_left", slots: slots.length };
      if (obstacle) return obstacle;
      if (head && head !== request) return { code: "older_waiter", agent: head.agent, since: head.since };
      if (keyReasons.length > 0 || slot.life !== "empty" || placesOf(slots, limits) > 0) return null;
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
    if (slot && !obstacle && head === request) passed.push(request);
  }
  return reasons;
}

function headsOf(requests: readonly Waiting[]): Waiting[] {
  return requests.filter(({ target }, index) => requests.findIndex((each) => each.target === target) === index);
}

function slotFor<Slot extends SlotFacts>(slots: readonly Slot[], { target }: Request): Slot | undefined {
  const isUnused = (slot: Slot) =>
    slot.target === null &&
    slot.lastUsedAt === 0 &&
    slot.holder === "nobody" &&
    slot.life === "empty" &&
    !slot.settling &&
    slot.quarantine === null;
  return slots.find((slot) => slot.target === target) ?? slots.find(isUnused);
}

function takenOf(slots: readonly SlotFacts[]): number {
  return slots.filter((slot) => slot.takesPlace).length;
}

function placesOf(slots: readonly SlotFacts[], { cap, memory }: Limits): number {
  return Math.min(cap, memory?.chromes ?? cap) - takenOf(slots);
}

function leavingOf(slots: readonly SlotFacts[]): SlotFacts[] {
  return slots.filter((slot) => slot.life === "closing" && slot.quarantine === null);
}

function idleOf(slots: readonly Working[]): Working[] {
  return slots
    .filter((slot) => slot.holder === "nobody" && slot.life === "live" && !slot.quarantine && !slot.settling)
    .toSorted((one, other) => one.lastUsedAt - other.lastUsedAt || one.slot - other.slot);
}

function shareKey(one: Request, other: Request): boolean {
  return one.conflictKeys.some((key) => other.conflictKeys.includes(key));
}

function obstacleOf(slot: SlotFacts, request: Request): WaitReason | null {
  if (slot.quarantine !== null) return { code: "quarantined", slot: slot.slot, quarantine: slot.quarantine };
  if (slot.holder === "parked") {
    return { code: "parked", slot: slot.slot, agent: slot.heldBy, isOwn: slot.parkedFor === request.agentId };
  }
  if (slot.holder !== "nobody") return { code: "target_busy", ...heldBy(slot) };
  if (slot.settling) return { code: "settling", slot: slot.slot };
  if (slot.life === "closing" || slot.life === "launching") return { code: "slot_closing", slot: slot.slot };
  return null;
}

function keyReasonsOf(slots: readonly SlotFacts[], passed: readonly Waiting[], request: Request): WaitReason[] {
  return request.conflictKeys.flatMap((key): WaitReason[] => {
    const holder = slots.find(
      (slot) =>
        slot.conflictKeys.includes(key) && (slot.holder !== "nobody" || slot.settling || slot.quarantine !== null),
    );
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
