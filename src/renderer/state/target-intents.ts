import { ask } from "./ask.ts";
import { tell } from "./store.ts";

/** What the person can decide about login targets (R14). None rejects: `ask` tells what went wrong. */

/** @returns true when the target has the slot, so that its name may be forgotten */
export async function assignTarget(target: string, slot: number, wipe: boolean): Promise<boolean> {
  const answer = await ask("assignTarget", { target, slot, wipe }, `Give slot ${slot} to ${target}`, slot);
  if (answer !== null) tell(answer.said);
  return answer !== null;
}

export async function forgetTarget(target: string, slot: number): Promise<void> {
  const answer = await ask("forgetTarget", { target, slot }, `Forget ${target}`, slot);
  if (answer !== null) tell(answer.said);
}
