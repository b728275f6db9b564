import type { WallMode } from "../../core/view/snapshot.ts";
import { modeWords, placedSentence } from "../../core/view/wall-words.ts";
import { largeChoice } from "../wall/choices.ts";
import { ask } from "./ask.ts";
import { tell, useDock } from "./store.ts";

/** What the person can ask for about the wall as a whole (R20). None rejects: `ask` tells what went wrong. */

export async function arrange(): Promise<void> {
  const answer = await ask("arrange", {}, "Arrange the windows");
  if (answer !== null) tell(placedSentence(answer.windows));
}

export async function chooseMonitor(monitor: string): Promise<void> {
  await ask("chooseMonitor", { monitor }, "Choose the wall's monitor");
}

/** The large window is the selected slot's, if it has one; the person has pointed at it. */
export async function chooseMode(mode: WallMode): Promise<void> {
  const { snapshot, selected } = useDock.getState();
  const large = mode === "large" ? largeChoice(snapshot?.slots ?? [], selected) : null;
  await ask("setWall", large === null ? { mode } : { mode, large }, `Wall: ${modeWords(mode).label}`);
}

/** @param page counted from 1 */
export async function showPage(page: number): Promise<void> {
  await ask("setWall", { page }, `Show page ${page} of the wall`);
}

export async function makeLarge(slot: number): Promise<void> {
  await ask("setWall", { mode: "large", large: slot }, `Make large slot ${slot}`);
}
