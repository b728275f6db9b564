import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { type Browser, chromium, type Page } from "playwright-core";
import { connectAgent } from "../../demo/agents/connect-agent.ts";
import type { SlotView, Snapshot } from "../../src/core/view/snapshot.ts";
import { resolvePaths, slotDirectories } from "../../src/main/adapters/system/paths.ts";

const repository = join(import.meta.dirname, "../..");
const register = join(repository, "src/electron-stand-in/register.ts");
const main = join(repository, "out/main/index.js");
const electron = join(repository, "node_modules/electron/dist/electron");
const cli = join(repository, "bin/sessiondock");
const isRoot = process.getuid?.() === 0;

/** `npm run e2e:electron` sets it; then the same tests run on Electron itself. */
const onElectron = process.env["SESSIONDOCK_E2E_RUNTIME"] === "electron";

export interface RoomOptions {
  readonly display: string;
  /** Kept between runs of one test, for restarts; made when absent. */
  readonly home?: string;
  readonly config?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CliAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built control room, run as a user would run it, with its own home directory. */
export interface TestRoom {
  readonly pid: number;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  errors(): string;
  output(): string;
  /** The page of the control room's real window. */
  page(): Promise<Page>;
  cli(...args: string[]): Promise<CliAnswer>;
  snapshot(): Promise<Snapshot>;
  slot(number: number): Promise<SlotView>;
  /** Process of the slot's Chrome. @throws Error when it has none */
  chromePid(slot: number): Promise<number>;
  /** Connects a real MCP client through the real wrapper. */
  agent(name: string, target?: string): Promise<Client>;
  profile(slot: number): string;
  kill(): Promise<void>;
  /** Asks it to quit and waits for the exit. */
  stop(): Promise<void>;
}

export function makeHome(): string {
  return mkdtempSync(join(tmpdir(), "dock-"));
}

/** Starts the control room and does not wait for it to be ready. */
export function launchRoom(options: RoomOptions): TestRoom & { readonly ready: Promise<void> } {
  const home = options.home ?? makeHome();
  mkdirSync(home, { recursive: true });
  const config = join(home, "config.jsonc");
  if (options.config !== undefined || !existsSync(config)) {
    writeFileSync(config, JSON.stringify(merge(options.config)));
  }
  const socket = join(home, "test.sock");
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    DISPLAY: options.display,
    SESSIONDOCK_HOME: home,
    ELECTRON_STAND_IN_TEST_SOCKET: socket,
    ...(isRoot ? { ELECTRON_STAND_IN_NO_SANDBOX: "1" } : {}),
    ...options.environment,
  };
  const [command, args] = onElectron
    ? [electron, [...(isRoot ? ["--no-sandbox"] : []), "--remote-debugging-port=0", repository]]
    : [process.execPath, ["--import", register, main]];
  const child = spawn(command, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  let ended = false;
  let devTools: Browser | null = null;
  const clients: Client[] = [];
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    output += `${line}\n`;
    if (line.startsWith('{"sessiondock":"ready"')) ready.resolve();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = `${errors}${text}`.slice(-16_000);
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("close", (code, signal) => {
      ended = true;
      ready.reject(new Error(`the control room ended (${code ?? signal}):\n${errors}`));
      resolve({ code, signal });
    });
  });
  ready.promise.catch(() => {});
  const runCli = (...args: string[]) => callCli(args, environment);

  const snapshot = async (): Promise<Snapshot> => {
    const { stdout, stderr, code } = await runCli("status", "--json");
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };

  const slot = async (number: number): Promise<SlotView> => {
    const found = (await snapshot()).slots.find((each) => each.slot === number);
    if (!found) throw new Error(`no slot ${number}`);
    return found;
  };

  const room = {
    pid: child.pid ?? 0,
    home,
    environment,
    exited,
    ready: ready.promise,
    errors: () => errors,
    output: () => output,
    page: async () => {
      const endpoint = onElectron ? electronEndpoint(errors) : `ws+unix:${socket}:/`;
      devTools ??= await chromium.connectOverCDP(endpoint);
      const page = devTools.contexts()[0]?.pages()[0];
      if (!page) throw new Error("the control room has no page");
      return page;
    },
    cli: runCli,
    snapshot,
    slot,
    chromePid: async (number: number) => {
      const { life } = await slot(number);
      if (life.kind !== "live") throw new Error(`slot ${number} is ${life.kind}`);
      return life.pid;
    },
    agent: async (name: string, target = name) => {
      const client = await connectAgent({ name, target, environment });
      clients.push(client);
      return client;
    },
    profile: (slot: number) => slotDirectories(resolvePaths({ SESSIONDOCK_HOME: home }), slot).profile,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      await Promise.allSettled(clients.map((client) => client.close()));
      await devTools?.close();
      if (!ended) child.kill("SIGTERM");
      await exited;
    },
  };
  return room;
}

/** Starts the control room and waits until its window is open. */
export async function startRoom(options: RoomOptions): Promise<TestRoom> {
  const room = launchRoom(options);
  await room.ready;
  return room;
}

export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

function merge(config: object = {}): object {
  return { ...config, browser: { allowSystem: true, sandboxOff: isRoot, ...browserOf(config) } };
}

function browserOf(config: object): object {
  return "browser" in config && typeof config.browser === "object" && config.browser !== null ? config.browser : {};
}

function electronEndpoint(errors: string): string {
  const found = /DevTools listening on (ws:\S+)/.exec(errors)?.[1];
  if (found === undefined) throw new Error("Electron told no DevTools endpoint");
  return found;
}

function callCli(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<CliAnswer> {
  return new Promise((resolve) => {
    execFile(cli, [...args], { env: environment, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}
