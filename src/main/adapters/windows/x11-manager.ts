import { ignoreLoss, type X11Connection } from "./x11-connection.ts";

/** mutter, and window managers made from it or from its predecessor metacity, as they name themselves. */
const familyOfMutter = /mutter|gnome|metacity|muffin|cinnamon|marco|gala|budgie/i;

/** The window manager of an X server. It may be replaced while we run. */
export interface X11Manager {
  /** The frame that it puts around a window gets the keyboard when the window takes none. */
  readonly framesTakeKeys: boolean;
}

/** @throws DockError `DISPLAY_MISSING` when the connection is lost meanwhile */
export async function openManager(connection: X11Connection): Promise<X11Manager> {
  let framesTakeKeys = false;
  const read = async (): Promise<void> => {
    // EWMH: a window of its own, whose title is its name.
    const [window] = await connection.numbers(connection.root, "_NET_SUPPORTING_WM_CHECK");
    const name = window === undefined ? null : await connection.property(window, "_NET_WM_NAME");
    framesTakeKeys = familyOfMutter.test(name?.data.toString() ?? "");
  };
  const announcement = await connection.atom("_NET_SUPPORTING_WM_CHECK");
  connection.onEvent((event) => {
    if (event.name !== "PropertyNotify" || event.wid !== connection.root) return;
    if (event.atom === announcement) ignoreLoss(read());
  });
  await read();
  return {
    get framesTakeKeys() {
      return framesTakeKeys;
    },
  };
}
