import { neverLoggedIn } from "../../core/login/health.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import type { WipeRecord } from "./ports.ts";
import { enterQuarantine, leaveQuarantine } from "./quarantine.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Wiping } from "./watched-facts.ts";

/** By whose word a workplace is wiped, and why; both are kept. */
export interface WipeOrder {
  readonly who: string;
  readonly why: string;
}

/**
 * One wipe of a workplace (R14). What is on record at each point decides what a start of the control room finds:
 *
 * ```
 *            on record        rename             all removed, looked
 *   (asked) ──────────▶ begun ───────▶ moved aside ────────────────▶ proven: the slot belongs to no target
 *                         │                 │
 *                         └──── fails ──────┴──▶ quarantined (wipe_not_proven)
 * ```
 *
 * A crash at `begun` or `moved aside` leaves an open record: the slot keeps its target and is not offered, and the next
 * start finishes the wipe. Chrome must have ended before.
 *
 * It is recorded and moved in this turn of the event loop, so that what was looked at before still holds (R12).
 * @throws DockError `WIPE_NOT_PROVEN`, `SLOT_QUARANTINED` when Chrome may still run, `DISK_FULL` when it could not be put
 * on record; nothing was touched then
 */
export async function wipeWorkplace(room: Room, slot: SlotRuntime, order: WipeOrder): Promise<void> {
  const { clock, newId, store } = room.ports;
  if (slot.takesPlace) throw new DockError("SLOT_QUARANTINED", `Chrome of slot ${slot.slot} may still run.`);
  const { epoch } = slot.control;
  const { target } = slot;
  const wipe: WipeRecord = { id: newId(), slot: slot.slot, target, epoch, beganAt: clock.now(), ...order };
  store.wipeBegins(wipe);
  try {
    await carryOut(room, slot, wipe);
  } catch (error) {
    notProven(room, slot, wipe, error);
    throw error;
  }
}

/**
 * Finishes the wipes that the last run of the control room left unfinished, each before its slot is offered, and removes
 * what older ones moved aside (R51).
 */
export function finishWipes(room: Room): void {
  const open = room.ports.store.openWipes();
  for (const wipe of open) {
    const slot = room.slots[wipe.slot - 1];
    // A slot beyond the present count is not offered; it is looked at when it is there again.
    if (slot) void whileWiping(slot, null, () => finish(room, slot, wipe));
  }
  void room.ports.workplaces.sweep(new Set(open.map(({ id }) => id))).then((left) => {
    for (const text of left) room.event(null, "left_aside", text);
  });
}

async function finish(room: Room, slot: SlotRuntime, wipe: WipeRecord): Promise<void> {
  try {
    if (slot.takesPlace) throw new DockError("SLOT_QUARANTINED", `Chrome of slot ${slot.slot} may still run.`);
    await carryOut(room, slot, wipe);
    const why = "The wipe that was cut short has been finished.";
    for (const reason of slot.quarantine.filter(({ code }) => code === "wipe_not_proven")) {
      leaveQuarantine(room, slot, reason, { way: "evidence", who: "the control room", why });
    }
    room.event(slot.slot, "wiped", `${why} Nothing of ${ownerOf(wipe)} is left in the slot.`);
  } catch (error) {
    notProven(room, slot, wipe, error);
  }
}

/** Keeps the slot from everybody while something is done about its workplace. Never rejects by itself. */
export async function whileWiping<Result>(
  slot: SlotRuntime,
  forRequest: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const { promise: over, resolve: isOver } = Promise.withResolvers<void>();
  const wiping: Wiping = { formerTarget: slot.target, forRequest, over };
  slot.wiping = wiping;
  try {
    return await work();
  } finally {
    slot.wiping = null;
    isOver();
  }
}

async function carryOut(room: Room, slot: SlotRuntime, wipe: WipeRecord): Promise<void> {
  const { clock, store, workplaces } = room.ports;
  workplaces.moveAside(slot.slot, wipe.id);
  store.wipeMoved(wipe.id, clock.now());
  await workplaces.remove(slot.slot, wipe.id);
  store.wipeProven(wipe.id, clock.now());
  slot.target = null;
  slot.lastUsedAt = 0;
  slot.formerTabs = false;
  slot.login.health = neverLoggedIn;
}

/** The quarantine first: a wipe that is given up on record without it would let the slot be offered at the next start. */
function notProven(room: Room, slot: SlotRuntime, wipe: WipeRecord, error: unknown): void {
  const { message } = toErrorBody(error);
  if (!enterQuarantine(room, slot, { code: "wipe_not_proven", known: message })) return;
  bestEffort(room, "the end of a wipe", () => room.ports.store.wipeFails(wipe.id, room.ports.clock.now(), message));
}

export function ownerOf({ target }: Pick<WipeRecord, "target">): string {
  return target ?? "whoever used it";
}
