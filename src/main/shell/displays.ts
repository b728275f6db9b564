import type { Display } from "electron";
import type { MonitorView, Rectangle } from "../../core/view/snapshot.ts";
import { DockError } from "../../shared/errors.ts";
import type { DisplaySource } from "../adapters/windows/display-source.ts";

type KnownDisplay = Pick<Display, "id" | "label" | "bounds" | "workArea" | "scaleFactor">;

/** One signature an event, as in Electron's own types. */
interface Listen {
  (event: "display-added", listener: () => void): unknown;
  (event: "display-removed", listener: () => void): unknown;
  (event: "display-metrics-changed", listener: () => void): unknown;
}

/** What we need of Electron's `screen`; tests bring their own. It converts on Windows only. */
export interface KnownScreen {
  getAllDisplays(): readonly KnownDisplay[];
  getPrimaryDisplay(): Pick<KnownDisplay, "id">;
  dipToScreenRect(window: null, rectangle: Rectangle): Rectangle;
  screenToDipRect(window: null, rectangle: Rectangle): Rectangle;
  on: Listen;
  off: Listen;
}

export interface ShellDisplays extends DisplaySource {
  /** A rectangle on the monitors, in the unit that Electron counts its own windows in. */
  toWindow(rectangle: Rectangle): Rectangle;
}

/**
 * The monitors as Electron knows them, once the app is ready; null on Linux, where the X server is asked.
 * @throws DockError `DISPLAY_MISSING` on the stand-in, which knows none
 */
export async function openDisplays(platform: NodeJS.Platform = process.platform): Promise<ShellDisplays | null> {
  if (platform === "linux") return null;
  if (process.versions["electron"] === undefined) {
    const message = `The monitors of ${platform} are known to Electron only, and this is the stand-in for it.`;
    throw new DockError("DISPLAY_MISSING", message, { hint: "Start SessionDock with Electron's own binary." });
  }
  // Not at the top: the stand-in has no `screen`, and such an import would keep this file from being loaded.
  const { screen } = await import("electron");
  return displaysOf(screen, platform);
}

/**
 * Windows: Electron states each monitor in its own device-independent pixels; Chrome runs with one scale for all
 * monitors (`--force-device-scale-factor`) and is told pixels of the screen divided by it, so pixels are what is needed.
 *
 * macOS: everything there counts in points, DevTools bounds as well, and how many pixels a point has is the system's
 * affair; so a point stands for a pixel, and the scale is 1. Not verified: what Chrome's bounds mean there when it was
 * started with another scale than 1, as it is where the wall is small.
 */
export function displaysOf(screen: KnownScreen, platform: NodeJS.Platform): ShellDisplays {
  const inPixels = platform === "win32";
  const view = ({ id, label, bounds, workArea, scaleFactor }: KnownDisplay, primary: number): MonitorView => ({
    id: String(id),
    name: label === "" ? `Monitor ${id}` : label,
    bounds: inPixels ? screen.dipToScreenRect(null, bounds) : bounds,
    workArea: inPixels ? screen.dipToScreenRect(null, workArea) : workArea,
    scale: inPixels ? scaleFactor : 1,
    primary: id === primary,
  });
  return {
    list() {
      const primary = screen.getPrimaryDisplay().id;
      return screen
        .getAllDisplays()
        .map((display) => view(display, primary))
        .sort((a, b) => a.bounds.x - b.bounds.x || a.bounds.y - b.bounds.y);
    },
    onChanged(listener) {
      // Without what Electron says of the change: the listener reads the list.
      const tell = () => listener();
      screen.on("display-added", tell);
      screen.on("display-removed", tell);
      screen.on("display-metrics-changed", tell);
      return () => {
        screen.off("display-added", tell);
        screen.off("display-removed", tell);
        screen.off("display-metrics-changed", tell);
      };
    },
    toWindow: (rectangle) => (inPixels ? screen.screenToDipRect(null, rectangle) : rectangle),
  };
}
