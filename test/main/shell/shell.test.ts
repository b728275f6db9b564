import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type StandInApp, startStandInApp } from "../../support/stand-in-app.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../../support/virtual-display.ts";

const main = join(import.meta.dirname, "fixture/main/index.ts");
const slow = { timeout: 60_000 };

let screen: VirtualDisplay;
beforeAll(async () => {
  screen = await startVirtualDisplay();
});
afterAll(() => screen?.stop());

const call = (page: Page, payload: unknown): Promise<unknown> =>
  page.evaluate((sent) => Reflect.get(globalThis, "raw").invoke(sent), payload);

describe("the control room window", slow, () => {
  let app: StandInApp;
  let page: Page;
  beforeAll(async () => {
    app = await startStandInApp(screen.display, main);
    await app.heard("ready");
    page = await app.page();
  }, 60_000);
  afterAll(() => app?.stop());

  it("answers an operator call in an envelope", async () => {
    expect(await call(page, { key: "takeOver", input: { slot: 3 } })).toEqual({ ok: true, value: { done: true } });
    expect(await app.heard("handle")).toMatchObject({ key: "takeOver", input: { slot: 3 } });
  });

  it("hands an error over with its code, hint and retry", async () => {
    expect(await call(page, { key: "release", input: { slot: 99 } })).toEqual({
      ok: false,
      error: {
        code: "SLOT_UNKNOWN",
        message: "There is no slot 99.",
        hint: expect.any(String),
        retry: "never",
      },
    });
  });

  it.each(["toString", "nothing", "__proto__"])("refuses %s, which is no operator call", async (key) => {
    expect(await call(page, { key, input: {} })).toMatchObject({ ok: false, error: { code: "CALL_UNKNOWN" } });
  });

  it.each([null, "takeOver", { input: {} }, { key: "takeOver", input: {}, more: 1 }])(
    "refuses %j, which is no call at all",
    async (payload) => {
      expect(await call(page, payload)).toMatchObject({ ok: false, error: { code: "ARGUMENTS_INVALID" } });
    },
  );

  it("sends each change to the page", async () => {
    await call(page, { key: "pause", input: { paused: true } });
    await page.waitForFunction("changes.length === 1");
    expect(await page.evaluate("changes[0]")).toEqual({ after: 7, revision: 8, queue: [] });
  });

  it("still answers when the page's address has a fragment", async () => {
    await page.evaluate("void (location.hash = '#slot-3')");
    expect(await call(page, { key: "arrange", input: {} })).toMatchObject({ ok: true });
  });

  it("stays where it is when its page would go elsewhere", async () => {
    await page.evaluate("void (location.href = 'https://example.com/')");
    await expect.poll(() => app.errors()).toContain("refused: https://example.com/");
    expect(await call(page, { key: "arrange", input: {} })).toMatchObject({ ok: true });
  });

  it("tells what newly needs the person outside of the window as well, and what goes on only once", async () => {
    await call(page, { key: "arrange", input: {} });
    await call(page, { key: "arrange", input: {} });
    await expect.poll(() => app.errors()).toContain("notification:");
    const told = app.errors().match(/^notification: .*$/gm);
    expect(told).toEqual(["notification: Slot 4 needs you: The login for shop has expired."]);
  });

  it("comes forward when the person asks for it", async () => {
    expect(await call(page, { key: "showWindow", input: {} })).toMatchObject({ ok: true });
    expect(app.errors()).not.toContain("not in the stand-in");
  });
});

describe("the ways in and out", slow, () => {
  let app: StandInApp;
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<Page> => {
    app = await startStandInApp(screen.display, main, env);
    await app.heard("ready");
    return await app.page();
  };
  const told = () => app.told.map((line) => line["event"]);
  afterEach(() => app?.stop());

  it("refuse a page that is not the control room's own", async () => {
    const page = await start({ ANOTHER_PAGE: "file:///another/index.html" });
    expect(await call(page, { key: "takeOver", input: { slot: 3 } })).toMatchObject({
      ok: false,
      error: { code: "NOT_ALLOWED" },
    });
    expect(told()).toEqual(["ready"]);
  });

  it("wait for the room to stop, once, however often they are asked", async () => {
    const page = await start({ STOP_TAKES_MS: "300" });
    await call(page, { key: "quit", input: {} });
    await app.heard("stop");
    process.kill(app.pid, "SIGTERM");
    process.kill(app.pid, "SIGINT");
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(told()).toEqual(["ready", "handle", "stop", "stopped", "unsubscribed"]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("stop the room at %s as well", async (signal) => {
    await start();
    process.kill(app.pid, signal);
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(told()).toEqual(["ready", "stop", "stopped", "unsubscribed"]);
  });

  it("stop the room when the window is closed", async () => {
    const page = await start();
    await page.close();
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(told()).toEqual(["ready", "unsubscribed", "stop", "stopped"]);
  });

  it("end with code 1, and the reason, when the room can't stop", async () => {
    await start({ STOP_FAILS: "1" });
    process.kill(app.pid, "SIGTERM");
    expect(await app.exited).toEqual({ code: 1, signal: null });
    expect(app.errors()).toContain("a Chrome would not go");
  });
});
