import { isDecisive, isPlainNavigation, isReading, type SeenRequest, unclearAmong } from "./evidence.ts";
import type { Outcome } from "./outcome.ts";

/** What is known when an acting tool has come to its end, to its deadline, or was cut off. */
export interface Deed {
  /** Whether anything that can have an effect was written to Chrome, by the gate's own record (R6). */
  readonly written: boolean;
  /** The step that was not finished wrote something, or may have; true when the broker did not say. */
  readonly touched: boolean;
  /** Every step was carried out in Chrome: by the broker's word, or by what Chrome answered to the gate. */
  readonly carriedOut: boolean;
  /** Why a step could not be finished, in the page's words; null when the broker said nothing of the kind. */
  readonly failure: string | null;
  /** An earlier step of the same action was finished. */
  readonly partly: boolean;
  /** What ended the waiting before the broker had its say; null when it had. */
  readonly cutOff: string | null;
  readonly dialogOpen: boolean;
  readonly pageClosed: boolean;
  /** The page has answered nothing since: what it is about to send can't be seen yet. */
  readonly silent: boolean;
  /** The tool's whole purpose is to open a document. */
  readonly navigates: boolean;
  readonly requests: readonly SeenRequest[];
}

/** Why an outcome was stated; the words for it are in `core/view/words`. */
export type Ground =
  | { readonly kind: "nothing_written"; readonly reason: string | null }
  | { readonly kind: "carried_out" }
  | { readonly kind: "not_reached" }
  | { readonly kind: "not_loaded"; readonly reason: string }
  | { readonly kind: "stopped_halfway"; readonly reason: string }
  | { readonly kind: "no_answer"; readonly dialogOpen: boolean }
  | { readonly kind: "broke_off"; readonly reason: string }
  | { readonly kind: "cut_off"; readonly reason: string }
  | { readonly kind: "page_silent" };

export interface Verdict {
  readonly outcome: Outcome;
  readonly ground: Ground;
}

/**
 * Says what may be said of an acting tool, and no more (R3, R6). In this order: nothing written → `not_sent`; a request
 * that may have changed something and was not answered → `unknown`; steps of which nobody knows the end → `unknown`;
 * nothing that reached the site → `failed`; else `done`, also if the site answered with an error: the evidence has the
 * status.
 */
export function judge(deed: Deed): Verdict {
  const { requests, failure, cutOff } = deed;
  if (!deed.written) {
    // Whatever the network did meanwhile, the page did by itself.
    return say("not_sent", { kind: "nothing_written", reason: failure ?? cutOff });
  }
  const decisive = requests.filter(isDecisive);
  const main = decisive.filter((seen) => seen.kind === "navigation");
  const refused = deed.navigates && main.length > 0 && main.every((seen) => isPlainNavigation(seen) && ended(seen));
  const downloads = requests.some((seen) => seen.kind === "download");
  if (refused && !downloads && !deed.dialogOpen && !deed.pageClosed) {
    return say("failed", { kind: "not_loaded", reason: failure ?? main.at(-1)?.failure ?? "no document came" });
  }
  const loading = main.some((seen) => seen.state === "sent") && !deed.dialogOpen && !deed.pageClosed;
  if (loading || unclearAmong(requests).length > 0) {
    return say("unknown", { kind: "no_answer", dialogOpen: deed.dialogOpen });
  }
  if (deed.partly && failure !== null && !deed.touched) {
    return say("failed", { kind: "stopped_halfway", reason: failure });
  }
  const arrived = main.some((seen) => seen.state === "answered");
  if (!deed.carriedOut && !deed.pageClosed && !arrived) {
    if (cutOff !== null) return say("unknown", { kind: "cut_off", reason: cutOff });
    return say("unknown", { kind: "broke_off", reason: failure ?? "it did not come to its end" });
  }
  // Without its end, a page that closed or moved on may still have had steps to come.
  if (!deed.carriedOut && cutOff !== null) return say("unknown", { kind: "cut_off", reason: cutOff });
  if (deed.silent) return say("unknown", { kind: "page_silent" });
  const effects = decisive.filter((seen) => !isReading(seen.method));
  if (effects.length > 0 && effects.every((seen) => seen.state === "not_reached")) {
    return say("failed", { kind: "not_reached" });
  }
  return say("done", { kind: "carried_out" });
}

function ended(seen: SeenRequest): boolean {
  return seen.state === "failed" || seen.state === "not_reached";
}

function say(outcome: Outcome, ground: Ground): Verdict {
  return { outcome, ground };
}
