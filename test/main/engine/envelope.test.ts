import { describe, expect, it } from "vitest";
import { readEnvelope, withoutSession } from "../../../src/main/engine/gate/envelope.ts";

function read(message: object) {
  return readEnvelope(Buffer.from(JSON.stringify(message)));
}

describe("the envelope of a DevTools message", () => {
  it("is read without the body: id, method and session", () => {
    expect(read({ id: 12, result: { data: "x".repeat(100_000) }, sessionId: "AB12" })).toEqual({
      id: 12,
      method: null,
      sessionId: "AB12",
    });
    expect(read({ method: "Page.loadEventFired", params: { at: 1 }, sessionId: "S" })).toMatchObject({
      method: "Page.loadEventFired",
      sessionId: "S",
    });
  });

  it("does not take a session inside the parameters for its own", () => {
    expect(read({ method: "Target.detachedFromTarget", params: { sessionId: "INNER" } }).sessionId).toBeNull();
    expect(read({ id: 1, result: { sessionId: "INNER" } }).sessionId).toBeNull();
  });

  it("does not take an id inside a result for its own", () => {
    expect(read({ method: "A.b", params: { id: 4 } }).id).toBeNull();
  });

  it("loses nothing but the session, and stays text of several bytes a letter", () => {
    const message = Buffer.from(JSON.stringify({ id: 1, result: { text: "Grüße 漢字" }, sessionId: "AB" }));
    expect(JSON.parse(withoutSession(message, "AB").toString())).toEqual({ id: 1, result: { text: "Grüße 漢字" } });
  });
});
