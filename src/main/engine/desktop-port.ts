import type { MonitorView } from "../../core/view/snapshot.ts";

/** A guarded window had the keyboard although it must not (R21). */
export interface FocusTaken {
  readonly pid: number;
  /** Whether the window was born just before, or had been there and made itself active. */
  readonly cause: "new_window" | "existing_window";
  /** What sort of window, as the window manager names it, such as `dialog`; never its title, which is the page's. */
  readonly sort: string;
  /** Milliseconds until the person's window had the keyboard again; null when that was not observed. */
  readonly backAfterMs: number | null;
}

/** What a window of a slot shows of itself, besides the page. */
export interface WindowLabel {
  /** For instance `3 · ada`. */
  readonly text: string;
  /** Such as `#2f6fde`. */
  readonly colour: string;
}

/**
 * The person's desktop: its monitors, and the windows of the slots' Chromes on it, which are named by their process.
 * Nothing here but {@link bringToFront} and {@link giveFocusBack} changes which window has the keyboard (R21).
 */
export interface Desktop {
  /** Whether this desktop can keep windows from taking the keyboard; where it can't, that is said on screen. */
  readonly guards: boolean;
  /**
   * Whether a Chrome of another `--force-device-scale-factor` has windows of another size, so that its DevTools bounds
   * are pixels divided by that factor. On macOS they are points whatever the factor is.
   */
  readonly scalesWindows: boolean;
  monitors(): Promise<readonly MonitorView[]>;
  onMonitorsChanged(listener: () => void): void;
  /**
   * From this turn on no window of the process takes the keyboard, those included that it opens later. May be called
   * before it has any window, and again.
   */
  guard(pid: number): void;
  /** Its windows take the keyboard like any other; what is asked for afterwards, such as to be in front, comes after. */
  unguard(pid: number): void;
  /** The process has exited. */
  forget(pid: number): void;
  onFocusTaken(listener: (taken: FocusTaken) => void): void;
  /** A window of this unguarded process had the keyboard, and a window of another process has it now. */
  onFocusLeft(listener: (pid: number) => void): void;
  /** A window of the process was moved, resized, minimised, restored, or put on the whole screen, by whomever. */
  onWindowChanged(listener: (pid: number) => void): void;
  /**
   * Restores, raises and activates the topmost window of the process. `observed` is false where the system does not
   * tell which window is in front.
   */
  bringToFront(pid: number): Promise<{ readonly inFront: boolean; readonly observed: boolean }>;
  /** If a window of the process has the keyboard, the person's window that had it before gets it back. */
  giveFocusBack(pid: number): Promise<void>;
  /** Puts the windows of these processes above others, the last one topmost, without activating any. */
  raise(pids: readonly number[]): Promise<void>;
  /**
   * The windows of these processes, and of no others, stay below ordinary ones, whatever their programs ask for. Does
   * nothing where the system has no such layer.
   */
  keepBelow(pids: readonly number[]): Promise<void>;
  /**
   * Asks every window of the process to close, as by its own button: its page may ask back, and nothing is killed. The
   * process's exit tells whether it did.
   * @returns how many were asked; 0 where it has none, or the system offers no way
   */
  askToClose(pid: number): Promise<number>;
  /** Settles as soon as the process has a window. @returns false when it had none within so many milliseconds */
  hasWindow(pid: number, milliseconds: number): Promise<boolean>;
  /** Shows a label on the process's main window, in place of an earlier one; null takes it away. */
  label(pid: number, label: WindowLabel | null): void;
}
