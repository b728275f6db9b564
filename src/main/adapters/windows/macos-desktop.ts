import { DockError } from "../../../shared/errors.ts";
import type { DisplaySource } from "./display-source.ts";
import { loadOptional } from "./load-optional.ts";
import { NativeDesktop } from "./native-desktop.ts";
import type { NativeWindow, NativeWindows } from "./native-windows.ts";

/** What we need of `node-window-manager`; tests bring their own. */
export type WindowManagerModule = Pick<typeof import("node-window-manager"), "windowManager">;
type WindowManager = WindowManagerModule["windowManager"];
type Window = ReturnType<WindowManager["getActiveWindow"]>;

// The package ships no binaries, and our set-up runs no install scripts.
const buildHint =
  'Install Xcode\'s command line tools ("xcode-select --install"), run "npm rebuild node-window-manager extract-file-icon", then start again.';
const permissionHint =
  "Allow SessionDock (or the terminal that started it) under System Settings, Privacy & Security, Accessibility.";

/**
 * The desktop of macOS. Never run there; tests hold its calls against a record of what they should be. Windows of
 * another space, and minimised ones, are not seen: DevTools has opened those again by the time they are asked for.
 * @param load gives `node-window-manager`
 * @throws DockError `DISPLAY_MISSING`
 */
export async function openMacDesktop(
  displays: DisplaySource,
  load: () => Promise<WindowManagerModule> = () => import("node-window-manager"),
  pause?: () => Promise<void>,
): Promise<NativeDesktop> {
  const { windowManager } = await loadOptional("node-window-manager", buildHint, load);
  return new NativeDesktop(windowsOf(windowManager), displays, { scalesWindows: false, pause });
}

function windowsOf(manager: WindowManager): NativeWindows {
  return {
    list: () => manager.getWindows().flatMap((window) => known(window) ?? []),
    active: () => known(manager.getActiveWindow()),
    restore() {},
    activate({ id }) {
      // Asked each time: the person may take it back while we run, and the package does not look.
      if (!manager.requestAccessibility()) {
        const message = "macOS does not allow SessionDock to bring windows of Chrome to the front.";
        throw new DockError("DISPLAY_MISSING", message, { hint: permissionHint });
      }
      manager
        .getWindows()
        .find((window) => window.id === id)
        ?.bringToTop();
    },
    // The package can't press a window's button, and ending the program would be no polite close: the person closes it.
    close: () => false,
    // macOS raises a window of another program only together with its keyboard.
    raise() {},
  };
}

function known({ id, processId }: Window): NativeWindow | null {
  return processId === undefined ? null : { id, pid: processId };
}
