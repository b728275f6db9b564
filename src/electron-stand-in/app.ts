import { existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { notThere } from "./closed-surface.ts";
import { StandInEvents } from "./events.ts";
import { onAllWindowsClosed, openWindows } from "./open-windows.ts";

const eventNames = ["window-all-closed", "before-quit", "will-quit", "quit"] as const;
type EventName = (typeof eventNames)[number];

const manifest = z.object({ name: z.string(), productName: z.string().optional(), version: z.string() });

/** Electron's `app`: its life from `whenReady` to the end of the process. */
export class StandInApp {
  readonly #events = new StandInEvents<EventName>("app", eventNames);
  readonly #ready: Promise<void>;
  #isReady = false;
  #name: string | null = null;
  #leaving = false;

  constructor() {
    this.#ready = setImmediate().then(() => {
      this.#isReady = true;
    });
    onAllWindowsClosed(() => {
      if (this.#leaving) return;
      // As in Electron: without a listener the last window ends the app.
      if (this.#events.hasListeners("window-all-closed")) this.#events.emit("window-all-closed");
      else this.quit();
    });
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  on(name: EventName, listener: (...values: unknown[]) => void): this {
    this.#events.on(name, listener);
    return this;
  }

  once(name: EventName, listener: (...values: unknown[]) => void): this {
    this.#events.once(name, listener);
    return this;
  }

  /** `before-quit`, then the windows close, then `will-quit` and `quit`; the first two can be prevented. */
  quit(): void {
    if (this.#leaving || this.#events.emitPreventable("before-quit")) return;
    this.#leaving = true;
    this.#quit().catch((error: unknown) => {
      console.error("electron stand-in: quitting failed:", error);
      process.exit(1);
    });
  }

  /** Closes all windows without asking, then ends the process. */
  exit(code = 0): void {
    this.#leaving = true;
    Promise.allSettled(openWindows().map((window) => window.discard())).then(
      () => this.#end(code),
      () => this.#end(code),
    );
  }

  getVersion(): string {
    return readManifest(this.getAppPath()).version;
  }

  getName(): string {
    const { name, productName } = readManifest(this.getAppPath());
    return this.#name ?? productName ?? name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  /** The folder of the `package.json` that the started file belongs to. */
  getAppPath(): string {
    for (let folder = dirname(process.argv[1] ?? ""); ; folder = dirname(folder)) {
      if (existsSync(join(folder, "package.json"))) return folder;
      if (folder === dirname(folder)) return process.cwd();
    }
  }

  getPath(name: string): string {
    if (name === "temp") return tmpdir();
    if (name === "userData") return join(process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), this.getName());
    throw notThere("app", `getPath("${name}")`);
  }

  async #quit(): Promise<void> {
    const left = await Promise.all(openWindows().map((window) => window.leave()));
    if (left.includes(false) || this.#events.emitPreventable("will-quit")) {
      this.#leaving = false;
      return;
    }
    this.#end(0);
  }

  #end(code: number): void {
    this.#events.emitPreventable("quit", code);
    process.exit(code);
  }
}

function readManifest(folder: string): z.output<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}
