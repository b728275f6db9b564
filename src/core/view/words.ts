import { isLeftBehind, type SeenRequest } from "../action/evidence.ts";
import type { Outcome, Resolution } from "../action/outcome.ts";
import type { Ground } from "../action/verdict.ts";
import type { QuarantineCode, ResolveWay } from "../slot/quarantine.ts";
import type { ReceiptStep, ReceiptView } from "./snapshot.ts";

/**
 * Every sentence that states an outcome or a reason. The person reads them in the window and on the command line, the
 * agent in its results: the same words (R11). None suggests repeating what is unknown, and none says that something
 * succeeded where only its sending is known (R3, R6).
 */

/** What the outcome means for whoever acts next (R6). */
const meanings: Readonly<Record<Outcome | "running", string>> = {
  running: "It has not ended; nothing is settled.",
  not_sent: "Nothing that could have an effect reached Chrome, so it is safe to repeat.",
  done: "It was carried out in Chrome, and whatever it was seen to start was answered.",
  failed: "It did not do what it was meant to do. Look at the page before anything is repeated.",
  unknown: "It may or may not have been applied. Look at the page first; do not repeat it.",
};

export function outcomeMeaning(outcome: Outcome | "running"): string {
  return meanings[outcome];
}

const words: Readonly<Record<Outcome | "running", string>> = {
  running: "running",
  not_sent: "not sent",
  done: "done",
  failed: "failed",
  unknown: "outcome unknown",
};

export function outcomeWord(outcome: Outcome | "running"): string {
  return words[outcome];
}

/** Why the outcome is what it is, in one sentence. */
export function groundSentence(ground: Ground): string {
  switch (ground.kind) {
    case "nothing_written":
      return ground.reason === null ? "Nothing of it was sent to Chrome." : `Nothing was sent: ${ground.reason}.`;
    case "carried_out":
      return "It was carried out in Chrome.";
    case "not_reached":
      return "It was carried out in Chrome, but what it started did not reach the site.";
    case "not_loaded":
      return `The page could not be opened: ${ground.reason}.`;
    case "stopped_halfway":
      return `It stopped after an earlier step: ${ground.reason}.`;
    case "no_answer":
      return ground.dialogOpen
        ? "A dialog is open, and what it started has not been answered."
        : "What it started has not been answered.";
    case "broke_off":
      return `It began and broke off: ${ground.reason}.`;
    case "cut_off":
      return `It was under way when ${ground.reason}.`;
    case "page_silent":
      return "It was sent, and the page has answered nothing since: its script is busy.";
    default:
      return ground satisfies never;
  }
}

/** More than this many requests of one action are counted, not listed. */
const listed = 12;

/**
 * What was seen of the website (R3), and that nothing was, if so. `watched` is false where nobody could look; a page that
 * a dialog stops tells only afterwards what it had sent; `watchEnded`: Chrome or the control room had ended.
 */
export function evidenceSentence(
  requests: readonly SeenRequest[],
  watched: boolean,
  { dialogOpen = false, watchEnded = false }: { dialogOpen?: boolean; watchEnded?: boolean } = {},
): string {
  const unseen = watched
    ? "No request that could change something was seen."
    : "The page could not be watched, so it is not known what was sent.";
  const none = dialogOpen
    ? "A dialog is open: what the page had sent before can't be seen until it is answered."
    : watched && watchEnded
      ? "No request that could change something had been seen by then; after that nobody watched."
      : unseen;
  if (requests.length === 0) return none;
  const lines = requests.slice(0, listed).map(requestSentence);
  if (requests.length > listed) lines.push(`${requests.length - listed} more requests`);
  return `${lines.join("; ")}.${watched ? "" : " The page could not be watched all the time."}`;
}

/** `POST http://shop/save was answered with 200` */
export function requestSentence(seen: SeenRequest): string {
  return `${subjectOf(seen)} ${predicateOf(seen)}${attributionOf(seen)}`;
}

function subjectOf(seen: SeenRequest): string {
  if (seen.kind === "download") return `a download from ${seen.url}`;
  if (seen.kind === "socket") return `a WebSocket message to ${seen.url}`;
  return seen.kind === "beacon" ? `beacon ${seen.method} ${seen.url}` : `${seen.method} ${seen.url}`;
}

function predicateOf(seen: SeenRequest): string {
  const cause = seen.failure === null ? "" : ` (${seen.failure})`;
  if (seen.kind === "download") {
    return { sent: "began", answered: "was completed", failed: "was broken off", not_reached: "was broken off" }[
      seen.state
    ];
  }
  switch (seen.state) {
    case "sent":
      return seen.kind === "socket" ? "was sent, and no message came back" : "was sent, and no answer was seen";
    case "answered":
      if (seen.kind === "socket") return "was sent, and a message came back";
      if (seen.byServiceWorker) {
        return `was answered with ${seen.status ?? "no status"} by the page's own service worker, not by the site`;
      }
      return `was answered with ${seen.status ?? "no status"}`;
    case "failed":
      if (isLeftBehind(seen)) return "was sent; its page left, so its answer can't be seen";
      return `was sent, and the connection ended without an answer${cause}`;
    case "not_reached":
      return `did not reach the site${cause}`;
    default:
      return seen.state satisfies never;
  }
}

function attributionOf(seen: SeenRequest): string {
  switch (seen.attribution) {
    case "window":
      return "";
    case "other_tab":
      return " (in another tab, so it may not be this action's)";
    case "later":
      return " (after the action had settled, so it may not be this action's)";
    default:
      return seen.attribution satisfies never;
  }
}

