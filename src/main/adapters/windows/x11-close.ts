import type { X11Windows } from "./x11-windows.ts";

/**
 * Asks every window of the process to close, the topmost first: what lies below a dialog waits for it anyway.
 * @returns how many were asked
 * @throws DockError `DISPLAY_MISSING`
 */
export async function askToClose(windows: X11Windows, pid: number): Promise<number> {
  const open = await windows.ofProcess(pid);
  for (const window of open) windows.postClose(window);
  return open.length;
}

/** @returns whether the window manager came to manage a window of the process within so many milliseconds */
export async function hasWindow(windows: X11Windows, pid: number, milliseconds: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const look = () => {
    windows.ofProcess(pid).then((open) => {
      if (open.length > 0) resolve(true);
    }, reject);
  };
  const off = windows.onListChanged(look);
  const late = setTimeout(() => resolve(false), milliseconds);
  look();
  return await promise.finally(() => {
    off();
    clearTimeout(late);
  });
}
