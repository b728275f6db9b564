import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BrowserWindow } from "electron";
import type { Rectangle } from "../../core/view/snapshot.ts";

/** Below this the attention strip and one column of cards no longer fit side by side. */
const smallest = { minWidth: 720, minHeight: 480 } as const;

export interface ControlRoomWindow {
  readonly window: BrowserWindow;
  /** The only address that the window may show, and the only one whose calls are answered. */
  readonly page: string;
}

/**
 * Opens the window of the control room. It shows one local file and can't be led anywhere else: its page holds
 * the person's authority over every slot.
 * @param mainDirectory where the built main process lies (`out/main`); preload and page lie beside it
 * @param bounds in pixels of the screen
 * @param connect is called before the page loads: its first call must find somebody who answers
 */
export async function openControlRoomWindow(
  mainDirectory: string,
  bounds: Rectangle,
  connect: (own: ControlRoomWindow) => void,
): Promise<ControlRoomWindow> {
  const file = join(mainDirectory, "../renderer/index.html");
  const window = new BrowserWindow({
    ...bounds,
    ...smallest,
    title: "SessionDock",
    show: false,
    webPreferences: {
      preload: join(mainDirectory, "../preload/index.cjs"),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  });
  window.webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  window.webContents.on("will-navigate", (event) => event.preventDefault());
  refusePermissions(window);
  // Shown when the first frame is painted, so that no blank window flashes up.
  window.once("ready-to-show", () => window.show());
  const own: ControlRoomWindow = { window, page: pathToFileURL(file).href };
  connect(own);
  await window.loadFile(file);
  return own;
}

/** The person asked for the control room: R21 allows it to take the focus. */
export function revealWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The page needs no camera, clipboard or notification of its own; Electron would grant most of them unasked. */
function refusePermissions(window: BrowserWindow): void {
  // The stand-in has no sessions: there Chromium itself asks the person.
  if (process.versions["electron"] === undefined) return;
  window.webContents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  window.webContents.session.setPermissionCheckHandler(() => false);
}
