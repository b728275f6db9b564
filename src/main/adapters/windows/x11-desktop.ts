import type { MonitorView } from "../../../core/view/snapshot.ts";
import type { DockError } from "../../../shared/errors.ts";
import type { Desktop } from "../../engine/desktop-port.ts";
import { askToClose, hasWindow } from "./x11-close.ts";
import { connectX11, type X11Connection } from "./x11-connection.ts";
import { openFocusGuard } from "./x11-focus-guard.ts";
import { bringToFront, type Foreground } from "./x11-foreground.ts";
import { createLabels } from "./x11-label.ts";
import { openLayers } from "./x11-layers.ts";
import { openMonitors, type X11Monitors } from "./x11-monitors.ts";
import { openWindowChanges } from "./x11-window-changes.ts";
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
 * Three connections: which events are wanted of a window is chosen once a connection, and the guard, the labels and
 * the monitors want different ones of the same windows. What is asked for on one connection happens in that order.
 * @param display for instance `:0`
 * @throws DockError `DISPLAY_MISSING`
 */
export async function openX11(display: string): Promise<X11Desktop> {
  const stack = new DisposableStack();
  const connect = async (): Promise<X11Connection> =>
    stack.adopt(await connectX11(display), (connection) => connection.close());
  try {
    const connection = await connect();
    const [monitors, windows] = await Promise.all([openMonitors(await connect()), openWindows(connection)]);
    const { guard, slots } = await openFocusGuard(connection, windows);
    const changes = await openWindowChanges(connection, slots);
    const layers = await openLayers(connection, windows);
    stack.defer(() => changes.close());
    const forLabels = await connect();
    const labels = await createLabels(forLabels, await openWindows(forLabels));
    const opened = stack.move();
    return {
      guards: true,
      scalesWindows: true,
      monitors: () => monitors.list(),
      onMonitorsChanged: (listener) => watchMonitors(monitors, listener),
      guard: (pid) => guard.guard(pid),
      unguard: (pid) => guard.unguard(pid),
      forget(pid) {
        guard.forget(pid);
        changes.forget(pid);
        labels.set(pid, null);
      },
      onFocusTaken: (listener) => guard.onFocusTaken(listener),
      onFocusLeft: (listener) => guard.onFocusLeft(listener),
      onWindowChanged: (listener) => changes.onChanged(listener),
      bringToFront: (pid) => bringToFront(connection, windows, pid),
      giveFocusBack: (pid) => guard.giveFocusBack(pid),
      raise: (pids) => windows.raise(pids),
      keepBelow: (pids) => layers.keepBelow(pids),
      askToClose: (pid) => askToClose(windows, pid),
      hasWindow: (pid, milliseconds) => hasWindow(windows, pid, milliseconds),
      label: (pid, label) => labels.set(pid, label),
      async activePid() {
        const window = await windows.active();
        return window === null ? null : await windows.processOf(window);
      },
      isManaged: async (pid) => (await windows.ofProcess(pid)).length > 0,
      onLost: (listener) => connection.onLost(listener),
      close: () => opened.dispose(),
    };
  } catch (error) {
    stack.dispose();
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
