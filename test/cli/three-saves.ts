import type { SeenRequest } from "../../src/core/action/evidence.ts";
import type { ActionView } from "../../src/core/view/snapshot.ts";
import { evidenceSentence } from "../../src/core/view/words.ts";

/**
 * Three clicks on "Save" that a careless text would tell alike. The window's tests and the command line's both read
 * this table: each place has to say the same of each, and the three differ (R3, R6, R11).
 */
export const threeSaves: readonly { readonly action: ActionView; readonly says: readonly string[] }[] = [
  {
    action: save("save-a", "failed", { state: "not_reached", failure: "net::ERR_CONNECTION_REFUSED", endedAt: 20 }),
    says: ["failed", "did not reach the site (net::ERR_CONNECTION_REFUSED)", "did not do what it was meant to do"],
  },
  {
    action: save("save-b", "unknown", { state: "sent" }),
    says: ["outcome unknown", "was sent, and no answer was seen", "may or may not have been applied"],
  },
  {
    action: save("save-c", "unknown", { state: "failed", failure: "net::ERR_EMPTY_RESPONSE", endedAt: 20 }),
    says: [
      "outcome unknown",
      "was sent, and the connection ended without an answer (net::ERR_EMPTY_RESPONSE)",
      "may or may not have been applied",
    ],
  },
];

/** What no text about an unknown outcome may suggest. */
export const forbiddenWhenUnknown = /try again|retry|success/i;

export function seenRequest(more: Partial<SeenRequest> = {}): SeenRequest {
  return {
    method: "POST",
    url: "https://shop.example/save",
    kind: "request",
    state: "answered",
    status: null,
    failure: null,
    sentAt: 0,
    endedAt: null,
    initiator: "script",
    attribution: "window",
    byServiceWorker: false,
    ...more,
  };
}

function save(id: string, outcome: ActionView["outcome"], more: Partial<SeenRequest>): ActionView {
  const requests = [seenRequest(more)];
  return {
    id,
    tool: "browser_click",
    summary: "click “Save”",
    startedAt: 0,
    endedAt: 40,
    outcome,
    evidence: evidenceSentence(requests, true),
    requests,
    resolution: null,
  };
}
