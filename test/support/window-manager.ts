import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { X11Connection } from "../../src/main/adapters/windows/x11-connection.ts";
import { until } from "./until.ts";

export type WindowManagerName = "openbox" | "xfwm4" | "mutter";

/** xfwm4 has its settings from a service on the session bus, and mutter (GNOME's) does not start without one. */
const commands: Readonly<Record<WindowManagerName, readonly [string, ...string[]]>> = {
  openbox: ["openbox", "--sm-disable"],
  xfwm4: ["dbus-run-session", "--", "xfwm4", "--compositor=off"],
  mutter: ["dbus-run-session", "--", "mutter", "--x11", "--sm-disable"],
};

export interface WindowManager {
  /** Ends it with its session bus and what was started there, and waits for its exit. */
  stop(): Promise<void>;
}

/** Starts a window manager as it is out of the box: whoever runs the tests may have another one set up differently. */
export async function startWindowManager(name: WindowManagerName, display: string): Promise<WindowManager> {
  const settings = await mkdtemp(join(tmpdir(), `${name}-`));
  const [program, ...args] = commands[name];
  const manager = spawn(program, args, {
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: settings,
      XDG_CACHE_HOME: settings,
      GSETTINGS_BACKEND: "memory",
      NO_AT_BRIDGE: "1", // no accessibility bus, which would be two more processes
    },
    stdio: "ignore",
    detached: true, // a group of its own: the bus and its services end with it
  });
  manager.once("error", () => {}); // a missing program never becomes ready, and the display says which one
  return {
    async stop() {
      await endGroup(manager);
      await rm(settings, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/**
 * Resolves once a window that is shown comes to be managed. A manager says that it is there (and takes the requests)
 * a moment before that: openbox then forgets the windows of that moment.
 */
export async function managesWindows(connection: X11Connection): Promise<void> {
  const probe = connection.client.AllocID();
  connection.post((client) => client.CreateWindow(probe, connection.root, 0, 0, 1, 1, 0, 0, 1, 0, {}));
  const isListed = async () => (await connection.numbers(connection.root, "_NET_CLIENT_LIST")).includes(probe);
  await until("a window to be managed", async () => {
    connection.post((client) => client.MapWindow(probe));
    return await isListed();
  });
  connection.post((client) => client.DestroyWindow(probe));
  await until("that window to be gone", async () => !(await isListed()));
}

async function endGroup(leader: ChildProcess): Promise<void> {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  const exited = once(leader, "exit");
  process.kill(-leader.pid, "SIGTERM");
  await exited;
}
