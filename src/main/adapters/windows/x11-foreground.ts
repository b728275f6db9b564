import { DockError } from "../../../shared/errors.ts";
import type { X11Connection } from "./x11-connection.ts";
import type { X11Windows } from "./x11-windows.ts";

/** Window managers answer in 5–140 ms; after this the person is told that it was not observed. */
export const activationDeadlineMs = 1_000;

/** What was seen of a window after it was asked to come to the front. */
export interface Foreground {
  /** A window of the process is the active one. */
  readonly inFront: boolean;
  /** The window manager has said so; false when the deadline passed first, and then nothing is known. */
  readonly observed: boolean;
  /** Milliseconds since the Unix epoch, when it was seen or the deadline passed. */
  readonly at: number;
}

/**
 * Brings the topmost main window of a process to the front and waits until the window manager names it as the active
 * one (R21: only on an explicit request).
 * @throws DockError `SLOT_NOT_LIVE` when the process has no managed window, `DISPLAY_MISSING` when the connection
 *   is lost meanwhile
 */
export async function bringToFront(connection: X11Connection, windows: X11Windows, pid: number): Promise<Foreground> {
  const open = await windows.ofProcess(pid);
  const sorts = await Promise.all(open.map((window) => windows.sortOf(window)));
  // With the window, its dialogs come to the front; not so the other way round.
  const window = open.find((_, index) => sorts[index] === "normal") ?? open[0];
  if (window === undefined) {
    throw new DockError("SLOT_NOT_LIVE", `Process ${pid} has no window on display ${connection.display}.`);
  }
  const { promise, resolve, reject } = Promise.withResolvers<Foreground>();
  const isActive = async (): Promise<boolean> => {
    const active = await windows.active();
    // A dialog that must be answered first becomes active in place of its window.
    return active === window || (active !== null && (await windows.processOf(active)) === pid);
  };
  const look = () => {
    isActive().then((inFront) => {
      if (inFront) resolve({ inFront: true, observed: true, at: Date.now() });
    }, reject);
  };
  const offChange = windows.onActiveChanged(look);
  const offLost = connection.onLost(reject);
  const deadline = setTimeout(() => resolve({ inFront: false, observed: false, at: Date.now() }), activationDeadlineMs);
  try {
    // The window that is active already is not announced again: no event would come.
    const [seen] = await Promise.all([promise, windows.askToActivate(window).then(look)]);
    return seen;
  } finally {
    offChange();
    offLost();
    clearTimeout(deadline);
  }
}
