/** A window of any program. */
export interface NativeWindow {
  /** The system's own number for it; used again for another window once this one is gone. */
  readonly id: number;
  readonly pid: number;
}

/** The little that Windows and macOS are asked to do; everything that is decided stands in `native-desktop.ts`. */
export interface NativeWindows {
  /** What stands on the desktop, topmost first. Menus, tooltips and the like may be missing. */
  list(): readonly NativeWindow[];
  /** Which one has the keyboard; null when none has it, or the system doesn't say. */
  active(): NativeWindow | null;
  /** Opens it again where it is minimised. */
  restore(window: NativeWindow): void;
  /**
   * Asks the system to raise it and give it the keyboard; whether it did is seen by {@link active} only.
   * @throws DockError `DISPLAY_MISSING` where the person has not allowed that
   */
  activate(window: NativeWindow): void;
  /** Asks it to close as by its own button; @returns false where the system can't. */
  close(window: NativeWindow): boolean;
  /** Puts it above others without the keyboard; does nothing where the system can't. */
  raise(window: NativeWindow): void;
}
