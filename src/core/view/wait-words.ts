import { type Held, secondsUntilAskedAgain, type WaitReason } from "../schedule/reasons.ts";
import { duration, quarantineWord } from "./words.ts";

/**
 * Why a request waits (R11), in one sentence. It is made once, when the agent is told, and the same text goes to the
 * agent, to the window, to the command line and into the event log.
 * @param now milliseconds since the Unix epoch
 */
export function waitSentence(reason: WaitReason, now: number): string {
  switch (reason.code) {
    case "paused":
      return "New leases are paused by the person in the control room.";
    case "blocked":
      return reason.sentence;
    case "target_busy":
      return `Slot ${reason.slot}, which has this login, is held by ${reason.heldBy} for ${heldWords(reason, now)}.`;
    case "offered":
      return reason.isOwn
        ? `Slot ${reason.slot} is yours as soon as your connection answers.`
        : `Slot ${reason.slot}, which has this login, is being given to ${reason.agent}.`;
    case "parked":
      return reason.isOwn
        ? `Slot ${reason.slot} is parked since you vanished; the person has to give it back to you.`
        : `Slot ${reason.slot}, which has this login, is parked: its agent ${reason.agent} vanished. A person has to decide.`;
    case "slot_closing":
      return `Slot ${reason.slot} is between two launches of its Chrome.`;
    case "quarantined":
      return `Slot ${reason.slot}, which has this login, is in quarantine (${quarantineWord(reason.quarantine)}); a person has to look at it.`;
    case "settling":
      return `What the last lease of slot ${reason.slot} left behind is still being accounted for.`;
    case "older_waiter":
      return `${reason.agent} waits for the same login for ${duration(now - reason.since)} and comes first.`;
    case "conflict_key":
      return `The conflict key “${reason.key}” ${keyWords(reason, now)}.`;
    case "conflict_key_kept":
      return `The conflict key “${reason.key}” is kept for ${reason.agent}, which waits for ${duration(now - reason.since)} and was passed over before.`;
    case "cap_reached":
      return `All ${reason.cap} windows that may be open at once are in use.`;
    case "memory_low":
      return `The open windows use ${mebibytes(reason.measuredMb)} of memory, one more takes about ${mebibytes(reason.eachMb)}, and the limit is ${mebibytes(reason.limitMb)}.`;
    case "making_room":
      return `The window of slot ${reason.slot} is being closed to make room.`;
    case "being_wiped":
      return reason.isOwn
        ? `Slot ${reason.slot} is being wiped for you: everything of ${formerOwner(reason.formerTarget)} goes first.`
        : `Slot ${reason.slot}, which had this login, is being wiped.`;
    case "no_slot_left":
      return `All ${reason.slots} slots belong to other login targets. ${noSlotWords(reason.wipeFailed)}`;
    default:
      return reason satisfies never;
  }
}

function formerOwner(target: string | null): string {
  return target === null ? "whoever used it" : `its former login target ${target}`;
}

function noSlotWords(wipeFailed: boolean): string {
  return wipeFailed
    ? "One was to be wiped for you, and that failed; a person has to look at it."
    : "None of them may be wiped now: each is held, watched, waited for or unclear.";
}

/** What an agent may do by itself once it has waited in vain. */
export function waitAdvice(reason: WaitReason): string {
  const seconds = secondsUntilAskedAgain(reason);
  return seconds === null
    ? "Do not ask again by yourself: a person has to act in the control room first."
    : `Ask again in ${seconds} s; your place in the queue is kept until then.`;
}

/** What conflict keys can't do (R17). */
export const undeclaredConflicts =
  "Only declared conflict keys are kept apart; conflicts that nobody declared are not.";

function heldWords({ byAgent, since, lastActivityAt }: Held, now: number): string {
  const held = duration(now - since);
  if (!byAgent) return held;
  return lastActivityAt === null
    ? `${held}; it has not acted yet`
    : `${held}; its last action was ${duration(now - lastActivityAt)} ago`;
}

function keyWords(reason: Extract<WaitReason, { code: "conflict_key" }>, now: number): string {
  const slot = `slot ${reason.slot} (${reason.target})`;
  switch (reason.state) {
    case "held":
      return `is held by ${slot}, which ${reason.heldBy} has for ${heldWords(reason, now)}`;
    case "offered":
      return `goes to ${slot}, which is being given to ${reason.heldBy}`;
    case "settling":
      return `is held by ${slot}: what its last lease left behind is still being accounted for`;
    case "quarantined":
      return `is held by ${slot}, which is in quarantine; a person has to look at it`;
    default:
      return reason.state satisfies never;
  }
}

function mebibytes(size: number): string {
  return `${size.toLocaleString("en", { maximumFractionDigits: 0 })} MiB`;
}
