import { leaseOf } from "../../core/lease/control.ts";
import { idleSince, obstacleToReclaim, proposeReclaim, type ReclaimFacts } from "../../core/slot/reclaim.ts";
import { type NotReclaimable, obstacleSentence, type ReclaimPreview } from "../../core/view/reclaim-words.ts";
import type { ReceiptView, WaiterView } from "../../core/view/snapshot.ts";
import { DockError } from "../../shared/errors.ts";
import type { ControlDesk } from "./change-control.ts";
import { aboutTheHolder, follow } from "./follow-change.ts";
import { loginView } from "./login/login-view.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { readTabs } from "./slot-tabs.ts";

/** R16: what would be lost, and where nothing can be proposed, why. */
export interface ReclaimProposal {
  readonly preview: ReclaimPreview | null;
  readonly exempt: readonly NotReclaimable[];
}

/** @param slot the one that the person names; null for the one that has been idle longest */
export async function proposal(
  room: Room,
  queue: readonly WaiterView[],
  slot: SlotRuntime | null,
): Promise<ReclaimProposal> {
  const facts = room.slots.map(factsOf);
  const chosen = slot ?? room.slots[(proposeReclaim(facts)?.slot ?? 0) - 1];
  if (chosen) return { preview: await preview(room, queue, chosen), exempt: [] };
  const exempt = facts.flatMap((each) => {
    const obstacle = obstacleToReclaim(each);
    return obstacle === null ? [] : [{ slot: each.slot, obstacle }];
  });
  return { preview: null, exempt };
}

/**
 * Takes the slot back under a new epoch: the lease is over, its broker ended and its Chrome closed. Its place comes back
 * when the exit was observed (R52), which is when this settles as a rule.
 * @param seen what the preview said: whatever has changed since then, the person has not agreed to
 * @throws DockError `NOT_RECLAIMABLE`, `EPOCH_STALE`; nothing was done then
 */
export async function reclaim(
  room: Room,
  desk: ControlDesk,
  slot: SlotRuntime,
  seen: { readonly epoch: number; readonly idleSince: number },
  requestedAt: number,
): Promise<ReceiptView> {
  const facts = factsOf(slot);
  if (slot.control.epoch !== seen.epoch || idleSince(facts) !== seen.idleSince) {
    throw new DockError("EPOCH_STALE", `Slot ${slot.slot} has changed since you saw what would be lost.`, {
      hint: "Nothing was done. Look at what would be lost now, then decide again.",
      retry: "later",
    });
  }
  const obstacle = obstacleToReclaim(facts);
  const lease = leaseOf(slot.control);
  if (obstacle !== null) throw new DockError("NOT_RECLAIMABLE", obstacleSentence({ slot: slot.slot, obstacle }));
  if (!lease)
    throw new DockError("NOT_RECLAIMABLE", obstacleSentence({ slot: slot.slot, obstacle: "nobody_holds_it" }));
  const about = aboutTheHolder(slot);
  const { browser } = slot;
  slot.reclaimed.set(lease.id, requestedAt);
  const change = desk.change(slot, { kind: "end_lease", leaseId: lease.id, reason: "reclaimed_by_person" });
  const over = change.accounted.then(() => null);
  const exit = browser ? Promise.race([browser.process.exited.then(({ at }) => at), over]) : undefined;
  return follow(room, slot, change, { ...about, cause: "reclaimed", requestedAt }, exit);
}

async function preview(room: Room, queue: readonly WaiterView[], slot: SlotRuntime): Promise<ReclaimPreview> {
  const tabs = slot.browser ? await readTabs(room, slot.browser) : [];
  // All else is of one moment, after that wait.
  const facts = factsOf(slot);
  return {
    slot: slot.slot,
    epoch: slot.control.epoch,
    agent: leaseOf(slot.control)?.agent ?? null,
    target: slot.target,
    idleSince: idleSince(facts),
    tabs,
    unknown: slot.unresolved.map(({ record }) => ({ id: record.id, summary: record.summary })),
    help: slot.help,
    login: loginView(room, slot),
    obstacle: obstacleToReclaim(facts),
    gains: firstToGain(queue, slot.target),
  };
}

/** Who waits for room, or for this very slot; the queue is in the order of service. */
function firstToGain(queue: readonly WaiterView[], target: string | null): ReclaimPreview["gains"] {
  const first = queue.find(
    ({ code, target: wanted }) =>
      code === "cap_reached" || code === "memory_low" || (code === "target_busy" && wanted === target),
  );
  return first ? { agent: first.agent, target: first.target, since: first.since } : null;
}

function factsOf(slot: SlotRuntime): ReclaimFacts {
  return {
    slot: slot.slot,
    holder: slot.holder,
    since: slot.control.since,
    lastActivityAt: slot.lastActivityAt,
    inQuarantine: slot.quarantine.length > 0,
    unknownOutcomes: slot.unresolved.length,
    busy: slot.actions.size > 0 || slot.opening !== null || slot.settling,
    watched: slot.isWatched,
  };
}
