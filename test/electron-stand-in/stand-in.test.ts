import { existsSync, readdirSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openX11 } from "../../src/main/adapters/windows/x11-desktop.ts";
import { type StandInApp, startStandInApp } from "../support/stand-in-app.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";
import { press } from "../support/x-pointer.ts";

const fixture = join(import.meta.dirname, "fixture");
const main = join(fixture, "main.js");
const pageUrl = new URL("./fixture/page.html", import.meta.url).href;

let screen: VirtualDisplay;
beforeAll(async () => {
  screen = await startVirtualDisplay();
});
afterAll(() => screen?.stop());

describe("an app under the stand-in", { timeout: 30_000 }, () => {
  let app: StandInApp;
  let page: Page;

  beforeAll(async () => {
    app = await startStandInApp(screen.display, main);
    await app.heard("loaded");
    page = await app.page();
  }, 30_000);
  afterAll(() => app?.stop());

  const invoke = (channel: string, ...values: unknown[]): Promise<unknown> =>
    page.evaluate(([name, rest]) => Reflect.get(globalThis, "fixture").invoke(name, ...rest), [
      channel,
      values,
    ] as const);

  it("has a visible window of its own, and says what it was made with", async () => {
    expect(await app.heard("loaded")).toMatchObject({ windows: 1, bounds: { x: 40, y: 50, width: 700, height: 500 } });
    expect(await page.title()).toBe("fixture");
  });

  it("runs the preload before the page's scripts, which find the bridge but not what carries it", async () => {
    const seen: unknown = await page.evaluate(() => Reflect.get(globalThis, "seenAtStart"));
    expect(seen).toEqual({ bridge: "object", bindings: [] });
  });

  it("carries a call from a click in the page to the main process and back", async () => {
    await page.click("#add");
    await page.waitForFunction("document.querySelector('#sum').textContent === '42'");
  });

  it("tells the main process which frame called", async () => {
    expect(await invoke("add", 1, 2)).toMatchObject({ sum: 3, from: pageUrl });
  });

  it("carries messages from the main process to the page, whatever their keys", async () => {
    const text = '{"a":[1,"</script>"],"__proto__":"\u2028"}';
    await page.evaluate(`fixture.invoke("push", JSON.parse(${JSON.stringify(text)}))`);
    await page.waitForFunction("document.querySelector('#pushed').textContent !== ''");
    expect(await page.textContent("#pushed")).toBe(text);
  });

  it("rejects a call in Electron's words when its handler throws or is missing", async () => {
    await expect(invoke("fail")).rejects.toThrow("Error invoking remote method 'fail': Error: on purpose");
    await expect(invoke("nope")).rejects.toThrow("No handler registered for 'nope'");
  });

  it.each([
    "app.dock",
    'app.on("second-instance")',
    "webContents.session",
    "BrowserWindow.fromId",
    "BrowserWindow.constructor option frame",
  ])("says that it has no %s", async (what) => {
    expect(await invoke("try", what)).toBe(`not in the stand-in: ${what}`);
  });

  it("says in the preload as well what it lacks", async () => {
    const said: unknown = await page.evaluate(() => Reflect.get(globalThis, "fixture").unknown());
    expect(said).toBe("not in the stand-in: ipcRenderer.sendSync");
  });

  it.each(["nodeIntegration", "contextIsolation"])("refuses a window with an unsafe %s", async (what) => {
    expect(await invoke("try", what)).toContain(what);
  });

  it("stays on its page when a link, the page's script or a second window would lead away", async () => {
    await page.click("#away", { noWaitAfter: true });
    expect(await app.heard("will-navigate")).toMatchObject({ url: new URL("about.html", pageUrl).href });
    await page.evaluate("open('about.html') === null || Promise.reject(new Error('a window was opened'))");
    await app.heard("window-open");
    await page.evaluate("void (location.href = 'https://example.com/')");
    await expect.poll(() => app.told.map((line) => line["url"])).toContain("https://example.com/");
    expect(await page.evaluate("location.href")).toBe(pageUrl);
    expect(await invoke("add", 1, 1)).toMatchObject({ sum: 2, from: pageUrl });
  });

  it("turns back from an address that needs no request", async () => {
    await page.evaluate("void (location.href = 'about:blank')");
    await expect.poll(() => app.errors()).toContain("turned back: about:blank");
    // The address may be read before the way back has begun: only the page's answer says that it is there again.
    await expect
      .poll(() => invoke("add", 2, 2).catch(String), { timeout: 10_000 })
      .toMatchObject({ sum: 4, from: pageUrl });
  });

  it("lets nobody but its own user at the test socket", () => {
    expect(statSync(app.socket).mode & 0o777).toBe(0o600);
  });
});

