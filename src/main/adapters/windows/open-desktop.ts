import { DockError } from "../../../shared/errors.ts";
import type { Desktop } from "../../engine/ports.ts";
import { openX11 } from "./x11-desktop.ts";

/**
 * The person's desktop. On Linux that is an X server, Wayland's own one included.
 * @throws DockError `DISPLAY_MISSING`
 */
export async function openDesktop(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Desktop & { close(): void }> {
  if (process.platform !== "linux") {
    throw new DockError("DISPLAY_MISSING", `Placing windows on ${process.platform} is not there yet.`);
  }
  const display = environment["DISPLAY"];
  if (display === undefined || display === "") {
    throw new DockError("DISPLAY_MISSING", "DISPLAY is not set, so there is no screen to open ten windows on.");
  }
  return openX11(display);
}
