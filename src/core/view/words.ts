import type { WaitReason } from "../schedule/schedule.ts";

/** Sentences that state a reason. The agent and the person read the same ones (R11). */

/** @param now milliseconds since the Unix epoch */
export function waitSentence(reason: WaitReason, now: number): string {
  switch (reason.code) {
    case "paused":
      return "New leases are paused by the person in the control room.";
    case "blocked":
      return reason.sentence;
    case "target_busy":
      return `Slot ${reason.slot}, which has this login, is held by ${reason.heldBy} for ${duration(now - reason.since)}.`;
    case "slot_closing":
      return `Slot ${reason.slot} is between two launches of its Chrome.`;
    case "quarantined":
      return `Slot ${reason.slot}, which has this login, is in quarantine (${reason.quarantine}); a person has to look at it.`;
    case "cap_reached":
      return `All ${reason.cap} windows that may be open at once are in use.`;
    case "making_room":
      return `Slot ${reason.slot} is not in use; its window is being closed to make room.`;
    case "no_slot_left":
      return `All ${reason.slots} slots belong to other login targets.`;
    default:
      return reason satisfies never;
  }
}

/** `3 s`, `12 min`, `4 h`: rounded down, never more exact than it is useful. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}
