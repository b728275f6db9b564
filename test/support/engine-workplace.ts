import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openBrowsers } from "../../src/main/adapters/chrome/browsers.ts";
import { holdProfile } from "../../src/main/adapters/chrome/profile-lock.ts";
import { createBrokers } from "../../src/main/adapters/process/brokers.ts";
import { openEndpointServer } from "../../src/main/adapters/process/endpoint-server.ts";
import { createProcesses } from "../../src/main/adapters/process/processes.ts";
import { openStore } from "../../src/main/adapters/sqlite/store.ts";
import { systemClock } from "../../src/main/adapters/system/clock.ts";
import { isInside } from "../../src/main/adapters/system/files.ts";
import { slotDirectories } from "../../src/main/adapters/system/paths.ts";
import { openWorkplaces } from "../../src/main/adapters/system/workplaces.ts";
import { openDesktop } from "../../src/main/adapters/windows/open-desktop.ts";
import { type ControlRoom, openControlRoom } from "../../src/main/control-room.ts";
import type { AgentSession } from "../../src/main/engine/agent-sessions.ts";
import type { Store } from "../../src/main/engine/ports.ts";
import type { TargetSettings } from "../../src/main/engine/target-settings.ts";
import type { ToolContent, ToolFacts, ToolResult } from "../../src/shared/contract/agent.ts";
import { makeHome, removeHome } from "./control-room.ts";
import { noConfigFile } from "./no-config-file.ts";
import { startSite, type TestSite } from "./site/site.ts";
import { startVirtualDisplay } from "./virtual-display.ts";

/** Starting a Chrome on a busy machine; milliseconds. */
export const startMs = 90_000;

/** A tool's result, its facts laid open. */
export type Answer = Omit<ToolFacts, "requests"> & {
  readonly content: readonly ToolContent[];
  readonly requests: NonNullable<ToolFacts["requests"]>;
};

export interface EngineWorkplace {
  readonly home: string;
  readonly uploads: string;
  readonly downloads: string;
  readonly site: TestSite;
  readonly room: ControlRoom;
  readonly store: Store;
  /** By login target; the one agent's is `site`. */
  readonly targets: Map<string, TargetSettings>;
  /** One call of the one agent. @param timeoutMs the longest time that an action may take */
  call(tool: string, input?: Record<string, unknown>, timeoutMs?: number): Promise<Answer>;
  /** Opens a page of the site, and looks at it. */
  open(path: string): Promise<Answer>;
}

/** The real control room in this process, with a real Chrome on a display of its own, and one agent, for a whole file. */
export function useEngine(): () => EngineWorkplace {
  const stack = new AsyncDisposableStack();
  let workplace: EngineWorkplace | undefined;
  beforeAll(async () => {
    workplace = await start(stack);
  }, startMs);
  afterAll(() => stack.disposeAsync(), startMs);
  return () => {
    if (workplace === undefined) throw new Error("not started");
    return workplace;
  };
}

async function start(stack: AsyncDisposableStack): Promise<EngineWorkplace> {
  const home = stack.adopt(makeHome(), removeHome);
  const display = stack.adopt(await startVirtualDisplay(), (started) => started.stop());
  // What Chrome inherits.
  process.env["DISPLAY"] = display.display;
  const site = stack.adopt(await startSite(), (started) => started.stop());
  const store = stack.adopt(openStore(join(home, "db.sqlite")), (opened) => opened.close());
  const desktop = stack.adopt(await openDesktop({ DISPLAY: display.display }), (opened) => opened.close());
  const endpoints = stack.adopt(await openEndpointServer(join(home, "gate.sock")), (opened) => opened.close());
  const directories = (slot: number) => slotDirectories({ slots: join(home, "slots") }, slot);
  const browsers = await openBrowsers({
    path: undefined,
    allowSystem: true,
    sandboxOff: process.getuid?.() === 0,
    remember: () => {},
  });
  const log = (line: string, detail?: unknown) => {
    if (detail !== undefined) process.stderr.write(`${line}: ${String(detail)}\n`);
  };
  const ports = {
    store,
    browsers,
    brokers: createBrokers(join(import.meta.dirname, "../../src/broker/index.ts"), join(home, "cache"), log),
    endpoints,
    desktop,
    processes: createProcesses(),
    clock: systemClock,
    newId: randomUUID,
    slotDirectories: directories,
    workplaces: openWorkplaces({ slots: join(home, "slots") }, holdProfile),
    isInside,
    log,
  };
  const targets = new Map<string, TargetSettings>();
  const settings = {
    version: "0",
    runtime: "electron stand-in" as const,
    slots: 2,
    cap: 2,
    focusGuard: true,
    startsAtOnce: 2,
    reconnectGraceMs: 0,
    actionTimeoutMs: 10_000,
    mcpConfiguration: "",
    memoryLimitMb: 1e6,
    targets,
  };
  const wall = { monitor: null, mode: "grid", scale: null } as const;
  const shell = { showWindow: () => {}, quit: () => {} };
  const room = stack.adopt(
    await openControlRoom(ports, settings, { wall, rememberWall: () => {}, config: noConfigFile, shell }),
    (opened) => opened.stop(),
  );
  const session = room.agents.hello({ id: "ada", name: "ada" }, { key: "site", source: "override" });
  const call = async (tool: string, input: Record<string, unknown> = {}, timeoutMs = 10_000) => {
    settings.actionTimeoutMs = timeoutMs;
    return laidOpen(await ask(room, session, tool, input));
  };
  const { uploads, downloads } = directories(1);
  for (const directory of [uploads, downloads]) mkdirSync(directory, { recursive: true });
  await call("browser_snapshot", {}, 60_000);
  return {
    home,
    uploads,
    downloads,
    site,
    room,
    store,
    targets,
    call,
    open: async (path) => {
      const opened = await call("browser_navigate", { url: `${site.origin}${path}` });
      if (opened.outcome !== "done") return opened;
      return call("browser_snapshot");
    },
  };
}

function ask(room: ControlRoom, session: AgentSession, tool: string, input: Record<string, unknown>) {
  const signal = new AbortController().signal;
  const asked = { actionId: randomUUID(), tool, arguments: input, waitMs: 60_000, signal };
  return room.agents.call(session, asked, () => {});
}

function laidOpen({ content, facts }: ToolResult): Answer {
  return { ...facts, content, requests: facts.requests ?? [] };
}

/** The text that an agent reads. */
export function textOf({ content }: Pick<Answer, "content">): string {
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n");
}

/** The reference of the element with this role and name in a snapshot. */
export function refOf(answer: Answer, element: string): string {
  const line = textOf(answer)
    .split("\n")
    .find((each) => each.includes(element));
  const ref = /\[ref=(\w+)\]/.exec(line ?? "")?.[1];
  if (ref === undefined) throw new Error(`no ${element} in\n${textOf(answer)}`);
  return ref;
}
