import type { Limits } from "./facts.ts";
import type { KeyBook } from "./key-book.ts";
import { keyReason, obstacleOf } from "./obstacle.ts";
import type { Ordered } from "./ordered.ts";
import type { WaitReason } from "./reasons.ts";
import type { SlotBook, SlotEntry } from "./slot-book.ts";
import type { Waiter } from "./waiter.ts";

/** What a reason is read from. */
export interface Grounds {
  readonly limits: Limits;
  readonly slots: SlotBook;
  readonly keys: KeyBook;
  /** Heads that need one more window and wait for nothing else. */
  readonly launch: Ordered<Waiter>;
}

/**
 * Why it waits, as of now (R11): the first thing that is in its way.
 * @param entry the slot that it would get; null when there is none, unless one is wiped for it
 * @returns null when nothing is in its way
 */
export function explain(waiter: Waiter, entry: SlotEntry | null, grounds: Grounds): WaitReason | null {
  const { limits, slots } = grounds;
  if (limits.paused) return { code: "paused" };
  if (limits.blocked !== null) return { code: "blocked", sentence: limits.blocked };
  const { offered, waiters } = waiter.group;
  const wiped = waiter.wiping === null ? null : slots.get(waiter.wiping);
  if (wiped) return { code: "being_wiped", slot: wiped.facts.slot, formerTarget: formerTargetOf(wiped), isOwn: true };
  if (!entry && offered === null && (waiter.wipeFailed || slots.reassignable.size === 0)) {
    return { code: "no_slot_left", slots: slots.size, wipeFailed: waiter.wipeFailed };
  }
  const obstacle = entry && obstacleOf(entry, waiter.request.agentId);
  if (obstacle) return obstacle;
  const head = offered ?? waiters.first;
  if (head && head !== waiter) return { code: "older_waiter", agent: head.request.agent, since: head.request.since };
  return explainKey(waiter, grounds) ?? (entry?.facts.life === "live" ? null : explainLaunch(waiter, grounds));
}

function formerTargetOf({ facts }: SlotEntry): string | null {
  return facts.wiping ? facts.wiping.formerTarget : facts.target;
}

function explainKey(waiter: Waiter, { keys, slots }: Grounds): WaitReason | null {
  const obstacle = keys.obstacle(waiter);
  if (!obstacle) return null;
  if ("keptFor" in obstacle) {
    const { agent, since } = obstacle.keptFor.request;
    return { code: "conflict_key_kept", key: obstacle.key, agent, since };
  }
  const holder = slots.get(obstacle.slot);
  return holder && keyReason(obstacle.key, holder);
}

function explainLaunch(waiter: Waiter, { limits, slots, launch }: Grounds): WaitReason | null {
  if (placesLeft(limits, slots) > 0) return null;
  const leaving = slots.leaving.at(launch.rank(waiter));
  if (leaving) return { code: "making_room", slot: leaving.facts.slot };
  const { cap, memory } = limits;
  if (!memory || shortageOf(limits, slots) === "cap_reached") return { code: "cap_reached", cap };
  const { measuredMb, eachMb, limitMb } = memory;
  return { code: "memory_low", measuredMb, eachMb, limitMb };
}

/** What keeps one more window from being opened when no place is left. */
export function shortageOf({ cap }: Limits, { taken }: SlotBook): "cap_reached" | "memory_low" {
  return taken >= cap ? "cap_reached" : "memory_low";
}

/** How many more windows may be opened (R10, R11); negative while there are more than there should be. */
export function placesLeft({ cap, memory }: Limits, { taken }: SlotBook): number {
  return Math.min(cap, memory?.chromes ?? cap) - taken;
}
