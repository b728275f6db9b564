import { DockError } from "../../../shared/errors.ts";
import type { Desktop } from "../../engine/desktop-port.ts";
import type { DisplaySource } from "./display-source.ts";
import { openX11 } from "./x11-desktop.ts";

/**
 * The person's desktop. On Linux that is an X server, Wayland's own one included; what Windows and macOS need is loaded
 * there only.
 * @param displays who knows the monitors, where that is not the X server; null on Linux
 * @throws DockError `DISPLAY_MISSING`
 */
export async function openDesktop(
  environment: Readonly<Record<string, string | undefined>>,
  displays: DisplaySource | null = null,
  platform: NodeJS.Platform = process.platform,
): Promise<Desktop & { close(): void }> {
  if (platform === "linux") return openX11(displayOf(environment));
  if (displays === null || (platform !== "win32" && platform !== "darwin")) {
    throw new DockError("DISPLAY_MISSING", `Windows can't be shown on ${platform} from here.`, {
      hint: "Start SessionDock with Electron on Linux, Windows or macOS.",
    });
  }
  if (platform === "win32") return (await import("./windows-desktop.ts")).openWindowsDesktop(displays);
  return (await import("./macos-desktop.ts")).openMacDesktop(displays);
}

function displayOf(environment: Readonly<Record<string, string | undefined>>): string {
  const display = environment["DISPLAY"];
  if (display === undefined || display === "") {
    throw new DockError("DISPLAY_MISSING", "DISPLAY is not set, so there is no screen to open ten windows on.");
  }
  return display;
}
