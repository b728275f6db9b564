import x11 from "x11";
import type { Rectangle } from "../../../src/core/view/snapshot.ts";
import type { WindowWitness } from "../support/window-witness.ts";
import { rectangleNow, type SlotWindow } from "./slot-windows.ts";

/** Milliseconds after which a window that is not in its place is counted as such. */
const longest = 5_000;

/** Pixels that Chrome's rounding at a scale such as 0.65, and the window manager's, may leave free or take. */
const rounding = 4;

/** Where each window should be. */
export type Places = ReadonlyMap<SlotWindow, Rectangle>;

/** Hears of every change of these windows from now on. */
export function watchWindows({ connection }: WindowWitness, windows: readonly SlotWindow[]): void {
  const mask = x11.eventMask.StructureNotify | x11.eventMask.PropertyChange;
  for (const { window } of windows) {
    connection.post((client) => client.ChangeWindowAttributes(window, { eventMask: mask }));
  }
}

/**
 * Looks at the windows whenever one of them has changed, until each is where it should be.
 * @returns when that was seen, by `performance.now()`; null when it never was
 */
export async function inPlace(witness: WindowWitness, places: Places): Promise<number | null> {
  const { connection } = witness;
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const ids = new Set([...places.keys()].map(({ window }) => window));
  let looking = false;
  let changed = true;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    while (changed) {
      changed = false;
      const seen = await Promise.all([...places.keys()].map((each) => isInPlace(witness, each, places)));
      if (seen.every((each) => each)) resolve(performance.now());
    }
    looking = false;
  };
  const off = connection.onEvent(({ wid, wid1 }) => {
    if ((wid === undefined || !ids.has(wid)) && (wid1 === undefined || !ids.has(wid1))) return;
    changed = true;
    look().catch(reject);
  });
  const late = setTimeout(() => resolve(null), longest);
  look().catch(reject);
  return await promise.finally(() => {
    off();
    clearTimeout(late);
  });
}

export async function isInPlace({ connection }: WindowWitness, of: SlotWindow, places: Places): Promise<boolean> {
  const place = places.get(of);
  return place !== undefined && isAt(await rectangleNow(connection, of.window), place);
}

function isAt(seen: Rectangle | null, place: Rectangle): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) <= rounding;
  return (
    seen !== null &&
    near(seen.x, place.x) &&
    near(seen.y, place.y) &&
    near(seen.x + seen.width, place.x + place.width) &&
    near(seen.y + seen.height, place.y + place.height)
  );
}
