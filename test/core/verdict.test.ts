import { describe, expect, it } from "vitest";
import { type Deed, judge } from "../../src/core/action/verdict.ts";
import { seenRequest } from "../support/seen-request.ts";

function deed(part: Partial<Deed> = {}): Deed {
  return {
    written: true,
    touched: true,
    carriedOut: true,
    failure: null,
    partly: false,
    cutOff: null,
    dialogOpen: false,
    pageClosed: false,
    silent: false,
    navigates: false,
    requests: [],
    ...part,
  };
}

const sent = seenRequest({ state: "sent", status: null, endedAt: null });
const cut = seenRequest({ state: "failed", status: null, failure: "net::ERR_EMPTY_RESPONSE" });
const unreached = seenRequest({ state: "not_reached", status: null, failure: "net::ERR_CONNECTION_REFUSED" });
const document = seenRequest({ method: "GET", kind: "navigation", url: "http://shop.test/" });

describe("what may be said of an action (R3, R6)", () => {
  it.each<[string, Partial<Deed>, string, string]>([
    ["carried out, nothing seen", {}, "done", "carried_out"],
    ["carried out and answered", { requests: [seenRequest()] }, "done", "carried_out"],
    ["answered with an error", { requests: [seenRequest({ status: 500 })] }, "done", "carried_out"],
    ["nothing written", { written: false, failure: "it is disabled" }, "not_sent", "nothing_written"],
    ["nothing written, the page posts by itself", { written: false, requests: [sent] }, "not_sent", "nothing_written"],
    ["nothing written when cut off", { written: false, cutOff: "control changed" }, "not_sent", "nothing_written"],
    ["sent and not answered", { requests: [sent] }, "unknown", "no_answer"],
    ["sent, the connection cut", { requests: [cut] }, "unknown", "no_answer"],
    ["one answered, one not", { requests: [seenRequest(), sent] }, "unknown", "no_answer"],
    ["never reached the site", { requests: [unreached] }, "failed", "not_reached"],
    ["one answered, one never reached", { requests: [seenRequest(), unreached] }, "done", "carried_out"],
    ["cut off in the middle", { carriedOut: false, cutOff: "the broker exited" }, "unknown", "cut_off"],
    [
      "cut off after all was carried out",
      { cutOff: "the broker exited", requests: [seenRequest()] },
      "done",
      "carried_out",
    ],
    ["cut off, the request still open", { cutOff: "control changed", requests: [sent] }, "unknown", "no_answer"],
    ["broken off", { carriedOut: false, failure: "timed out" }, "unknown", "broke_off"],
    [
      "stopped after an earlier step",
      { carriedOut: false, failure: "it is disabled", partly: true, touched: false },
      "failed",
      "stopped_halfway",
    ],
    [
      "stopped after an earlier step that posted without an answer",
      { carriedOut: false, failure: "it is disabled", partly: true, touched: false, requests: [sent] },
      "unknown",
      "no_answer",
    ],
    ["a page that answers nothing", { silent: true }, "unknown", "page_silent"],
    [
      "a document that does not come",
      { requests: [{ ...document, state: "sent", status: null }] },
      "unknown",
      "no_answer",
    ],
    [
      "a document that could not be opened",
      { navigates: true, carriedOut: false, failure: "refused", requests: [{ ...document, state: "not_reached" }] },
      "failed",
      "not_loaded",
    ],
    ["a socket without a message back", { requests: [{ ...sent, kind: "socket" }] }, "unknown", "no_answer"],
    [
      "answered by the page's own service worker only",
      { requests: [seenRequest({ byServiceWorker: true })] },
      "unknown",
      "no_answer",
    ],
    [
      "passed on by the service worker and answered",
      { requests: [seenRequest({ byServiceWorker: true }), seenRequest()] },
      "done",
      "carried_out",
    ],
    ["a beacon that its page left behind", { requests: [{ ...cut, kind: "beacon" }] }, "done", "carried_out"],
    ["another tab's open request", { requests: [{ ...sent, attribution: "other_tab" }] }, "done", "carried_out"],
    ["a later open request", { requests: [{ ...sent, attribution: "later" }] }, "done", "carried_out"],
    ["a dialog over an open request", { dialogOpen: true, requests: [sent] }, "unknown", "no_answer"],
  ])("%s", (_, part, outcome, ground) => {
    const verdict = judge(deed(part));
    expect([verdict.outcome, verdict.ground.kind]).toEqual([outcome, ground]);
  });
});
