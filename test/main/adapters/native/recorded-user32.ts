import type { NativeDesktop } from "../../../../src/main/adapters/windows/native-desktop.ts";
import { openWindowsDesktop } from "../../../../src/main/adapters/windows/windows-desktop.ts";
import type { Koffi } from "../../../../src/main/adapters/windows/windows-user32.ts";
import { noDisplays, type Recorded } from "./recorded.ts";

/** A window as `user32.dll` knows it. */
export interface Hwnd {
  readonly hwnd: number;
  readonly pid: number;
  readonly hidden?: boolean;
  /** The window that owns this one. */
  readonly owner?: number;
}

const ownerOf = 4;

/** The desktop of Windows on a recorded `user32.dll`. Waiting is a part of the record. */
export async function recordedDesktop(record: Recorded): Promise<NativeDesktop> {
  record.expect("load(user32.dll)");
  return await record.whole(
    openWindowsDesktop(
      noDisplays,
      async () => recordedKoffi(record),
      async () => void record.asked("pause"),
    ),
  );
}

/** The record of listing the desktop's windows, topmost first. */
export function listed(record: Recorded, ...windows: readonly Hwnd[]): void {
  record.expect(
    "EnumWindows(0)",
    windows.map(({ hwnd }) => hwnd),
  );
  for (const { hwnd, hidden, owner } of windows) {
    record.expect(`IsWindowVisible(${hwnd})`, hidden ? 0 : 1);
    if (!hidden) record.expect(`GetWindow(${hwnd}, ${ownerOf})`, owner ?? 0);
  }
  for (const { hwnd, pid, hidden, owner } of windows) {
    if (!hidden && owner === undefined) record.expect(`GetWindowThreadProcessId(${hwnd})`, pid);
  }
}

/** The record of looking which window has the keyboard; null for none. */
export function inFront(record: Recorded, window: Hwnd | null): void {
  record.expect("GetForegroundWindow()", window?.hwnd ?? 0);
  if (window) record.expect(`GetWindowThreadProcessId(${window.hwnd})`, window.pid);
}

function recordedKoffi(record: Recorded): Koffi {
  const types = new Set<string>();
  const known = (definition: string): string => {
    const [, name] = /^\w+ __stdcall (\w+)\(.*\)$/.exec(definition) ?? [];
    if (name === undefined) throw new Error(`not a prototype of a system function: ${definition}`);
    return name;
  };
  return {
    proto: (definition) => types.add(known(definition)),
    load(path) {
      record.asked("load", path);
      return {
        func(definition) {
          const name = known(definition);
          // As in koffi: a callback's type has to be known when it is used.
          const [, callback] = /(\w+Proc) \*/.exec(definition) ?? [];
          if (callback !== undefined && !types.has(callback)) throw new Error(`unknown type: ${callback}`);
          return (...values) => call(record, name, values);
        },
      };
    },
  };
}

/** Callbacks are called and outputs filled in, as the system does; neither is written into the record. */
function call(record: Recorded, name: string, values: readonly unknown[]): unknown {
  const plain = values.filter((value) => typeof value === "number");
  const answer = record.asked(name, ...plain);
  for (const value of values) {
    if (typeof value === "function" && Array.isArray(answer)) {
      for (const each of answer) if (value(each, 0) === 0) break;
      return 1;
    }
    if (Array.isArray(value)) {
      value[0] = answer;
      return 1;
    }
  }
  return answer;
}
