import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright-core";

const register = join(import.meta.dirname, "../../src/electron-stand-in/register.ts");

/** A line of JSON that the app wrote to its standard output. */
export type Told = Readonly<Record<string, unknown>>;

export interface StandInApp {
  readonly pid: number;
  readonly socket: string;
  /** Everything that the app has told so far, in order. */
  readonly told: readonly Told[];
  /** The last of what it wrote to standard error. */
  errors(): string;
  /** The first line whose `event` is this; rejects when the app ends without it. */
  heard(event: string): Promise<Told>;
  /** Connects Playwright to the window's page. */
  page(): Promise<Page>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends the app if it still runs. */
  stop(): Promise<void>;
}

/** Runs a main process under the stand-in, its window on the given display. */
export async function startStandInApp(
  display: string,
  main: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StandInApp> {
  const folder = await mkdtemp(join(tmpdir(), "stand-in-test-"));
  const socket = join(folder, "devtools.sock");
  const noSandbox = process.getuid?.() === 0 ? { ELECTRON_STAND_IN_NO_SANDBOX: "1" } : {};
  const child = spawn(process.execPath, ["--import", register, main], {
    env: { ...process.env, DISPLAY: display, ELECTRON_STAND_IN_TEST_SOCKET: socket, ...noSandbox, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told: Told[] = [];
  const waiting = new Set<() => void>();
  let errors = "";
  let ended = false;
  let browser: Browser | null = null;
  const lookAgain = () => {
    for (const look of waiting) look();
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === "object" && parsed !== null) told.push({ ...parsed });
    lookAgain();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = `${errors}${text}`.slice(-8_000);
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    // `close` and not `exit`: by then every line has been read.
    child.once("close", (code, signal) => {
      ended = true;
      resolve({ code, signal });
      lookAgain();
    });
  });
  return {
    pid: child.pid ?? 0,
    socket,
    told,
    errors: () => errors,
    exited,
    heard(event) {
      const { promise, resolve, reject } = Promise.withResolvers<Told>();
      const look = () => {
        const found = told.find((line) => line["event"] === event);
        if (found) resolve(found);
        else if (ended) reject(new Error(`the app ended without "${event}":\n${errors}`));
      };
      waiting.add(look);
      look();
      return promise.finally(() => waiting.delete(look));
    },
    async page() {
      browser ??= await chromium.connectOverCDP(`ws+unix:${socket}:/`);
      const [page] = browser.contexts()[0]?.pages() ?? [];
      if (page === undefined) throw new Error("the window has no page");
      return page;
    },
    async stop() {
      await browser?.close();
      if (!ended) child.kill("SIGKILL");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
