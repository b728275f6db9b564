import type { SeenRequest } from "../../src/core/action/evidence.ts";

/** A POST of a script that was answered with 200, but for what a test says otherwise. */
export function seenRequest(part: Partial<SeenRequest> = {}): SeenRequest {
  return {
    method: "POST",
    url: "http://shop.test/save",
    kind: "request",
    state: "answered",
    status: 200,
    failure: null,
    sentAt: 1,
    endedAt: 2,
    initiator: "script",
    attribution: "window",
    byServiceWorker: false,
    ...part,
  };
}
