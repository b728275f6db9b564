import x11, { type XEvent } from "x11";
import { connectX11, type X11Connection } from "../../../src/main/adapters/windows/x11-connection.ts";
import { openWindows, type X11Windows } from "../../../src/main/adapters/windows/x11-windows.ts";

/** What the X server and its window manager tell of windows, on a connection that the control room knows nothing of. */
export interface WindowWitness {
  readonly connection: X11Connection;
  readonly windows: X11Windows;
  /** `_NET_ACTIVE_WINDOW` as it was read last; null while no window is active. */
  active(): number | null;
  /** How often it has become another one. */
  activations(): number;
  onActive(listener: () => void): void;
  /** Windows of other processes that came to be managed, and unmanaged ones, such as menus, that were shown. */
  born(): { readonly windows: number; readonly menus: number };
  close(): void;
}

export async function openWindowWitness(display: string): Promise<WindowWitness> {
  const connection = await connectX11(display);
  const { eventMask } = x11;
  // The last one is for windows that no window manager manages.
  const mask = eventMask.PropertyChange | eventMask.StructureNotify | eventMask.SubstructureNotify;
  connection.post((client) => client.ChangeWindowAttributes(connection.root, { eventMask: mask }));
  const windows = await openWindows(connection);
  const listed = () => connection.numbers(connection.root, "_NET_CLIENT_LIST");
  const listeners: (() => void)[] = [];
  const known = new Set(await listed());
  let active = await windows.active();
  let activations = 0;
  let managed = 0;
  let menus = 0;
  // Whatever is asked for after the connection is closed is not wanted any more.
  const quietly = (work: Promise<void>) => void work.catch(() => {});

  const lookForActive = async (): Promise<void> => {
    const now = await windows.active();
    if (now === active) return;
    active = now;
    activations += 1;
    for (const listener of listeners) listener();
  };
  const lookForNew = async (): Promise<void> => {
    for (const window of await listed()) {
      if (known.has(window)) continue;
      known.add(window);
      managed += 1;
    }
  };
  const countMenu = async (window: number): Promise<void> => {
    // Frames are not managed either; they are the window manager's own and name no process.
    if ((await windows.processOf(window)) !== null) menus += 1;
  };
  windows.onActiveChanged(() => quietly(lookForActive()));
  windows.onListChanged(() => quietly(lookForNew()));
  connection.onEvent((event) => {
    const window = shownMenu(event);
    if (window !== null) quietly(countMenu(window));
  });

  return {
    connection,
    windows,
    active: () => active,
    activations: () => activations,
    onActive: (listener) => listeners.push(listener),
    born: () => ({ windows: managed, menus }),
    close: () => connection.close(),
  };
}

function shownMenu({ name, overrideRedirect, wid }: XEvent): number | null {
  return name === "MapNotify" && overrideRedirect === true && wid !== undefined ? wid : null;
}
