import type { DisplaySource } from "./display-source.ts";
import { loadOptional } from "./load-optional.ts";
import { NativeDesktop } from "./native-desktop.ts";
import type { NativeWindow, NativeWindows } from "./native-windows.ts";
import { bindUser32, type Koffi, type User32 } from "./windows-user32.ts";

const hint = 'Run "npm ci --ignore-scripts" again, without leaving out optional packages, then start again.';

/**
 * The desktop of Windows. Never run there; tests hold its calls against a record of what they should be.
 * @param load gives `koffi`, which calls the system's own libraries
 * @throws DockError `DISPLAY_MISSING`
 */
export async function openWindowsDesktop(
  displays: DisplaySource,
  load: () => Promise<Koffi> = () => import("koffi"),
  pause?: () => Promise<void>,
): Promise<NativeDesktop> {
  const user32 = await loadOptional("koffi", hint, async () => bindUser32(await load()));
  return new NativeDesktop(windowsOf(user32), displays, { scalesWindows: true, pause });
}

function windowsOf(user32: User32): NativeWindows {
  return {
    list: () =>
      user32
        .windows()
        // A menu, a tooltip or a bubble is owned by the window that it belongs to, and goes where that one goes.
        .filter((window) => user32.isVisible(window) && user32.owner(window) === 0)
        .map((window): NativeWindow => ({ id: window, pid: user32.processOf(window) })),
    active() {
      const window = user32.foreground();
      const pid = window === 0 ? 0 : user32.processOf(window);
      return pid === 0 ? null : { id: window, pid };
    },
    restore({ id }) {
      if (user32.isMinimised(id)) user32.restore(id);
    },
    activate: ({ id }) => user32.setForeground(id),
    close({ id }) {
      user32.close(id);
      return true;
    },
    raise: ({ id }) => user32.raise(id),
  };
}
