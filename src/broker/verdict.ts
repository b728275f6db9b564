import { DockError, type ErrorBody, type ErrorCode } from "../shared/errors.ts";
import { duration } from "./deadline.ts";
import { describeRequest, describeTraffic, seenRequests, unclear } from "./evidence.ts";
import type { StepFailed } from "./steps.ts";
import type { Reply } from "./tool.ts";
import type { Watch } from "./watch.ts";

/** What is known when an acting tool has come to its end, or to its deadline. */
export interface Facts {
  /** In words, without anything that was typed: `click`. */
  readonly did: string;
  readonly watch: Watch;
  readonly failed: StepFailed | undefined;
  /** An earlier step of the same action was finished. */
  readonly partly: boolean;
  readonly dialogOpen: boolean;
  readonly pageClosed: boolean;
  /** The page answered nothing since: what it is about to send can't be seen yet. */
  readonly silent: boolean;
  readonly elapsedMs: number;
}

export type Verdict = Pick<Reply, "outcome" | "requests" | "error"> & {
  /** One line: what is known. */
  readonly statement: string;
};

/**
 * Says what may be said, and no more (R3, R6). In this order: nothing written → `not_sent`; a request that may have
 * changed something and was not answered → `unknown`, naming it; a call that broke off after input was written, or a
 * page that answers nothing since → `unknown`; else `done`, also if the site answered with an error: the statement has
 * the status.
 */
export function judge(facts: Facts): Verdict {
  const { watch, failed, elapsedMs } = facts;
  const requests = seenRequests(watch);
  const traffic = describeTraffic(watch, elapsedMs);
  const rest = [
    ...watch.downloads.map((name) => ` A download began: ${name}.`),
    facts.pageClosed ? " The tab closed itself." : "",
  ];
  const say = (outcome: string) => `${outcome} ${traffic}${rest.join("")}`;

  // Whatever the network did meanwhile, the page did by itself.
  if (failed !== undefined && !failed.touched) return unready(facts, failed);

  const open = unclear(watch);
  const waiting = watch.seen.filter((seen) => seen.kind === "navigation" && seen.state === "sent" && !facts.pageClosed);
  if (open.length > 0 || (waiting.length > 0 && !facts.dialogOpen)) {
    const message = [...open, ...waiting].map((seen) => describeRequest(seen, elapsedMs)).join("; ");
    const hint = facts.dialogOpen
      ? { hint: "Answer the dialog with browser_handle_dialog, then look at the page." }
      : {};
    const error = new DockError("TIMED_OUT", message, hint).body();
    return { outcome: "unknown", requests, error, statement: say(`Unknown outcome of ${facts.did}.`) };
  }

  if (failed !== undefined && !facts.pageClosed && !watch.seen.some((seen) => seen.main && seen.state === "answered")) {
    const message = `${facts.did} began, then broke off after ${duration(elapsedMs)}: ${failed.message}`;
    const error = body(failed.timedOut ? "TIMED_OUT" : "ACTION_FAILED", message);
    return { outcome: "unknown", requests, error, statement: say(`Unknown outcome: ${message}.`) };
  }
  if (facts.silent) {
    const message = `${facts.did} was sent, and the page answered nothing for ${duration(elapsedMs)}: its script is busy`;
    return {
      outcome: "unknown",
      requests,
      error: body("TIMED_OUT", message),
      statement: say(`Unknown outcome: ${message}.`),
    };
  }
  const loading =
    failed === undefined || facts.pageClosed || watch.downloads.length > 0 ? "" : " The page is still loading.";
  return { outcome: "done", requests, statement: `${say(`Done: ${facts.did}.`)}${loading}` };
}

/** The page was not ready for it: nothing was written, or nothing after an earlier step. */
function unready(facts: Facts, failed: StepFailed): Verdict {
  const requests = seenRequests(facts.watch);
  const message = `${facts.did}: ${failed.message}`;
  if (facts.partly) {
    const statement = `Not finished: ${message}. ${describeTraffic(facts.watch, facts.elapsedMs)}`;
    return { outcome: "failed", requests, error: body("ACTION_FAILED", message), statement };
  }
  const error = new DockError("ACTION_FAILED", message, { retry: "safe" }).body();
  return { outcome: "not_sent", requests, error, statement: `Nothing was done: ${message}` };
}

function body(code: ErrorCode, message: string): ErrorBody {
  return new DockError(code, message).body();
}
