import { Notification } from "electron";
import { newNeeds } from "../../core/view/needs.ts";
import type { AttentionView } from "../../core/view/snapshot.ts";
import type { Room } from "./room.ts";

/** Older ones are forgotten: a click on one of them no longer leads to the window. */
const mostKept = 20;

/**
 * Shows a notification of the system for what newly needs the person: quarantine, an agent that asks for help, an expired
 * login; never for routine. It takes no keyboard (R21); a click on it shows the control room.
 * @param present what needed them already: they see it in the window that has just opened
 * @returns a function that ends it
 */
export function notifyOfNeeds(room: Room, present: readonly AttentionView[], reveal: () => void): () => void {
  // One that nobody holds is collected, and its click is lost with it.
  const kept: Notification[] = [];
  let before = present;
  return room.subscribe(({ attention }) => {
    if (!attention) return;
    for (const { slot, text } of newNeeds(before, attention)) {
      const notification = new Notification({ title: `Slot ${slot} needs you`, body: text });
      notification.on("click", reveal);
      notification.show();
      kept.push(notification);
    }
    kept.splice(0, kept.length - mostKept);
    before = attention;
  });
}