describe("the end of an app under the stand-in", { timeout: 30_000 }, () => {
  let app: StandInApp;
  let browser: number;

  beforeEach(async () => {
    app = await startStandInApp(screen.display, main);
    await app.heard("loaded");
    const page = await app.page();
    browser = await page.evaluate(async () => {
      const { browser } = await Reflect.get(globalThis, "fixture").invoke("add", 0, 0);
      return browser;
    });
  }, 30_000);
  afterEach(() => app?.stop());

  const inOrder = () => app.told.map((line) => line["event"]);
  const profiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`stand-in-${app.pid}-`));

  it("comes when the person closes the window", async () => {
    const desktop = await openX11(screen.display);
    expect(await desktop.bringToFront(browser)).toMatchObject({ inFront: true });
    desktop.close();
    expect(profiles()).toHaveLength(1);
    await press(screen.display, "alt+F4");
    expect(await app.exited).toEqual({ code: 0, signal: null });
    const end = ["closed", "window-all-closed", "before-quit", "before-quit", "will-quit", "quit"];
    expect(inOrder()).toEqual(["loaded", ...end]);
    expect(profiles()).toEqual([]);
    expect(isAlive(browser)).toBe(false);
  });

  it("waits while before-quit is prevented, and takes the window along", async () => {
    process.kill(app.pid, "SIGTERM");
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(inOrder()).toEqual(["loaded", "before-quit", "before-quit", "closed", "will-quit", "quit"]);
    expect(isAlive(browser)).toBe(false);
  });

  it("takes the window along when the app is killed; its profile goes with the next start", async () => {
    process.kill(app.pid, "SIGKILL");
    await app.exited;
    await expect.poll(() => isAlive(browser), { timeout: 10_000 }).toBe(false);
    const next = await startStandInApp(screen.display, main);
    await next.heard("loaded");
    expect(profiles()).toEqual([]);
    await next.stop();
  });

  it("comes when the window's Chromium dies", async () => {
    process.kill(browser, "SIGKILL");
    expect(await app.exited).toEqual({ code: 0, signal: null });
    expect(inOrder()).toContain("closed");
  });
});

describe("a Chromium that can't start", () => {
  it("is an error that has its last words", async () => {
    const folder = await mkdtemp(join(tmpdir(), "broken-browser-"));
    const browser = join(folder, "browser");
    await writeFile(browser, "#!/bin/sh\necho 'cannot open display' >&2\nexit 7\n");
    await chmod(browser, 0o700);
    const app = await startStandInApp(screen.display, main, { ELECTRON_STAND_IN_BROWSER: browser });
    const { message } = await app.heard("failed");
    expect(message).toMatch(/could not be opened.*ended with code 7\s+cannot open display/s);
    expect(message).toContain(browser);
    expect((await app.exited).code).toBe(3);
    await app.stop();
    await rm(folder, { recursive: true });
  });

  it("is an error that names the path when there is nothing at it", async () => {
    const app = await startStandInApp(screen.display, main, { ELECTRON_STAND_IN_BROWSER: "/nowhere/chromium" });
    expect((await app.heard("failed"))["message"]).toContain("/nowhere/chromium could not be run");
    await app.exited;
    await app.stop();
  });
});

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}
