import { describe, expect, it } from "vitest";
import { startMs, useWorkplace } from "./support/workplace.ts";

/** The broker ends with each test, and the tab is left with a page that never comes: each has a Chrome of its own. */
describe.each([
  { ending: "its connection is cut", reason: "the connection to Chrome ended", code: "BROKER_LOST" },
  { ending: "control changes", reason: "control changed", code: "EPOCH_STALE" },
])("a broker that has begun a step when $ending", { timeout: startMs }, ({ reason, code }) => {
  const { broker, endpoint, open, site } = useWorkplace();

  it("says that it was written, that no end was seen, and nothing of a closed page; then it ends", async () => {
    await open("/");
    const arrived = site().arrival("GET /never-page");
    const running = broker().begin("browser_navigate", { url: `${site().origin}/never-page` });
    const queued = broker().begin("browser_click", { target: "#save" });
    await arrived;
    const before = site().received.length;
    if (code === "BROKER_LOST") endpoint().cut();
    else broker().send({ kind: "stop" });
    expect(await broker().performed(running)).toMatchObject({
      finished: false,
      failed: { message: reason, timedOut: false },
      touched: true,
      partly: false,
      // Playwright closes its pages with the connection; Chrome's own live on.
      pageClosed: false,
    });
    expect(await broker().result(queued)).toMatchObject({ outcome: "not_sent", error: { code } });
    expect(await broker().exited).toBe(0);
    expect(broker().countOf("interrupted", running)).toBe(0);
    expect(site().received).toHaveLength(before);
  });
});

describe("a broker that waits for an element when control changes", { timeout: startMs }, () => {
  const { broker, endpoint, open } = useWorkplace();

  it("says that nothing was written, and ends", async () => {
    await open("/");
    const looked = endpoint().sent("Runtime.callFunctionOn");
    const waiting = broker().begin("browser_click", { target: "#covered" });
    await looked;
    broker().send({ kind: "stop" });
    const failed = { message: "control changed", timedOut: false };
    expect(await broker().performed(waiting)).toMatchObject({ finished: false, failed, touched: false });
    expect(await broker().exited).toBe(0);
  });
});
