import { beforeEach, describe, expect, it } from "vitest";
import { startMs, textOf, useEngine } from "../../../support/engine-workplace.ts";

describe("what a click is said to have done", { timeout: startMs }, () => {
  const engine = useEngine();
  const click = (target: string, timeoutMs?: number) => engine().call("browser_click", { target }, timeoutMs);
  beforeEach(async () => {
    await engine().open("/");
  });

  it("is done, without requests, if the page sent none", async () => {
    const result = await click("#plain");
    expect(result).toMatchObject({ outcome: "done", requests: [] });
    expect(textOf(result)).toContain("No request that could change something was seen");
    expect(textOf(result)).toContain("pressed");
  });

  it("waits for the answer to what the click sent, and shows what the page made of it", async () => {
    const result = await click("#save");
    const url = `${engine().site.origin}/save`;
    expect(result).toMatchObject({
      outcome: "done",
      requests: [{ method: "POST", url, state: "answered", status: 200 }],
    });
    expect(textOf(result)).toContain("paragraph [ref=");
    expect(textOf(result)).toMatch(/: saved$/m);
  });

  it("sees a request that the page sends in a timer of 0, and one that it sends because of an answer", async () => {
    expect((await click("#late")).requests).toHaveLength(1);
    expect((await click("#chain")).requests.map((each) => each.status)).toEqual([200, 200]);
  });

  it("waits for a page that is busy before it sends", async () => {
    expect(await click("#busy")).toMatchObject({ outcome: "done", requests: [{ method: "POST", status: 200 }] });
  });

  it("is unknown if the page is still busy at the deadline", async () => {
    expect(await click("#busy", 1_200)).toMatchObject({ outcome: "unknown", error: { code: "TIMED_OUT" } });
  });

  it("says the status if the site answered with an error", async () => {
    const result = await click("#fail");
    expect(result).toMatchObject({ outcome: "done", requests: [{ status: 500 }] });
    expect(textOf(result)).toContain("/fail was answered with 500");
  });

  it("is unknown if the connection broke after the request was sent", async () => {
    const result = await click("#drop");
    expect(result).toMatchObject({ outcome: "unknown", error: { code: "TIMED_OUT", retry: "look_first" } });
    const request = { method: "POST", url: `${engine().site.origin}/drop`, state: "failed", status: null };
    expect(result.requests).toMatchObject([request]);
  });

  it("is unknown at the deadline if no answer came, and names the request without its query", async () => {
    const result = await click("#never", 2_000);
    expect(result).toMatchObject({ outcome: "unknown", error: { code: "TIMED_OUT" }, requests: [{ state: "sent" }] });
    expect(result.error?.message).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/never was sent, and no answer was seen\./);
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  it("has failed if the request never reached the site", async () => {
    const result = await click("#unreachable");
    expect(result).toMatchObject({ outcome: "failed", requests: [{ state: "not_reached" }] });
    expect(textOf(result)).toContain("did not reach the site");
  });

  it("is done when a link is followed, also if the page leaves a beacon behind that nobody answers", async () => {
    const result = await click("#tracked");
    expect(result.outcome).toBe("done");
    expect(textOf(result)).toContain("Title: Second");
    expect(textOf(result)).toContain("its answer can't be seen");
  });

  it("is unknown if the page that a link leads to never comes", async () => {
    const result = await click("#hang", 2_000);
    expect(result).toMatchObject({ outcome: "unknown", error: { code: "TIMED_OUT" } });
    expect(result.error?.message).toContain("/never-page was sent, and no answer was seen");
  });

  it("is unknown if the page's script never comes back", async () => {
    const result = await click("#loop", 2_000);
    expect(result).toMatchObject({ outcome: "unknown", error: { code: "TIMED_OUT", retry: "look_first" } });
    await engine().call("browser_tabs", { action: "new" });
    await engine().call("browser_tabs", { action: "close", tab: "t1" });
  });

  it.each(["#disabled", "#covered", "#nope", ".twin"])("is not sent if %s can't be clicked", async (target) => {
    const before = engine().site.received.length;
    const result = await click(target, 2_000);
    expect(result).toMatchObject({
      outcome: "not_sent",
      error: { code: "ACTION_FAILED", retry: "safe" },
    });
    expect(result.error?.message).not.toContain("Call log");
    expect(engine().site.received).toHaveLength(before);
  });

  it("tells of a download", async () => {
    expect(textOf(await click("#download"))).toMatch(/a download from \S+\/file (began|was completed)/);
  });

  it("follows a form to the page after its redirect", async () => {
    await engine().open("/form");
    const result = await click("#send");
    expect(result.outcome).toBe("done");
    expect(result.requests).toMatchObject([
      { method: "POST", url: `${engine().site.origin}/form-target`, status: 303 },
      { method: "GET", url: `${engine().site.origin}/thanks`, status: 200 },
    ]);
    expect(textOf(result)).toContain("Title: Thanks");
  });
});
