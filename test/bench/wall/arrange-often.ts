import { setTimeout as pause } from "node:timers/promises";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { until } from "../../support/until.ts";
import { placesOf, viewOf } from "./cells.ts";
import { disarrange, minimise } from "./disarrange.ts";
import { inPlace, isInPlace, type Places } from "./places.ts";
import type { SlotWindow } from "./slot-windows.ts";
import type { WallMonitor, WallRoom } from "./wall-room.ts";

export interface ArrangeFigures {
  /** From the call to the last window in its place, milliseconds. */
  readonly times: readonly number[];
  /** How often not every window came to its place. */
  readonly misplaced: number;
  /** How often another window became the active one meanwhile. */
  readonly activations: number;
}

/**
 * A person does not move a window in the moment in which it was arranged. What it does within the first second is taken
 * for the window manager's last word on its place; milliseconds.
 */
const handsOff = 1_500;

interface Trials {
  readonly count: number;
  /**
   * Asks before the Chromes need have heard of where their windows are, as no person can, but a script can. Otherwise
   * the control room has taken note of each window that was moved.
   */
  readonly hurried: boolean;
}

/** Disarranges the windows, has them arranged, and watches until the last one is in its place. */
export async function arrangeOften(
  room: WallRoom,
  monitor: WallMonitor,
  { count, hurried }: Trials,
): Promise<ArrangeFigures> {
  const times: number[] = [];
  let misplaced = 0;
  let activations = 0;
  const places = await placesOf(room, room.windows);
  for (let trial = 0; trial < count; trial += 1) {
    // Which one is minimised and which one is off the screen changes.
    const [first, ...others] = [...room.windows.slice(trial), ...room.windows.slice(0, trial)];
    if (!hurried) await pause(handsOff);
    await disarrange(room.display, monitor.bounds, others);
    await moved(room, places, others, !hurried);
    // The last one: the control room puts a minimised window back by itself when it has noticed.
    if (first) await minimise(room, first);
    await giveKeyboardBack(room);
    const before = room.witness.activations();
    const called = performance.now();
    const arranged = room.operator.call(operatorCalls.arrange, {});
    const seen = await inPlace(room.witness, places);
    await arranged;
    activations += room.witness.activations() - before;
    if (seen !== null) times.push(seen - called);
    else {
      misplaced += 1;
      // The next trial begins in good order again.
      await room.operator.call(operatorCalls.arrange, {});
      await inPlace(room.witness, places);
    }
  }
  return { times, misplaced, activations };
}

/** The X server has moved them all; and the control room has noticed, or has put a window back that nobody could reach. */
async function moved(room: WallRoom, places: Places, windows: readonly SlotWindow[], noticed: boolean): Promise<void> {
  const isBack = (each: SlotWindow) => isInPlace(room.witness, each, places);
  const away = new Set<SlotWindow>();
  await until("the windows to have been moved", async () => {
    for (const each of windows) if (!away.has(each) && !(await isBack(each))) away.add(each);
    return away.size === windows.length;
  });
  if (!noticed) return;
  await until("the control room to have noticed", async () => {
    const { slots } = await room.snapshot();
    for (const each of windows) {
      if (viewOf(slots, each.slot).window?.place !== "moved" && !(await isBack(each))) return false;
    }
    return true;
  });
}

/** A window that takes the keyboard can be told only where the person has it. */
async function giveKeyboardBack({ witness, person }: WallRoom): Promise<void> {
  if (witness.active() === person) return;
  await witness.windows.askToActivate(person);
  await until("the person's window to be the active one", () => witness.active() === person);
}
