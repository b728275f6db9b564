import { tell, useDock } from "../state/store.ts";

/** Keys act only on a slot that the person has selected themselves, never on a guess. */
export function withSelected(act: (slot: number) => void): void {
  const { selected } = useDock.getState();
  if (selected === null) tell("No slot is selected.", "Press 1 … 9 or 0, or click a card.");
  else act(selected);
}
