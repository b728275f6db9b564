/** What we need of `koffi`; tests bring their own. */
export type Koffi = Pick<typeof import("koffi"), "load" | "proto">;

/** `ShowWindowAsync`: opens a minimised window, and activates it. */
const restoreCommand = 9;
/** `GetWindow`: the window that owns this one. */
const ownerOf = 4;
/** `SetWindowPos`: above the windows that are not kept on top. */
const top = 0;
/** `SetWindowPos`: size, position and activation stay as they are; and it is posted, because a Chrome may hang. */
const raiseFlags = 0x0001 | 0x0002 | 0x0010 | 0x4000;

/** `WM_CLOSE`: what the button of a window sends to its program. */
const closeMessage = 0x0010;

/** The functions of Windows' `user32.dll` that we use. A window is its HWND; none waits for another program. */
export interface User32 {
  /** Of the whole desktop, hidden ones included, topmost first. */
  windows(): readonly number[];
  isVisible(window: number): boolean;
  isMinimised(window: number): boolean;
  /** 0 when no window owns it. */
  owner(window: number): number;
  /** 0 when the window is gone. */
  processOf(window: number): number;
  /** 0 while the keyboard goes from one window to another, or the screen is locked. */
  foreground(): number;
  /** Windows grants it to the program that has the keyboard now or was used last; otherwise a taskbar button blinks. */
  setForeground(window: number): void;
  restore(window: number): void;
  /** As its own button does; the program may ask back. */
  close(window: number): void;
  /** Above others, without activating. */
  raise(window: number): void;
}

/**
 * A BOOL has four bytes, C's own `bool` has one: it is declared as `int`. A handle fits into 32 bits on every Windows,
 * so it comes as a number.
 * @throws Error when `user32.dll` can't be loaded
 */
export function bindUser32(koffi: Koffi): User32 {
  koffi.proto("int __stdcall EnumWindowsProc(intptr_t window, intptr_t parameter)");
  const library = koffi.load("user32.dll");
  const bind = (definition: string): ((...values: unknown[]) => number) => {
    const call = library.func(definition);
    return (...values) => Number(call(...values));
  };
  const enumWindows = bind("int __stdcall EnumWindows(EnumWindowsProc *each, intptr_t parameter)");
  const isWindowVisible = bind("int __stdcall IsWindowVisible(intptr_t window)");
  const isIconic = bind("int __stdcall IsIconic(intptr_t window)");
  const getWindow = bind("intptr_t __stdcall GetWindow(intptr_t window, uint32_t relation)");
  const getProcess = bind("uint32_t __stdcall GetWindowThreadProcessId(intptr_t window, _Out_ uint32_t *pid)");
  const getForegroundWindow = bind("intptr_t __stdcall GetForegroundWindow()");
  const setForegroundWindow = bind("int __stdcall SetForegroundWindow(intptr_t window)");
  const showWindowAsync = bind("int __stdcall ShowWindowAsync(intptr_t window, int command)");
  const setWindowPos = bind(
    "int __stdcall SetWindowPos(intptr_t window, intptr_t after, int x, int y, int width, int height, uint32_t flags)",
  );
  const postMessage = bind(
    "int __stdcall PostMessageW(intptr_t window, uint32_t message, uintptr_t first, intptr_t second)",
  );
  return {
    windows() {
      const found: number[] = [];
      enumWindows((window: number) => {
        found.push(window);
        return 1; // go on
      }, 0);
      return found;
    },
    isVisible: (window) => isWindowVisible(window) !== 0,
    isMinimised: (window) => isIconic(window) !== 0,
    owner: (window) => getWindow(window, ownerOf),
    processOf(window) {
      const pid = [0];
      getProcess(window, pid);
      return pid[0] ?? 0;
    },
    foreground: () => getForegroundWindow(),
    setForeground: (window) => void setForegroundWindow(window),
    restore: (window) => void showWindowAsync(window, restoreCommand),
    close: (window) => void postMessage(window, closeMessage, 0, 0),
    raise: (window) => void setWindowPos(window, top, 0, 0, 0, 0, raiseFlags),
  };
}
