import type { MonitorView } from "../../../core/view/snapshot.ts";
import type { DockError } from "../../../shared/errors.ts";
import type { Desktop } from "../../engine/ports.ts";
import { connectX11 } from "./x11-connection.ts";
import { bringToFront, type Foreground } from "./x11-foreground.ts";
import { openMonitors, type X11Monitors } from "./x11-monitors.ts";
import { openWindows } from "./x11-windows.ts";

/** The person's desktop as an X server and its window manager show it. */
export interface X11Desktop extends Desktop {
  /** In pixels of the screen, left to right (R20). */
  monitors(): Promise<MonitorView[]>;
  /** Called with the new list after it has changed; subscribe before reading the first one. @returns a function that ends the subscription */
  onMonitorsChanged(listener: (monitors: MonitorView[]) => void): () => void;
  /** @throws DockError `SLOT_NOT_LIVE` when the process has no window; see {@link Foreground} for what was seen */
  bringToFront(pid: number): Promise<Foreground>;
  /** @returns the process whose window is active; null when there is none or it doesn't say */
  activePid(): Promise<number | null>;
  /** @returns whether the process has a window that the window manager manages */
  isManaged(pid: number): Promise<boolean>;
  /** Called once when the X server is gone; every later call rejects with `DISPLAY_MISSING`. */
  onLost(listener: (reason: DockError) => void): () => void;
  close(): void;
}

/**
 * @param display for instance `:0`
 * @throws DockError `DISPLAY_MISSING`
 */
export async function openX11(display: string): Promise<X11Desktop> {
  const connection = await connectX11(display);
  try {
    const [monitors, windows] = await Promise.all([openMonitors(connection), openWindows(connection)]);
    return {
      monitors: () => monitors.list(),
      onMonitorsChanged: (listener) => watchMonitors(monitors, listener),
      bringToFront: (pid) => bringToFront(connection, windows, pid),
      async activePid() {
        const window = await windows.active();
        return window === null ? null : await windows.processOf(window);
      },
      isManaged: async (pid) => (await windows.ofProcess(pid)).length > 0,
      onLost: (listener) => connection.onLost(listener),
      close: () => connection.close(),
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** One change of a monitor comes as several events; the listener hears only of lists that differ. */
function watchMonitors(monitors: X11Monitors, listener: (monitors: MonitorView[]) => void): () => void {
  let known: string | null = null;
  let dirty = false;
  let reading = false;
  const read = async (): Promise<void> => {
    reading = true;
    try {
      while (dirty) {
        dirty = false;
        const list = await monitors.list();
        const text = JSON.stringify(list);
        if (known !== null && known !== text) listener(list);
        known = text;
      }
    } finally {
      reading = false;
    }
  };
  const look = () => {
    dirty = true;
    // A lost connection is told by onLost; here it only means that there is nothing more to read.
    if (!reading) read().catch(() => {});
  };
  look();
  return monitors.onMaybeChanged(look);
}
