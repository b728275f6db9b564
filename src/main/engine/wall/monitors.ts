import type { Room } from "../room.ts";
import type { Arranger } from "./arrange.ts";
import type { Wall } from "./wall.ts";

/**
 * Moves the windows to another monitor when theirs goes, and back when it returns, and says so (R20). One change at a
 * time: a dock that is unplugged changes several monitors at once.
 */
export function followMonitors(room: Room, wall: Wall, arranger: Arranger): void {
  let turn: Promise<unknown> = Promise.resolve();
  room.ports.desktop.onMonitorsChanged(() => {
    turn = turn
      .then(() => follow(room, wall, arranger))
      .catch((error: unknown) => room.ports.log("the monitors could not be followed", error));
  });
}

async function follow(room: Room, wall: Wall, arranger: Arranger): Promise<void> {
  const before = wall.view();
  await wall.read();
  const now = wall.view();
  if (now.monitor !== before.monitor) {
    const name = wall.monitor?.name ?? "none that is connected";
    const text =
      now.missing === null
        ? `The windows stand on the monitor ${name} again.`
        : `The monitor ${now.missing} is not connected any more; the windows go to ${name}.`;
    room.event(null, now.missing === null ? "monitor_back" : "monitor_gone", text);
  }
  await arranger.reflow();
}
