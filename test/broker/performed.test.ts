import { beforeEach, describe, expect, it } from "vitest";
import type { FromBroker } from "../../src/shared/contract/broker.ts";
import { textOf } from "./support/broker-process.ts";
import { closePage } from "./support/chrome.ts";
import { startMs, useWorkplace } from "./support/workplace.ts";

describe("what a broker says that it did", { timeout: startMs }, () => {
  const { broker, chrome, site, open } = useWorkplace();
  const click = (target: string, timeoutMs?: number) => broker().perform("browser_click", { target }, timeoutMs);
  const finished = { finished: true, failed: null, dialogOpen: false, pageClosed: false, note: null };
  beforeEach(async () => {
    await open("/");
  });

  it("is that every step was finished, without waiting for what they started", async () => {
    const arrived = site().arrival("POST /never");
    expect(await click("#never")).toMatchObject({ ...finished, touched: true });
    await arrived;
  });

  it.each(["#disabled", "#covered", "#nope", ".twin"])(
    "is that nothing was written if %s can't be clicked",
    async (target) => {
      const before = site().received.length;
      const { failed, ...rest } = await click(target, 2_000);
      expect(rest).toMatchObject({ finished: false, touched: false, partly: false });
      expect(failed?.message).not.toContain("Call log");
      expect(site().received).toHaveLength(before);
    },
  );

  it("is that input was written and no end was seen if the page's script never comes back", async () => {
    await broker().call("browser_tabs", { action: "new" });
    await open("/");
    expect(await click("#loop", 2_000)).toMatchObject({
      finished: false,
      failed: { timedOut: true },
      touched: true,
    });
    await broker().call("browser_tabs", { action: "close" });
  });

  it("tells an earlier step that was finished from one that was never begun", async () => {
    await open("/form");
    const field = (target: string) => ({ name: target, target, type: "textbox", value: "open sesame" });
    const half = await broker().perform("browser_fill_form", { fields: [field("#name"), field("#locked")] }, 2_000);
    expect(half).toMatchObject({ finished: false, touched: false, partly: true });
    const none = await broker().perform("browser_fill_form", { fields: [field("#locked")] }, 2_000);
    expect(none).toMatchObject({ finished: false, touched: false, partly: false });
    expect(JSON.stringify([half, none])).not.toContain("sesame");
  });

  it("counts what Playwright does by script in the page as touched", async () => {
    await open("/form");
    const chosen = await broker().perform("browser_select_option", { target: "#colour", values: ["g"] });
    expect(chosen).toMatchObject({ ...finished, touched: true });
  });

  it("is a whole result where nothing was begun", async () => {
    expect(await broker().call("browser_click", { target: "e999" })).toMatchObject({
      outcome: "not_sent",
      error: { code: "STALE_REFERENCE" },
    });
  });

  describe("of a navigation", () => {
    it("is that it was written and failed if the site broke the connection", async () => {
      const { failed, ...rest } = await open("/drop");
      expect(rest).toMatchObject({ finished: false, touched: true });
      expect(failed?.message).toContain("net::ERR");
    });

    it("is that there was no earlier page", async () => {
      await broker().call("browser_tabs", { action: "new" });
      expect(await broker().perform("browser_navigate_back")).toMatchObject({
        finished: true,
        touched: false,
        note: "There was no earlier page to go back to.",
      });
      await broker().call("browser_tabs", { action: "close" });
    });

    it("names the tab that was opened for it", async () => {
      const { note } = await broker().perform("browser_tabs", { action: "new", url: `${site().origin}/second` });
      expect(note).toMatch(/^Tab t\d+ was opened and is the current one\.$/);
      await broker().call("browser_tabs", { action: "close" });
    });
  });

  describe("when a dialog opens", () => {
    it("is that it stands in the way; the steps go on when it is answered", async () => {
      const opened = await click("#confirm");
      expect(opened).toMatchObject({ finished: false, failed: null, dialogOpen: true, touched: true });
      expect(textOf(await broker().report(opened))).toContain("A dialog is open: confirm “Delete it?”");
      const saved = site().arrival("POST /save");
      expect(await broker().perform("browser_handle_dialog", { accept: true })).toMatchObject({
        ...finished,
        touched: true,
      });
      await saved;
    });

    it("is told once if it opens after the steps, also between two reports", async () => {
      const { actionId, dialogOpen } = await click("#alertSoon");
      expect(dialogOpen).toBe(false);
      await broker().report({ actionId });
      expect(await interruption(actionId)).toMatchObject({ dialogOpen: true, pageClosed: false });
      expect(textOf(await broker().report({ actionId }))).toContain("A dialog is open: alert “by itself”");
      await broker().perform("browser_handle_dialog", { accept: true });
      expect(broker().countOf("interrupted", actionId)).toBe(1);
    });
  });

  it("is told once if the page is closed after the steps", async () => {
    await broker().call("browser_tabs", { action: "new" });
    await open("/form");
    const { actionId } = await click("#agree");
    await closePage(chrome().endpoint, `${site().origin}/form`);
    expect(await interruption(actionId)).toMatchObject({ dialogOpen: false, pageClosed: true });
    expect(textOf(await broker().report({ actionId }))).toContain("The tab that it was done in is closed.");
    expect(broker().countOf("interrupted", actionId)).toBe(1);
  });

  function interruption(actionId: string) {
    type Interrupted = Extract<FromBroker, { kind: "interrupted" }>;
    return broker().next((each): each is Interrupted => each.kind === "interrupted" && each.actionId === actionId);
  }
});

describe("a broker's report", { timeout: startMs }, () => {
  const { broker, open } = useWorkplace();
  const click = (target: string, timeoutMs?: number) => broker().perform("browser_click", { target }, timeoutMs);
  /** Longer than any test may take: a wait for what never comes shows. */
  const veryLong = 10 * startMs;
  beforeEach(async () => {
    await open("/");
  });

  it("shows what the page made of the action, as often as it is asked for", async () => {
    const pressed = await click("#plain");
    for (let time = 0; time < 2; time++) expect(textOf(await broker().report(pressed))).toMatch(/: pressed$/m);
  });

  it("waits for the document that was answered", async () => {
    const text = textOf(await broker().report(await click("#link"), { newDocument: true }));
    expect(text).toContain("Title: Second");
    expect(text).toContain('button "Other"');
  });

  it("names a tab that was opened, and does not wait for the document in the tab before", async () => {
    const text = textOf(await broker().report(await click("#popup", veryLong), { newDocument: true, tabs: 2 }));
    expect(text).toMatch(/A new tab (t\d+) was opened/);
    expect(text).toContain("Title: Home");
    await broker().call("browser_tabs", { action: "close", tab: /new tab (t\d+)/.exec(text)?.[1] });
  });

  it("comes although the document never does and the action's time is over", async () => {
    const answer = await broker().report(await click("#plain", 1_000), { newDocument: true });
    expect(textOf(answer)).toContain("Title: Home");
  });

  it("does not wait for a document while a dialog stands in the way", async () => {
    const soon = await click("#alertSoon", veryLong);
    expect(textOf(await broker().report(soon, { newDocument: true }))).toContain("A dialog is open");
    await broker().perform("browser_handle_dialog", { accept: true });
  });

  it("is empty for an action that is not the last one", async () => {
    const earlier = await click("#plain");
    await click("#plain");
    expect((await broker().report(earlier)).content).toEqual([]);
    expect((await broker().report({ actionId: "another" })).content).toEqual([]);
  });
});
