import type { RoomView } from "../../core/view/snapshot.ts";
import { duration } from "../../core/view/words.ts";
import { type Paint, plain } from "../output.ts";
import { wallLines } from "./wall-lines.ts";

/** The room as a whole: what runs, with which browser, and how its wall stands. */
export function roomLines(room: RoomView, now: number, paint: Paint): string {
  const facts = [
    paint("bold", `SessionDock ${plain(room.version)}`),
    room.runtime,
    `running for ${duration(now - room.startedAt)}`,
    `${room.live} of ${room.cap} windows open`,
    ...(room.chromeMemoryMb === null ? [] : [`${room.chromeMemoryMb} MiB in Chrome`]),
    ...(room.paused ? [paint("yellow", "paused: no new leases")] : []),
  ];
  const lines = [facts.join(" · "), ...browserLine(room, paint), ...monitorLine(room), ...wallLines(room, now, paint)];
  return lines.map((line) => `${line}\n`).join("");
}

function browserLine({ browser }: RoomView, paint: Paint): readonly string[] {
  if (browser === null) return [];
  const sandbox = browser.sandboxOff ? paint("yellow", ", its sandbox is off") : "";
  return [`Browser: ${plain(browser.version)}, ${plain(browser.path)}${sandbox}`];
}

function monitorLine({ monitors, wall }: RoomView): readonly string[] {
  if (monitors.length === 0) return [];
  const each = monitors.map(({ id, bounds }) => {
    return `${plain(id)} (${bounds.width}×${bounds.height}${id === wall.monitor ? ", the wall" : ""})`;
  });
  return [`Monitors: ${each.join(", ")}`];
}
