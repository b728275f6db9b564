import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { connectX11 } from "../../src/main/adapters/windows/x11-connection.ts";
import { openWindows } from "../../src/main/adapters/windows/x11-windows.ts";

export interface AppWindow {
  readonly pid: number;
  /** Ends this Chrome by closing its pipe, and removes its profile. */
  close(): Promise<void>;
}

/** A real Chrome window of its own process; resolves once the window manager manages it. */
export async function openAppWindow(display: string, title: string, bounds: Rectangle): Promise<AppWindow> {
  const profile = await mkdtemp(join(tmpdir(), "app-window-"));
  const chrome = spawn(
    process.env["SESSIONDOCK_TEST_CHROME"] ?? "/usr/bin/chromium",
    [
      `--user-data-dir=${profile}`,
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--password-store=basic",
      "--remote-debugging-pipe", // ends with this process, even when that is killed
      `--window-position=${bounds.x},${bounds.y}`,
      `--window-size=${bounds.width},${bounds.height}`,
      `--app=data:text/html,<title>${title}</title><input autofocus>`,
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // Chrome refuses to start as root otherwise
    ],
    { env: { ...process.env, DISPLAY: display }, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const exited = new Promise<void>((resolve) => chrome.once("exit", () => resolve()));
  const pid = chrome.pid;
  if (pid === undefined) throw new Error("Chrome could not be started");
  const tooEarly = exited.then(() => {
    throw new Error("Chrome ended before it had a window");
  });
  await Promise.race([managed(display, pid), tooEarly]);
  tooEarly.catch(() => {});
  return {
    pid,
    async close() {
      for (const end of [chrome.stdio[3], chrome.stdio[4]]) end?.destroy();
      await exited;
      // Its helper processes may still write for a moment.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function managed(display: string, pid: number): Promise<void> {
  const connection = await connectX11(display);
  const windows = await openWindows(connection);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    windows.ofProcess(pid).then((found) => {
      if (found.length > 0) resolve();
    }, reject);
  };
  windows.onListChanged(look);
  look();
  await promise.finally(() => connection.close());
}
