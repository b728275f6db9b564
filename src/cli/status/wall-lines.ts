import type { RoomView, SlotView } from "../../core/view/snapshot.ts";
import {
  crowdedSentence,
  focusGuardWords,
  missingMonitor,
  monitorName,
  wallWords,
} from "../../core/view/wall-words.ts";
import { windowSigns } from "../../core/view/window-words.ts";
import { duration } from "../../core/view/words.ts";
import { type Paint, plain } from "../output.ts";

/** All that is known of the wall and the keyboard, with what it means: what `sessiondock wall` prints. */
export function wallText(room: RoomView, now: number, paint: Paint): string {
  const { monitor } = room.wall;
  const missing = missingMonitor(room);
  const crowded = crowdedSentence(room.wall);
  return [
    `Wall: ${wallWords(room.wall)}`,
    ...(crowded === null ? [] : [`  ${paint("yellow", crowded)}`]),
    `Monitor: ${monitor === null ? "none is connected" : plain(monitorName(room, monitor))}`,
    ...(missing === null ? [] : [`  ${paint("yellow", plain(missing.what))}`, `  ${plain(missing.next)}`]),
    keyboardWords(room, now, paint),
    `  ${focusGuardWords(room.focusGuard).means}`,
  ].join("\n");
}

/** The same for a glance, as two lines at most. */
export function wallLines(room: RoomView, now: number, paint: Paint): readonly string[] {
  const missing = missingMonitor(room);
  const crowded = room.wall.fits ? [] : [paint("yellow", "windows overlap")];
  return [
    [`Wall: ${wallWords(room.wall)}`, ...crowded, keyboardWords(room, now, paint)].join(" · "),
    ...(missing === null ? [] : [paint("yellow", plain(missing.what))]),
  ];
}

/** The slots whose windows do not stand in their cells as usual. */
export function windowLines(slots: readonly SlotView[], { focusGuard }: RoomView): readonly string[] {
  return slots.flatMap((slot) => {
    const signs = windowSigns(slot, focusGuard.present);
    return signs.length === 0 ? [] : [`Slot ${slot.slot}: ${signs.map(({ word }) => word).join(", ")}`];
  });
}

function keyboardWords({ focusGuard }: RoomView, now: number, paint: Paint): string {
  const { count, warns } = focusGuardWords(focusGuard);
  const last = focusGuard.lastAt === null ? "" : `, last ${duration(now - focusGuard.lastAt)} ago`;
  return warns ? paint("yellow", `${count}${last}`) : `${count}${last}`;
}
