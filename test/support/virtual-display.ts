import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { connectX11, type X11Connection } from "../../src/main/adapters/windows/x11-connection.ts";

const run = promisify(execFile);

/** Two monitors side by side, as `xrandr --setmonitor` takes them. */
const twoMonitors = [
  ["left", "1920/508x1080/286+0+0", "screen"],
  ["right", "1920/508x1080/286+1920+0", "none"],
] as const;

const startDeadlineMs = 20_000;

export interface VirtualDisplay {
  /** for DISPLAY, such as `:4` */
  readonly display: string;
  readonly serverPid: number;
  /** Ends the window manager and the X server, and waits until both have exited. */
  stop(): Promise<void>;
}

/** A real X server without a screen, 3840 x 1080 with monitors `left` and `right`, managed by openbox. */
export async function startVirtualDisplay(options: { readonly windowManager?: boolean } = {}): Promise<VirtualDisplay> {
  const started: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of started.reverse()) await end(child);
  };
  try {
    const server = startServer();
    started.push(server);
    const display = `:${await displayNumber(server)}`;
    for (const [name, geometry, output] of twoMonitors) {
      await run("xrandr", ["--display", display, "--setmonitor", name, geometry, output]);
    }
    if (options.windowManager ?? true) {
      const connection = await connectX11(display);
      try {
        const managed = propertyOfRoot(connection, "_NET_SUPPORTING_WM_CHECK");
        started.push(startWindowManager(display));
        await within(managed, "openbox to manage the display");
      } finally {
        connection.close();
      }
    }
    if (server.pid === undefined) throw new Error("Xvfb has no pid");
    return { display, serverPid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startServer(): ChildProcess {
  // -noreset: without it the server forgets the monitors when its last client leaves.
  const xvfb = ["Xvfb", "-displayfd", "3", "-screen", "0", "3840x1080x24", "-nolisten", "tcp", "-noreset"];
  // A test runner that is killed can't clean up: the kernel ends the server with it, and the server its clients.
  const command = existsSync("/usr/bin/setpriv") ? ["setpriv", "--pdeathsig", "TERM", "--", ...xvfb] : xvfb;
  const [program = "Xvfb", ...args] = command;
  return spawn(program, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
}

function startWindowManager(display: string): ChildProcess {
  return spawn("openbox", ["--sm-disable"], { env: { ...process.env, DISPLAY: display }, stdio: "ignore" });
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
