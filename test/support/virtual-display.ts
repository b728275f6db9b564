import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { connectX11, type X11Connection } from "../../src/main/adapters/windows/x11-connection.ts";
import { managesWindows, startWindowManager, type WindowManager, type WindowManagerName } from "./window-manager.ts";

const run = promisify(execFile);

/** A monitor of the display, in pixels; in millimetres it gets the size that 96 dots an inch make. */
export interface VirtualMonitor {
  readonly name: string;
  readonly bounds: Rectangle;
}

/** Two side by side. */
const twoMonitors: readonly VirtualMonitor[] = [
  { name: "left", bounds: { x: 0, y: 0, width: 1920, height: 1080 } },
  { name: "right", bounds: { x: 1920, y: 0, width: 1920, height: 1080 } },
];
const millimetresPerPixel = 25.4 / 96;

const startDeadlineMs = 20_000;

export interface VirtualDisplay {
  /** for DISPLAY, such as `:4` */
  readonly display: string;
  readonly serverPid: number;
  /** Ends the window manager and the X server, and waits until both have exited. */
  stop(): Promise<void>;
}

export interface DisplayOptions {
  /** openbox, unless something else is asked for; false for none */
  readonly windowManager?: WindowManagerName | boolean;
  /** They make the size of the screen. */
  readonly monitors?: readonly VirtualMonitor[];
}

/**
 * A real X server without a screen and with a window manager. Unless other monitors are asked for, it is 3840 x 1080
 * with the monitors `left` and `right`.
 */
export async function startVirtualDisplay(options: DisplayOptions = {}): Promise<VirtualDisplay> {
  const { windowManager = true, monitors = twoMonitors } = options;
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    for (const part of started.reverse()) await part.stop();
  };
  try {
    const server = startServer(monitors);
    started.push({ stop: () => end(server) });
    const display = `:${await displayNumber(server)}`;
    for (const [index, { name, bounds }] of monitors.entries()) {
      // The first one takes the server's only output; without it that would be a monitor too.
      const output = index === 0 ? "screen" : "none";
      await run("xrandr", ["--display", display, "--setmonitor", name, geometryOf(bounds), output]);
    }
    if (windowManager !== false) {
      started.push(await manage(display, windowManager === true ? "openbox" : windowManager));
    }
    if (server.pid === undefined) throw new Error("Xvfb has no pid");
    return { display, serverPid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function manage(display: string, name: WindowManagerName): Promise<WindowManager> {
  const connection = await connectX11(display);
  const managed = propertyOfRoot(connection, "_NET_SUPPORTING_WM_CHECK");
  managed.catch(() => {}); // when the manager can't be started, that is the error
  try {
    const manager = await startWindowManager(name, display);
    try {
      await within(managed, `${name} to manage the display`);
      await within(managesWindows(connection), `${name} to manage windows`);
      return manager;
    } catch (error) {
      await manager.stop();
      throw error;
    }
  } finally {
    connection.close();
  }
}

/** As `xrandr --setmonitor` takes it: each side in pixels and millimetres, then the place. */
function geometryOf({ x, y, width, height }: Rectangle): string {
  const side = (pixels: number) => `${pixels}/${Math.round(pixels * millimetresPerPixel)}`;
  return `${side(width)}x${side(height)}+${x}+${y}`;
}

function startServer(monitors: readonly VirtualMonitor[]): ChildProcess {
  const width = Math.max(...monitors.map(({ bounds }) => bounds.x + bounds.width));
  const height = Math.max(...monitors.map(({ bounds }) => bounds.y + bounds.height));
  const screen = `${width}x${height}x24`;
  // -noreset: without it the server forgets the monitors when its last client leaves.
  const xvfb = ["Xvfb", "-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"];
  // A test runner that is killed can't clean up: the kernel ends the server with it, and the server its clients.
  const command = existsSync("/usr/bin/setpriv") ? ["setpriv", "--pdeathsig", "TERM", "--", ...xvfb] : xvfb;
  const [program = "Xvfb", ...args] = command;
  return spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
}

/** The server writes its number once it takes connections. */
async function displayNumber(server: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let text = "";
  server.stdio[3]?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.endsWith("\n")) resolve(Number(text));
  });
  server.once("error", reject);
  server.once("exit", (code) => reject(new Error(`Xvfb ended with code ${code}; is it installed?`)));
  return await within(promise, "Xvfb to start");
}

/** Waits until a window manager has set a property of the root window. */
export async function propertyOfRoot(connection: X11Connection, name: string): Promise<void> {
  const atom = await connection.atom(name);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    connection.property(connection.root, name).then((found) => {
      if (found) resolve();
    }, reject);
  };
  const off = connection.onEvent((event) => {
    if (event.name === "PropertyNotify" && event.atom === atom) look();
  });
  look();
  await promise.finally(off);
}

async function within<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`waited in vain for ${what}`)), startDeadlineMs);
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}