/** How an unknown outcome was cleared up, and on whose word (R7). */
export function resolutionSentence({ finding, by, who, why }: Resolution): string {
  const found = {
    applied: "stated as applied",
    not_applied: "stated as not applied",
    answered: "answered after all",
    discarded: "left open; the workplace was discarded",
  }[finding];
  const whose = {
    agent: `by the agent ${who}`,
    person: "by you",
    check: "by the target's check",
    evidence: "by what was seen of the network",
  }[by];
  return `${upper(found)}, ${whose}.${why === "" ? "" : ` ${why}`}`;
}

/** What each reason for a quarantine lets the person do next (R7). */
const nextSteps: Readonly<Record<QuarantineCode, string>> = {
  outcome_unknown: "Inspect the page, then mark the action as applied or not applied, or run the target's check.",
  chrome_crashed: "Inspect the page in a new window, then mark the action as applied or not applied.",
  broker_exit_not_observed: "End the named process yourself if it still runs, then look again.",
  chrome_exit_not_observed: "End the named Chrome yourself, then look again.",
  foreign_profile_lock: "Close the named program, or do what the reason says of its lock, then look again.",
  cleanup_failed: "Look again to close the tabs once more, or inspect the window.",
  wipe_not_proven: "End whatever still writes into the folder, then discard the workplace again.",
  records_disagree: "Inspect the page, then look again if it is as you expect it, or discard the workplace.",
};

export function quarantineNext(code: QuarantineCode): string {
  return nextSteps[code];
}

/** The reason's name, for the title of a list. */
const reasonWords: Readonly<Record<QuarantineCode, string>> = {
  outcome_unknown: "outcome unknown",
  chrome_crashed: "Chrome ended during an action",
  broker_exit_not_observed: "the broker's exit was not observed",
  chrome_exit_not_observed: "Chrome's exit was not observed",
  foreign_profile_lock: "another program holds the profile",
  cleanup_failed: "the tabs could not be closed",
  wipe_not_proven: "the wipe is not proven",
  records_disagree: "the records disagree",
};

export function quarantineWord(code: QuarantineCode): string {
  return reasonWords[code];
}

export interface WayWords {
  readonly label: string;
  /** When to choose it. */
  readonly when: string;
}

const ways: Readonly<Record<ResolveWay, WayWords>> = {
  inspect: { label: "Inspect the page", when: "You take the slot over and look; nothing is decided by that." },
  mark_applied: { label: "Mark as applied", when: "You saw on the site that the action took effect." },
  mark_not_applied: { label: "Mark as not applied", when: "You saw on the site that the action had no effect." },
  run_check: {
    label: "Run the target's check",
    when: "The page that the configuration names tells whether it took effect.",
  },
  look_again: { label: "Look again", when: "You did what the reason asks for; its facts are tested anew." },
  discard: {
    label: "Discard the workplace",
    when: "Nothing in it is needed: profile, logins, downloads and uploads are wiped.",
  },
};

export function wayWords(way: ResolveWay): WayWords {
  return ways[way];
}

const steps: Readonly<Record<ReceiptStep["step"], string>> = {
  fence: "Agent fenced",
  recorded: "New epoch recorded on disk",
  broker_told: "Broker told to stop",
  broker_cut_off: "Broker cut off from Chrome",
  broker_exit: "Broker exit",
  chrome_exit: "Chrome exit",
  chrome_barrier: "Chrome has read all that was sent before",
  detached: "Leased DevTools session detached",
  released: "No key or button left pressed",
  front: "Window in front",
};

/** What a step of a receipt means once it has been observed (R2). */
export function stepWords(step: ReceiptStep["step"]): string {
  return steps[step];
}

/** Why there is a receipt. */
export function receiptTitle({ cause, from, epoch }: Pick<ReceiptView, "cause" | "from" | "epoch">): string {
  switch (cause) {
    case "take_over":
      return `You took the slot from ${from} (epoch ${epoch}).`;
    case "parked":
      return `${from} vanished; its lease is parked (epoch ${epoch}).`;
    case "reclaimed":
      return `You reclaimed the slot from ${from} to make room (epoch ${epoch}).`;
    case "restart":
      return `The control room had ended while ${from} held the slot (epoch ${epoch}).`;
    default:
      return cause satisfies never;
  }
}

/** `3 s`, `12 min`, `4 h`: rounded down, never more exact than it is useful. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What an agent asked the person for with `request_human`. */
export function helpSentence({ reason, doneWhen }: { readonly reason: string; readonly doneWhen: string }): string {
  return `asks for you: ${reason} (done when: ${doneWhen})`;
}

/** What a parked lease means, and whether its agent can have it back (R16). */
export function parkedSentence({ agent, isBack }: { readonly agent: string; readonly isBack: boolean }): string {
  const now = isBack ? "vanished, is back and asks for its slot" : "vanished and has not come back";
  return `${agent} ${now}. Nobody may act until you decide.`;
}

/** A step's distance from the request. What was not observed by the end was not observed (R2). */
export function stepTime(at: number | null, receipt: Pick<ReceiptView, "requestedAt" | "completedAt">): string {
  if (at === null) return receipt.completedAt === null ? "not observed yet" : "not observed";
  const size = Math.abs(at - receipt.requestedAt);
  const sign = at < receipt.requestedAt ? "−" : "+";
  return `${sign}${size.toLocaleString("en", { maximumFractionDigits: size < 10 ? 1 : 0 })} ms`;
}

/** R5: the commands that were on their way when the fence fell, each method once with its count. */
export function unansweredSentence(methods: readonly string[]): string {
  if (methods.length === 0) return "No DevTools command waited for an answer when the fence fell.";
  const each = [...Map.groupBy(methods, (method) => method)];
  const list = each.map(([method, { length }]) => (length === 1 ? method : `${method} ×${length}`));
  return `Sent before the fence, no answer when it fell: ${list.join(", ")}.`;
}
