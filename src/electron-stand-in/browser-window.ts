import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type ChromiumProcess, startChromium } from "./chromium-process.ts";
import { closedSurface } from "./closed-surface.ts";
import { StandInEvents } from "./events.ts";
import { NavigationGuard } from "./navigation-guard.ts";
import { addWindow, type OpenWindow, openWindows, removeWindow } from "./open-windows.ts";
import { PageLink } from "./page-link.ts";
import { StandInWebContents } from "./web-contents.ts";
import { parseWindowOptions, type WindowOptions } from "./window-options.ts";

const eventNames = ["ready-to-show", "close", "closed"] as const;
type EventName = (typeof eventNames)[number];
type Bounds = { x: number; y: number; width: number; height: number };

const windowForTarget = z.object({ windowId: z.number() });

interface Page {
  readonly link: PageLink;
  readonly guard: NavigationGuard;
  readonly windowId: number;
}

/** Electron's `BrowserWindow`: a Chromium of its own that has one app window. */
export class StandInBrowserWindow implements OpenWindow {
  readonly #contents = new StandInWebContents();
  readonly webContents = closedSurface("webContents", this.#contents);
  readonly #events = new StandInEvents<EventName>("BrowserWindow", eventNames);
  readonly #chromium: ChromiumProcess;
  readonly #page: Promise<Page>;
  readonly #closed: Promise<void>;
  #bounds: Bounds;
  #minimized = false;
  #destroyed = false;

  /** @throws Error for options that the stand-in lacks, and where there is no Chromium */
  constructor(given?: unknown) {
    const options = parseWindowOptions(given);
    const { x, y, width, height } = options;
    this.#bounds = { x: x ?? 0, y: y ?? 0, width, height };
    this.#chromium = startChromium({ x, y, width, height });
    this.#page = this.#open(options);
    // loadFile reports it; a window that is never loaded still must not end the process by it.
    this.#page.catch(() => {});
    this.#closed = this.#hasClosed();
    addWindow(this);
  }

  static getAllWindows(): readonly OpenWindow[] {
    return openWindows();
  }

  /** @throws Error when Chromium could not be started (with its last lines) or the file can't be loaded */
  async loadFile(path: string): Promise<void> {
    const { guard } = await this.#page;
    await guard.load(pathToFileURL(resolve(path)).href);
    this.#events.emit("ready-to-show");
  }

  on(name: EventName, listener: (...values: unknown[]) => void): this {
    this.#events.on(name, listener);
    return this;
  }

  once(name: EventName, listener: (...values: unknown[]) => void): this {
    this.#events.once(name, listener);
    return this;
  }

  show(): void {
    this.#whenOpen(async ({ link }) => {
      await this.#setWindow({ windowState: "normal" });
      await link.send("Page.bringToFront");
    });
  }

  showInactive(): void {
    this.#whenOpen(() => this.#setWindow({ windowState: "normal" }));
  }

  focus(): void {
    this.#whenOpen(({ link }) => link.send("Page.bringToFront"));
  }

  /** Whether the app has minimised it; what the person did is not noticed. */
  isMinimized(): boolean {
    return this.#minimized;
  }

  minimize(): void {
    this.#minimized = true;
    this.#whenOpen(() => this.#setWindow({ windowState: "minimized" }));
  }

  restore(): void {
    this.#minimized = false;
    this.#whenOpen(() => this.#setWindow({ windowState: "normal" }));
  }

  /** As last set by the app. */
  getBounds(): Bounds {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    const { x: left, y: top, width, height } = this.#bounds;
    this.#whenOpen(() => this.#setWindow({ left, top, width, height }));
  }

  setTitle(title: string): void {
    const expression = `document.title = ${JSON.stringify(title)}`;
    this.#whenOpen(({ link }) => link.send("Runtime.evaluate", { expression }));
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  close(): void {
    this.leave().catch(() => {});
  }

  destroy(): void {
    this.#chromium.close();
  }

  async leave(): Promise<boolean> {
    if (this.#events.emitPreventable("close")) return false;
    await this.discard();
    return true;
  }

  async discard(): Promise<void> {
    this.#chromium.close();
    await this.#closed;
  }

  async #open({ webPreferences, title }: WindowOptions): Promise<Page> {
    const { pipe, path, exited } = this.#chromium;
    try {
      const preload = webPreferences.preload === undefined ? null : await readFile(webPreferences.preload, "utf8");
      const link = await PageLink.open(pipe, preload, {
        message: (message) => this.#contents.receive(message, this.webContents),
        gone: () => this.#chromium.close(),
      });
      const guard = await NavigationGuard.start(link, (url) => this.#contents.allowsNavigation(url));
      const { targetId } = link;
      const { windowId } = windowForTarget.parse(await pipe.send("Browser.getWindowForTarget", { targetId }));
      this.#contents.connect({
        processId: this.#chromium.pid,
        url: () => guard.url,
        post: (message) => link.post(message),
      });
      if (title !== undefined) this.setTitle(title);
      await offerTestSocket(this.#chromium);
      return { link, guard, windowId };
    } catch (error) {
      this.#chromium.close();
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`The window could not be opened: ${why}. ${path} ${await exited}`, { cause: error });
    }
  }

  async #setWindow(bounds: object): Promise<void> {
    const { windowId } = await this.#page;
    await this.#chromium.pipe.send("Browser.setWindowBounds", { windowId, bounds });
  }

  /** Electron's window methods return at once; what they ask for happens when the window is there, in order. */
  #whenOpen(act: (page: Page) => Promise<unknown>): void {
    this.#page.then(act).catch((error: unknown) => {
      if (!this.#destroyed) console.error("electron stand-in:", error);
    });
  }

  async #hasClosed(): Promise<void> {
    await this.#chromium.exited;
    // Whoever waits for loadFile hears why, before the app is told that its last window has closed.
    await this.#page.catch(() => {});
    await setImmediate();
    this.#destroyed = true;
    this.#contents.disconnect();
    this.#events.emit("closed");
    removeWindow(this);
  }
}

/** The driver of the end-to-end tests is loaded only where they ask for it. */
async function offerTestSocket({ pipe, exited }: ChromiumProcess): Promise<void> {
  const path = process.env["ELECTRON_STAND_IN_TEST_SOCKET"];
  if (path === undefined) return;
  const { serveTestSocket } = await import("./test-socket.ts");
  const socket = serveTestSocket(path, pipe);
  exited.finally(() => socket.close()).catch(() => {});
}
