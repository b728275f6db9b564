import { readStruts, type Strut } from "../../../core/wall/work-area.ts";
import type { X11Connection } from "./x11-connection.ts";

/**
 * The bands along the screen's edges that panels and docks keep, of every window that the window manager manages. A bar
 * that goes without the window manager (override-redirect) is in no list and therefore not seen.
 */
export async function struts(connection: X11Connection): Promise<readonly Strut[]> {
  const windows = await connection.numbers(connection.root, "_NET_CLIENT_LIST");
  const found = await Promise.all(windows.map((window) => strutsOf(connection, window)));
  return found.flat();
}

async function strutsOf(connection: X11Connection, window: number): Promise<readonly Strut[]> {
  const [partial, plain] = await Promise.all([
    connection.numbers(window, "_NET_WM_STRUT_PARTIAL"),
    connection.numbers(window, "_NET_WM_STRUT"),
  ]);
  return readStruts(partial.length > 0 ? partial : plain);
}
