/**
 * What `import … from "electron"` gives in the main process under the stand-in. A name that is not here fails when
 * the module is linked; a member that is not here throws `not in the stand-in` when it is touched.
 *
 * Differences from Electron that stay: values cross between page and main process as JSON (no dates, maps, buffers
 * or `undefined` inside arrays), the preload runs in the page's own world before the page's scripts, a window is
 * visible as soon as it exists, and what a person does to its bounds is not noticed.
 */
import { StandInApp } from "./app.ts";
import { StandInBrowserWindow } from "./browser-window.ts";
import { closedClass, closedSurface } from "./closed-surface.ts";
import { ipcMainHandlers } from "./ipc-main.ts";
import { StandInNotification } from "./notification.ts";

export const app = closedSurface("app", new StandInApp());
export const ipcMain = closedSurface("ipcMain", ipcMainHandlers);
export const Notification = closedClass("Notification", StandInNotification);
export const BrowserWindow = closedClass("BrowserWindow", StandInBrowserWindow);
