import { staleSentence } from "../../core/view/epoch-words.ts";
import { DockError } from "../../shared/errors.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/**
 * What was decided about a slot under one epoch is not carried out under another: the slot may have been given on since
 * (R12). Whoever decides and then waits asks again after each wait, in the turn in which they go on.
 * @param epoch the slot's when it was decided
 * @throws DockError `EPOCH_STALE` that says what has changed
 */
export function refuseStale(slot: SlotRuntime, epoch: number): void {
  if (slot.control.epoch === epoch) return;
  throw new DockError("EPOCH_STALE", staleSentence(slot.control, epoch), {
    hint: "Look at the slot as it is now, then decide anew.",
  });
}
