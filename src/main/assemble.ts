import { randomBytes, randomUUID } from "node:crypto";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { openBrowsers } from "./adapters/chrome/browsers.ts";
import { holdProfile } from "./adapters/chrome/profile-lock.ts";
import { createBrokers } from "./adapters/process/brokers.ts";
import { openEndpointServer } from "./adapters/process/endpoint-server.ts";
import { createProcesses } from "./adapters/process/processes.ts";
import { openStore } from "./adapters/sqlite/store.ts";
import { openChoices } from "./adapters/system/choices.ts";
import { systemClock } from "./adapters/system/clock.ts";
import type { Config } from "./adapters/system/config-schema.ts";
import { isInside, privateDirectory, privateFile } from "./adapters/system/files.ts";
import { type Paths, slotDirectories } from "./adapters/system/paths.ts";
import { openWorkplaces } from "./adapters/system/workplaces.ts";
import type { DisplaySource } from "./adapters/windows/display-source.ts";
import { openDesktop } from "./adapters/windows/open-desktop.ts";
import { ConfigFollower } from "./config-follower.ts";
import { type ControlRoom, openControlRoom } from "./control-room.ts";
import { type ControlSocket, openControlSocket } from "./control-socket/server.ts";
import type { ShellActions } from "./engine/operator-desk.ts";
import type { RoomSettings } from "./engine/room.ts";

/** How much of the machine's memory is used where the configuration does not say; the rest is the person's own. */
const memoryShare = 0.75;

export interface Assembly {
  readonly room: ControlRoom;
  /** Settles when everything has ended and every exit was observed. */
  stop(): Promise<void>;
}

export interface AssemblyOptions {
  readonly paths: Paths;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the built programs lie: `out/main`. */
  readonly mainDirectory: string;
  readonly version: string;
  readonly runtime: "electron" | "electron stand-in";
  readonly shell: ShellActions;
  /** Null where the X server knows the monitors. */
  readonly displays: DisplaySource | null;
  readonly log: (line: string, detail?: unknown) => void;
}

/**
 * Opens every adapter and puts the control room together. What was opened before a failure is closed again.
 * @throws DockError `CONFIG_INVALID`, `DATABASE_CORRUPT`, `DATABASE_TOO_NEW`, `DISPLAY_MISSING`, `DISK_FULL`
 */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const stack = new AsyncDisposableStack();
  try {
    const room = await open(options, stack);
    return { room, stop: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function open(options: AssemblyOptions, stack: AsyncDisposableStack): Promise<ControlRoom> {
  const { paths, log } = options;
  const follower = new ConfigFollower(paths.config);
  const { config } = follower;
  for (const directory of [paths.home, paths.run, paths.slots]) privateDirectory(directory);
  const store = stack.adopt(openStore(paths.database), (opened) => opened.close());
  const desktop = stack.adopt(await openDesktop(options.environment, options.displays), (opened) => opened.close());
  const endpoints = stack.adopt(await openEndpointServer(paths.gateSocket), (opened) => opened.close());
  const choices = openChoices(paths.home);
  const chosen = choices.read();
  const browsers = await openBrowsers({
    path: config.browser.path ?? chosen.browser,
    allowSystem: config.browser.allowSystem,
    sandboxOff: config.browser.sandboxOff,
    remember: (browser) => choices.change({ browser }),
  });
  const room = await openControlRoom(
    {
      store,
      browsers,
      brokers: createBrokers(join(options.mainDirectory, "broker.js"), join(paths.home, "cache"), log),
      endpoints,
      desktop,
      processes: createProcesses(),
      clock: systemClock,
      newId: randomUUID,
      slotDirectories: (slot) => slotDirectories(paths, slot),
      workplaces: openWorkplaces(paths, holdProfile),
      isInside,
      log,
    },
    settingsOf(config, options),
    {
      wall: {
        monitor: config.wall.monitor ?? chosen.monitor ?? null,
        mode: chosen.mode ?? config.wall.mode,
        scale: config.wall.scale ?? null,
      },
      rememberWall: (chosenNow) => choices.change(chosenNow),
      config: follower,
      shell: options.shell,
    },
  );
  stack.defer(() => room.stop());
  const token = randomBytes(32).toString("base64url");
  privateFile(paths.controlToken, token);
  const socket: ControlSocket = await openControlSocket(room, {
    path: paths.controlSocket,
    token,
    version: options.version,
    log,
  });
  const watch = follower.follow(room, (changed) => settingsOf(changed, options));
  stack.defer(() => watch.close());
  // Closed first: nothing new comes in while the slots are ended.
  stack.defer(() => socket.close());
  return room;
}

function settingsOf(config: Config, options: AssemblyOptions): RoomSettings {
  return {
    version: options.version,
    runtime: options.runtime,
    slots: config.slots.count,
    cap: config.slots.live,
    focusGuard: config.wall.focusGuard,
    actionTimeoutMs: config.agents.actionTimeoutMs,
    reconnectGraceMs: config.agents.reconnectGraceMs,
    startsAtOnce: Math.max(2, availableParallelism()),
    mcpConfiguration: mcpConfiguration(options),
    memoryLimitMb: config.limits.memoryMb ?? Math.round((totalmem() / 2 ** 20) * memoryShare),
    targets: new Map(Object.entries(config.targets)),
  };
}

/** What an agent's MCP client needs; the home is named where it is not the one that a wrapper finds by itself. */
function mcpConfiguration({ mainDirectory, environment, paths }: AssemblyOptions): string {
  const command = join(mainDirectory, "..", "..", "bin", "sessiondock");
  const env = environment["SESSIONDOCK_HOME"] === undefined ? {} : { env: { SESSIONDOCK_HOME: paths.home } };
  return JSON.stringify({ mcpServers: { sessiondock: { command, args: ["mcp"], ...env } } }, null, 2);
}
