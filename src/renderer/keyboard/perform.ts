import { focusQueue, focusSlot, focusWays, noteFieldId } from "../frame/focus.ts";
import { foreground, takeOver } from "../state/intents.ts";
import { lookForRoom } from "../state/reclaim-intents.ts";
import { showSettings } from "../state/settings-intents.ts";
import { dismiss, forgetRoom, openHelp, openTargets, selectSlot, tell, useDock } from "../state/store.ts";
import { nextNeed } from "../words/need.ts";
import type { KeyIntent } from "./keys.ts";
import { performWall } from "./perform-wall.ts";
import { withSelected } from "./selected.ts";

/** Does what a key asked for. A key that can't do anything now says why. */
export function perform(intent: KeyIntent): void {
  switch (intent.kind) {
    case "select":
      select(intent.slot);
      break;
    case "foreground":
      withSelected((slot) => void foreground(slot));
      break;
    case "take_over":
      withSelected(takeOverByKey);
      break;
    case "hand_back":
      withSelected(writeNote);
      break;
    case "next_need":
      selectNextNeed();
      break;
    case "ways":
      withSelected(goToWays);
      break;
    case "queue":
      focusQueue();
      break;
    case "targets":
      openTargets(!useDock.getState().targetsOpen);
      break;
    case "make_room":
      void lookForRoom(null);
      break;
    case "arrange":
    case "next_mode":
    case "page":
    case "make_large":
      performWall(intent);
      break;
    case "settings":
      void showSettings();
      break;
    case "help":
      if (useDock.getState().settings === null) openHelp(!useDock.getState().helpOpen);
      break;
    case "close":
      closeInnermost();
      break;
    default:
      intent satisfies never;
  }
}

function select(slot: number): void {
  const known = useDock.getState().snapshot?.slots.some((view) => view.slot === slot);
  if (known) {
    selectSlot(slot);
    focusSlot(slot);
  } else tell(`There is no slot ${slot}.`);
}

function selectNextNeed(): void {
  const { snapshot, selected } = useDock.getState();
  const slot = nextNeed(snapshot?.attention ?? [], selected);
  if (slot === null) tell("No slot needs you.");
  else select(slot);
}

function takeOverByKey(slot: number): void {
  if (isYours(slot)) tell(`You hold slot ${slot} already.`);
  else void takeOver(slot);
}

function writeNote(slot: number): void {
  if (isYours(slot)) document.getElementById(noteFieldId(slot))?.focus();
  else tell(`Slot ${slot} is not yours to hand back.`, "Only a slot that you hold can be handed back.");
}

function goToWays(slot: number): void {
  const view = useDock.getState().snapshot?.slots.find((known) => known.slot === slot);
  if (view && (view.quarantine.length > 0 || view.holder.kind === "parked")) focusWays(slot);
  else tell(`Nothing has to be decided about slot ${slot}.`, "It is neither in quarantine nor parked.");
}

function isYours(slot: number): boolean {
  const view = useDock.getState().snapshot?.slots.find((known) => known.slot === slot);
  return view?.holder.kind === "human";
}

/** One thing a press, the innermost first. */
function closeInnermost(): void {
  const { helpOpen, targetsOpen, notices, room, settings } = useDock.getState();
  const focused = document.activeElement;
  const newest = notices.at(-1);
  if (helpOpen) openHelp(false);
  else if (targetsOpen) openTargets(false);
  // The dialog decides by itself, since what was typed must not get lost.
  else if (settings !== null) return;
  else if (focused instanceof HTMLElement && focused.matches("input, textarea, select")) focused.blur();
  else if (room !== null) forgetRoom();
  else if (newest) dismiss(newest.id);
  else selectSlot(null);
}
