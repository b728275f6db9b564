/**
 * The part of `node-window-manager` (2.2) that we use, as it is on macOS. The package is optional and would take its
 * types along when it is absent.
 */
declare module "node-window-manager" {
  interface Window {
    /** 0 when it stands for no window. */
    readonly id: number;
    /** Absent when there is no window of this id on the screen any more. */
    readonly processId?: number;
    /** Raises it and gives it the keyboard. May crash the process without {@link WindowManager.requestAccessibility}. */
    bringToTop(): void;
  }

  interface WindowManager {
    /** What is on the screen, topmost first: minimised windows and other spaces are left out. */
    getWindows(): Window[];
    /** The topmost window of the program that has the keyboard. */
    getActiveWindow(): Window;
    /** Whether the person allows this program to control others; if not, macOS asks them in a dialog of its own. */
    requestAccessibility(): boolean;
  }

  const windowManager: WindowManager;
}
