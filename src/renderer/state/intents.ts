import type { SlotView } from "../../core/view/snapshot.ts";
import { foregroundSentence } from "../../core/view/window-words.ts";
import { wayWords } from "../../core/view/words.ts";
import type { OperatorInput } from "../../shared/contract/operator.ts";
import { ask } from "./ask.ts";
import { keepAnswer, selectSlot, tell, useDock } from "./store.ts";

export type Way = OperatorInput<"resolve">["way"];

/** A slot as the person saw it: what ends or frees something is meant for that state, and void for a later one (R12). */
export type Shown = Pick<SlotView, "slot" | "epoch">;

/** What the person can ask for, each as one function. None of them rejects: `ask` tells what went wrong. */

/** One click, no question (R1). The slot is selected so that the receipt appears in place. */
export async function takeOver(slot: number): Promise<void> {
  selectSlot(slot);
  await ask("takeOver", { slot }, `Take over slot ${slot}`, slot);
}

/** @returns true when the slot was handed back, so that the note may be forgotten */
export async function handBack({ slot, epoch }: Shown, note: string): Promise<boolean> {
  const written = note.trim();
  const input = written === "" ? { slot, epoch } : { slot, epoch, note: written };
  const answer = await ask("handBack", input, `Hand back slot ${slot}`, slot);
  if (answer === null) return false;
  tell(`Slot ${slot} handed back. Holder: ${answer.holder}, epoch ${answer.epoch}.`);
  return true;
}

/**
 * Brings the window to the front, or puts one that is there back. What is asked for is what the button says: when the
 * window has gone back meanwhile, it is not brought to the front again.
 */
export async function foreground(slot: number): Promise<void> {
  const window = useDock.getState().snapshot?.slots.find((view) => view.slot === slot)?.window;
  const to = window?.place === "foreground" ? "cell" : "front";
  const doing = to === "cell" ? `Put slot ${slot} back into its cell` : `Foreground slot ${slot}`;
  const answer = await ask("foreground", { slot, to }, doing, slot);
  if (answer === null || (answer.observed && (answer.inFront || answer.returned))) return;
  tell(foregroundSentence(slot, answer));
}

export async function release({ slot, epoch }: Shown): Promise<void> {
  const answer = await ask("release", { slot, epoch }, `Release slot ${slot}`, slot);
  if (answer !== null) tell(`The lease of slot ${slot} is over. Epoch ${answer.epoch}.`);
}

/**
 * R7: the person's decision about what is unclear, kept with who, when and why.
 * @returns true when it was made, so that the text may be forgotten
 */
export async function resolve({ slot, epoch }: Shown, way: Way, why: string): Promise<boolean> {
  const input = { slot, epoch, way, why: why.trim() };
  const answer = await ask("resolve", input, `${wayWords(way).label}, slot ${slot}`, slot);
  if (answer === null) return false;
  keepAnswer(slot, answer.said);
  // The inspector says it in place; another slot may be shown there by now.
  if (useDock.getState().selected !== slot) tell(`Slot ${slot}: ${answer.said}`);
  return true;
}

/** Gives a parked lease back to its agent. */
export async function unpark({ slot, epoch }: Shown): Promise<void> {
  const answer = await ask("unpark", { slot, epoch }, `Give back slot ${slot}`, slot);
  if (answer !== null) tell(`Slot ${slot} given back. Holder: ${answer.holder}, epoch ${answer.epoch}.`);
}

export async function chooseBrowser(path: string): Promise<void> {
  const answer = await ask("chooseBrowser", { path: path.trim() }, "Choose the browser");
  if (answer !== null) tell("The browser is chosen.");
}

export async function pause(paused: boolean): Promise<void> {
  await ask("pause", { paused }, paused ? "Pause new leases" : "Resume leases");
}
