import type { Snapshot } from "../../core/view/snapshot.ts";
import { modeWords } from "../../core/view/wall-words.ts";
import { tell, useDock } from "../state/store.ts";
import { arrange, chooseMode, makeLarge, showPage } from "../state/wall-intents.ts";
import { nextMode, pageBeside } from "../wall/choices.ts";
import type { WallIntent } from "./keys.ts";
import { withSelected } from "./selected.ts";

/** Does what a key asked for about the wall, or says why that can't be done now. */
export function performWall(intent: WallIntent): void {
  const { snapshot } = useDock.getState();
  if (snapshot === null) {
    tell("Nothing is known of the wall yet.");
    return;
  }
  switch (intent.kind) {
    case "arrange":
      if (snapshot.slots.some(({ window }) => window !== null)) void arrange();
      else tell("No window is open that could be arranged.");
      break;
    case "next_mode":
      if (snapshot.room.wall.monitor === null) tell("No monitor is connected that windows could be laid out on.");
      else void chooseMode(nextMode(snapshot.room.wall.mode));
      break;
    case "page":
      turnPage(snapshot, intent.step);
      break;
    case "make_large":
      withSelected((slot) => makeLargeByKey(snapshot, slot));
      break;
    default:
      intent satisfies never;
  }
}

function turnPage({ room: { wall } }: Snapshot, step: 1 | -1): void {
  const page = pageBeside(wall, step);
  if (wall.mode !== "pages") {
    const mode = `“${modeWords("pages").label}”`;
    tell("The wall has no pages now.", `It has them in the mode ${mode}; G changes the mode.`);
  } else if (page === null) {
    tell(`Page ${wall.page} of the wall is the ${step === 1 ? "last" : "first"} one.`);
  } else void showPage(page);
}

function makeLargeByKey({ room: { wall }, slots }: Snapshot, slot: number): void {
  const view = slots.find((known) => known.slot === slot);
  if (!view?.window) tell(`Slot ${slot} has no window that could be made large.`);
  else if (wall.large === slot) tell(`The window of slot ${slot} is the large one already.`);
  else void makeLarge(slot);
}
