import type { Rectangle, Snapshot } from "../../../src/core/view/snapshot.ts";
import type { X11Connection } from "../../../src/main/adapters/windows/x11-connection.ts";
import type { WindowWitness } from "../support/window-witness.ts";

/** A slot's window on the X server. */
export interface SlotWindow {
  readonly slot: number;
  readonly pid: number;
  readonly window: number;
  /** Below this Chrome does not lay its content out, but cuts it off; pixels of the screen, as it tells the server. */
  readonly smallest: { readonly width: number; readonly height: number };
}

/** Where the smallest size stands among the numbers of `WM_NORMAL_HINTS` (ICCCM 4.1.2.3). */
const smallestAt = { width: 5, height: 6 };

/** The main window of each slot that has one. */
export async function findSlotWindows(witness: WindowWitness, snapshot: Snapshot): Promise<readonly SlotWindow[]> {
  const found: SlotWindow[] = [];
  for (const { slot, life } of snapshot.slots) {
    if (life.kind !== "live") continue;
    const [window] = await witness.windows.ofProcess(life.pid);
    if (window === undefined) throw new Error(`slot ${slot} has no window on the X server`);
    const hints = await witness.connection.numbers(window, "WM_NORMAL_HINTS");
    const smallest = { width: hints[smallestAt.width] ?? 0, height: hints[smallestAt.height] ?? 0 };
    found.push({ slot, pid: life.pid, window, smallest });
  }
  return found;
}

/** Where a window stands now, in pixels of the screen; null while it is minimised. */
export async function rectangleNow(connection: X11Connection, window: number): Promise<Rectangle | null> {
  const [attributes, size, at] = await Promise.all([
    connection.request<{ readonly mapState: number }>((client, reply) => client.GetWindowAttributes(window, reply)),
    connection.request<{ readonly width: number; readonly height: number }>((client, reply) =>
      client.GetGeometry(window, reply),
    ),
    connection.request<{ readonly destX: number; readonly destY: number }>((client, reply) =>
      client.TranslateCoordinates(window, connection.root, 0, 0, reply),
    ),
  ]);
  const viewable = 2;
  if (attributes.mapState !== viewable) return null;
  return { x: at.destX, y: at.destY, width: size.width, height: size.height };
}
