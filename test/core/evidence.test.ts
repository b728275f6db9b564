import { describe, expect, it } from "vitest";
import { isDecisive, placeOf, type SeenRequest, stateOfFailure, unclearAmong } from "../../src/core/action/evidence.ts";
import { seenRequest } from "../support/seen-request.ts";

const open = seenRequest({ state: "sent", status: null, endedAt: null });
const byWorker = seenRequest({ byServiceWorker: true });

describe("a request that ended without an answer", () => {
  it.each([
    "net::ERR_NAME_NOT_RESOLVED",
    "net::ERR_CONNECTION_REFUSED",
    "net::ERR_CONNECTION_TIMED_OUT",
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_ADDRESS_UNREACHABLE",
    "net::ERR_BLOCKED_BY_CLIENT",
    "net::ERR_CERT_AUTHORITY_INVALID",
    "net::ERR_PROXY_CONNECTION_FAILED",
    "net::ERR_UNSAFE_PORT",
    "csp",
    "mixed-content",
  ])("never left when Chrome says %s", (failure) => {
    expect(stateOfFailure(failure)).toBe("not_reached");
  });

  it.each([
    "net::ERR_CONNECTION_RESET",
    "net::ERR_CONNECTION_CLOSED",
    "net::ERR_EMPTY_RESPONSE",
    "net::ERR_TIMED_OUT",
    "net::ERR_ABORTED",
    "net::ERR_NETWORK_CHANGED",
    "net::ERR_HTTP2_PROTOCOL_ERROR",
    "net::ERR_FAILED",
    "something of csp",
    "",
  ])("may have reached the site when Chrome says %j", (failure) => {
    expect(stateOfFailure(failure)).toBe("failed");
  });
});

describe("what stays unclear among requests (R3, R6)", () => {
  it.each<[string, readonly SeenRequest[], number]>([
    ["an open one", [open], 1],
    ["one that was cut", [seenRequest({ state: "failed", status: null })], 1],
    ["one that never left", [seenRequest({ state: "not_reached", status: null })], 0],
    ["an answered one, whatever the status", [seenRequest({ status: 500 })], 0],
    ["each that is open", [open, open, seenRequest()], 2],
    ["an open document that is only read", [{ ...open, method: "GET", kind: "navigation" }], 0],
    ["an open form that is posted as a document", [{ ...open, kind: "navigation" }], 1],
    ["another tab's", [{ ...open, attribution: "other_tab" }], 0],
    ["a later one", [{ ...open, attribution: "later" }], 0],
    ["a download", [{ ...open, kind: "download" }], 0],
    ["a beacon that is under way", [{ ...open, kind: "beacon" }], 1],
    ["a beacon that its page left behind", [seenRequest({ kind: "beacon", state: "failed", status: null })], 0],
    ["a message on a socket", [{ ...open, kind: "socket", method: "WebSocket" }], 1],
  ])("%s", (_, requests, count) => {
    expect(unclearAmong(requests)).toHaveLength(count);
  });

  it.each<[string, readonly SeenRequest[], number]>([
    ["that answered by itself may send later, or never", [byWorker], 1],
    ["that passed it on is as clear as the site's answer", [byWorker, seenRequest()], 0],
    ["that passed it on, without an answer from the site", [byWorker, open], 1],
    [
      "that asked for something else does not count as passing on",
      [byWorker, seenRequest({ url: "http://shop.test/x" })],
      1,
    ],
    ["that read the same address does not count as passing on", [byWorker, seenRequest({ method: "GET" })], 1],
    ["that answered twice", [byWorker, byWorker], 2],
    ["that answered with an error", [seenRequest({ byServiceWorker: true, status: 503 })], 1],
  ])("a service worker %s", (_, requests, count) => {
    expect(unclearAmong(requests)).toHaveLength(count);
  });
});

describe("a request", () => {
  it("decides only when it is the action's own and somebody could see its end", () => {
    expect(isDecisive(open)).toBe(true);
    expect(isDecisive({ ...open, attribution: "later" })).toBe(false);
    expect(isDecisive({ ...open, kind: "download" })).toBe(false);
  });

  it.each([
    ["http://shop.test/save?token=secret", "http://shop.test/save"],
    ["http://shop.test/save#secret", "http://shop.test/save"],
    ["http://shop.test/save#a?b", "http://shop.test/save"],
    ["http://shop.test", "http://shop.test"],
    ["", ""],
  ])("%s is told as %j (R31)", (address, place) => {
    expect(placeOf(address)).toBe(place);
  });

  it("has no place that is endless", () => {
    expect(placeOf(`http://shop.test/${"x".repeat(9_000)}`)).toHaveLength(500);
  });
});
