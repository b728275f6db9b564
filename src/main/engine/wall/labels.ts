import type { Control } from "../../../core/lease/control.ts";
import { slotColour } from "../../../core/view/slot-colour.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";

/** Shows slot and holder on the slot's own window, in the colour that its card has; the page is not touched. */
export function labelWindow(room: Room, slot: SlotRuntime): void {
  if (!slot.browser) return;
  const text = `${slot.slot} · ${holderName(slot.control)}`;
  room.ports.desktop.label(slot.browser.process.pid, { text, colour: slotColour(slot.slot) });
}

/** The same on the window in which the person logs in. */
export function labelLogin(room: Room, slot: SlotRuntime, pid: number): void {
  room.ports.desktop.label(pid, { text: `${slot.slot} · you log in`, colour: slotColour(slot.slot) });
}

function holderName({ holder }: Control): string {
  switch (holder.kind) {
    case "nobody":
      return "nobody";
    case "agent":
      return holder.lease.agent;
    case "parked":
      return `${holder.lease.agent}, parked`;
    case "human":
      return "you";
    default:
      return holder satisfies never;
  }
}
