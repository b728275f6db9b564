import { beforeEach, describe, expect, it } from "vitest";
import type { NativeDesktop } from "../../../../src/main/adapters/windows/native-desktop.ts";
import { openWindowsDesktop } from "../../../../src/main/adapters/windows/windows-desktop.ts";
import { noDisplays, Recorded, refusal } from "./recorded.ts";
import { type Hwnd, inFront, listed, recordedDesktop } from "./recorded-user32.ts";

const editor: Hwnd = { hwnd: 100, pid: 10 };
const chrome: Hwnd = { hwnd: 200, pid: 20 };
const chromeBelow: Hwnd = { hwnd: 201, pid: 20 };
const otherChrome: Hwnd = { hwnd: 300, pid: 30 };

/** SWP_NOSIZE, SWP_NOMOVE, SWP_NOACTIVATE, SWP_ASYNCWINDOWPOS */
const stayAsItIs = 0x0001 + 0x0002 + 0x0010 + 0x4000;
const restore = 9;

let record: Recorded;
let desktop: NativeDesktop;

beforeEach(async () => {
  record = new Recorded();
  desktop = await recordedDesktop(record);
});

/** The record of a window that comes to the front when it is asked to. */
function comesToFront(window: Hwnd, before: Hwnd): void {
  listed(record, before, window);
  inFront(record, before);
  record.expect(`IsIconic(${window.hwnd})`, 0).expect(`SetForegroundWindow(${window.hwnd})`, 1);
  inFront(record, window);
}

describe("bringing a window to the front on Windows", () => {
  it("activates the topmost window of the process, and says what is seen", async () => {
    listed(record, editor, chrome, chromeBelow);
    inFront(record, editor);
    record.expect("IsIconic(200)", 0).expect("SetForegroundWindow(200)", 1);
    inFront(record, chrome);
    expect(await record.whole(desktop.bringToFront(20))).toEqual({ inFront: true, observed: true });
  });

  it("opens a minimised window first", async () => {
    listed(record, editor, chrome);
    inFront(record, editor);
    record.expect("IsIconic(200)", 1).expect(`ShowWindowAsync(200, ${restore})`, 1);
    record.expect("SetForegroundWindow(200)", 1);
    inFront(record, chrome);
    expect(await record.whole(desktop.bringToFront(20))).toEqual({ inFront: true, observed: true });
  });

  it("looks again while the keyboard is on its way", async () => {
    listed(record, chrome);
    inFront(record, editor);
    record.expect("IsIconic(200)", 0).expect("SetForegroundWindow(200)", 1);
    inFront(record, null);
    record.expect("pause()");
    inFront(record, editor);
    record.expect("pause()");
    inFront(record, chrome);
    expect(await record.whole(desktop.bringToFront(20))).toEqual({ inFront: true, observed: true });
  });

  it.each([
    ["another program kept the keyboard", editor, { inFront: false, observed: true }],
    ["nothing was seen to have the keyboard", null, { inFront: false, observed: false }],
  ])("says so when after a second %s", async (_, seen, said) => {
    listed(record, chrome);
    inFront(record, editor);
    record.expect("IsIconic(200)", 0).expect("SetForegroundWindow(200)", 0);
    for (let look = 0; look < 20; look += 1) {
      inFront(record, seen);
      record.expect("pause()");
    }
    inFront(record, seen);
    expect(await record.whole(desktop.bringToFront(20))).toEqual(said);
  });

  it("takes neither a hidden window nor a menu or bubble for the process's window", async () => {
    listed(record, { hwnd: 198, pid: 20, hidden: true }, { hwnd: 199, pid: 20, owner: 200 }, editor);
    expect(await record.whole(refusal(desktop.bringToFront(20)))).toMatchObject({ code: "SLOT_NOT_LIVE" });
  });
});

describe("raising windows on Windows", () => {
  it("activates, moves and resizes none, and ends with the last process's topmost window", async () => {
    listed(record, editor, chrome, chromeBelow, otherChrome);
    for (const hwnd of [300, 201, 200]) record.expect(`SetWindowPos(${hwnd}, 0, 0, 0, 0, 0, ${stayAsItIs})`, 1);
    await record.whole(desktop.raise([30, 40, 20]));
  });
});

describe("giving the keyboard back on Windows", () => {
  it("activates the window that had it before, without opening it where it is minimised", async () => {
    comesToFront(chrome, editor);
    await desktop.bringToFront(20);
    inFront(record, chrome);
    listed(record, chrome, editor);
    record.expect("SetForegroundWindow(100)", 1);
    await record.whole(desktop.giveFocusBack(20));
  });

  it("never gives it to another slot that was brought to the front in between", async () => {
    comesToFront(chrome, editor);
    await desktop.bringToFront(20);
    comesToFront(otherChrome, chrome);
    await desktop.bringToFront(30);
    inFront(record, otherChrome);
    listed(record, otherChrome, chrome, editor);
    record.expect("SetForegroundWindow(100)", 1);
    await record.whole(desktop.giveFocusBack(30));
  });

  it("leaves everything as it is when the person is elsewhere already", async () => {
    comesToFront(chrome, editor);
    await desktop.bringToFront(20);
    inFront(record, otherChrome);
    await record.whole(desktop.giveFocusBack(20));
  });

  it("does not take another program's window for the one that is gone, although it has its number", async () => {
    comesToFront(chrome, editor);
    await desktop.bringToFront(20);
    inFront(record, chrome);
    listed(record, chrome, { hwnd: editor.hwnd, pid: 99 });
    await record.whole(desktop.giveFocusBack(20));
  });

  it("asks nothing for a process that was never in front, or that has exited", async () => {
    await record.whole(desktop.giveFocusBack(20));
    comesToFront(chrome, editor);
    await desktop.bringToFront(20);
    desktop.forget(20);
    await record.whole(desktop.giveFocusBack(20));
  });
});

describe("the desktop of Windows", () => {
  it("says that it guards no window, and touches none when it is asked to", () => {
    desktop.guard();
    desktop.unguard();
    desktop.label();
    record.end();
    expect(desktop.guards).toBe(false);
  });

  it("can't be opened without koffi, and says how to get it", async () => {
    const missing = async (): Promise<never> => {
      throw new Error("Cannot find package 'koffi'");
    };
    const { code, hint } = await refusal(openWindowsDesktop(noDisplays, missing));
    expect({ code, hint }).toEqual({ code: "DISPLAY_MISSING", hint: expect.stringContaining("npm ci") });
  });

  it("can't be opened where there is no user32.dll", async () => {
    const load = (): never => {
      throw new Error("user32.dll: cannot open shared object file");
    };
    const opened = openWindowsDesktop(noDisplays, async () => ({ proto: () => null, load }));
    expect(await refusal(opened)).toMatchObject({ code: "DISPLAY_MISSING" });
  });
});

describe("asking windows to close on Windows", () => {
  it("presses no button and ends no program: each window of the process is told", async () => {
    listed(record, chrome, editor, chromeBelow);
    record.expect("PostMessageW(200, 16, 0, 0)", 1).expect("PostMessageW(201, 16, 0, 0)", 1);
    expect(await record.whole(desktop.askToClose(20))).toBe(2);
  });

  it("waits for a window, and no longer than it may", async () => {
    listed(record, editor);
    record.expect("pause()");
    listed(record, editor, chrome);
    expect(await record.whole(desktop.hasWindow(20, 100))).toBe(true);
    listed(record, editor);
    record.expect("pause()");
    listed(record, editor);
    expect(await record.whole(desktop.hasWindow(20, 50))).toBe(false);
  });
});
