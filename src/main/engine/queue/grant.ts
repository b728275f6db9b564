import type { Lease } from "../../../core/lease/control.ts";
import type { ControlDesk } from "../change-control.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";
import type { Waiter } from "./waiting.ts";

/**
 * Lends the slot to the waiter: binds its target (R14), then changes control, which is on disk when this returns.
 * @throws DockError `DISK_FULL`, or what else the record or the present holder refuses; nothing was lent then
 */
export function grant(
  room: Room,
  desk: Pick<ControlDesk, "change">,
  { request, wish }: Waiter,
  slot: SlotRuntime,
): Lease {
  const { newId, clock, store } = room.ports;
  const { agent, agentId, target } = request;
  const { session, worktree } = wish;
  const grantedAt = clock.now();
  const lease: Lease = { id: newId(), session, agent, agentId, target, worktree, grantedAt, returned: null };
  if (slot.target !== target) {
    store.bindTarget(slot.slot, target);
    slot.target = target;
  }
  desk.change(slot, { kind: "grant", lease });
  const place = worktree === null || worktree === target ? "" : `, from the worktree ${worktree}`;
  room.event(slot.slot, "granted", `Lent to ${agent} for ${target} (epoch ${slot.control.epoch})${place}.`);
  return lease;
}
