import type { ReclaimPreview } from "../../core/view/reclaim-words.ts";
import { ask } from "./ask.ts";
import { forgetRoom, keepRoom, tell } from "./store.ts";

/** Asks what would be lost; nothing is decided by that. @param slot null for the one that has been idle longest */
export async function lookForRoom(slot: number | null): Promise<void> {
  const input = slot === null ? {} : { slot };
  const proposal = await ask("reclaimPreview", input, slot === null ? "Look for room" : `Look at slot ${slot}`);
  if (proposal !== null) keepRoom(proposal);
}

/** R16: only what was shown. A slot that has changed since is refused, and the preview stays to be looked at again. */
export async function reclaim({ slot, epoch, idleSince }: ReclaimPreview): Promise<void> {
  const receipt = await ask("reclaim", { slot, epoch, idleSince }, `Reclaim slot ${slot}`, slot);
  if (receipt === null) return;
  forgetRoom();
  const exit = receipt.steps.find(({ step }) => step === "chrome_exit");
  const isOut = exit === undefined || exit.at !== null;
  tell(
    `Slot ${slot} is reclaimed.`,
    isOut ? null : "The exit of its Chrome was not observed, so its place stays taken.",
  );
}
