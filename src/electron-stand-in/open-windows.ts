/** What quitting needs of a window. */
export interface OpenWindow {
  /** Asks the window to close. @returns false when a listener of `close` prevented it; otherwise after it has closed */
  leave(): Promise<boolean>;
  /** Closes at once, asking nobody; resolves after it has closed. */
  discard(): Promise<void>;
}

const windows = new Set<OpenWindow>();
let whenAllClosed: () => void = () => {};

export function addWindow(window: OpenWindow): void {
  windows.add(window);
}

export function removeWindow(window: OpenWindow): void {
  if (windows.delete(window) && windows.size === 0) whenAllClosed();
}

export function openWindows(): readonly OpenWindow[] {
  return [...windows];
}

/** One listener only: the app. */
export function onAllWindowsClosed(listener: () => void): void {
  whenAllClosed = listener;
}
