import { beforeEach, describe, expect, it } from "vitest";
import { openMacDesktop } from "../../../../src/main/adapters/windows/macos-desktop.ts";
import type { NativeDesktop } from "../../../../src/main/adapters/windows/native-desktop.ts";
import { noDisplays, Recorded, refusal } from "./recorded.ts";

/** Window id to process, topmost first. */
type OnScreen = readonly (readonly [id: number, pid: number])[];

const editor = [100, 10] as const;
const chrome = [200, 20] as const;

let record: Recorded;
let desktop: NativeDesktop;
let onScreen: OnScreen;

/** `node-window-manager` with a record: an answer names windows by their id, 0 stands for none. */
function recordedManager() {
  const window = (id: number) => {
    const found = onScreen.find(([each]) => each === id);
    const bringToTop = () => void record.asked("bringToTop", id);
    return found ? { id, processId: found[1], bringToTop } : { id, bringToTop };
  };
  return {
    windowManager: {
      getWindows() {
        record.asked("getWindows");
        return onScreen.map(([id]) => window(id));
      },
      getActiveWindow: () => window(Number(record.asked("getActiveWindow"))),
      requestAccessibility: () => record.asked("requestAccessibility") === true,
    },
  };
}

beforeEach(async () => {
  record = new Recorded();
  onScreen = [editor, chrome, [201, 20]];
  desktop = await openMacDesktop(
    noDisplays,
    async () => recordedManager(),
    async () => void record.asked("pause"),
  );
});

function comesToFront(): void {
  record.expect("getWindows()").expect("getActiveWindow()", 100);
  record.expect("requestAccessibility()", true).expect("getWindows()").expect("bringToTop(200)");
  record.expect("getActiveWindow()", 200);
}

describe("the desktop of macOS", () => {
  it("brings the topmost window of a process to the front, and says what is seen", async () => {
    comesToFront();
    expect(await record.whole(desktop.bringToFront(20))).toEqual({ inFront: true, observed: true });
  });

  it("looks again while another program is still the active one", async () => {
    record.expect("getWindows()").expect("getActiveWindow()", 0);
    record.expect("requestAccessibility()", true).expect("getWindows()").expect("bringToTop(200)");
    record.expect("getActiveWindow()", 100).expect("pause()").expect("getActiveWindow()", 200);
    expect(await record.whole(desktop.bringToFront(20))).toEqual({ inFront: true, observed: true });
  });

  it("has nothing to bring to the front while the process has no window on the screen", async () => {
    record.expect("getWindows()");
    expect(await record.whole(refusal(desktop.bringToFront(40)))).toMatchObject({ code: "SLOT_NOT_LIVE" });
  });

  it("calls into no window that the person has not allowed it to control, and says where that is allowed", async () => {
    record.expect("getWindows()").expect("getActiveWindow()", 100).expect("requestAccessibility()", false);
    const { code, hint } = await record.whole(refusal(desktop.bringToFront(20)));
    expect({ code, hint }).toEqual({ code: "DISPLAY_MISSING", hint: expect.stringContaining("Accessibility") });
  });

  it("gives the keyboard back to the window that had it before", async () => {
    comesToFront();
    await desktop.bringToFront(20);
    record.expect("getActiveWindow()", 200).expect("getWindows()");
    record.expect("requestAccessibility()", true).expect("getWindows()").expect("bringToTop(100)");
    await record.whole(desktop.giveFocusBack(20));
  });

  it("gives it to nobody when that window is not on the screen any more", async () => {
    comesToFront();
    await desktop.bringToFront(20);
    onScreen = [chrome];
    record.expect("getActiveWindow()", 200).expect("getWindows()");
    await record.whole(desktop.giveFocusBack(20));
  });

  it("raises nothing, because that would take the keyboard", async () => {
    record.expect("getWindows()");
    await record.whole(desktop.raise([20]));
  });

  it("can't be opened without node-window-manager, and says how to build it", async () => {
    const missing = async (): Promise<never> => {
      throw new Error("No native build was found");
    };
    const { code, hint } = await refusal(openMacDesktop(noDisplays, missing));
    expect({ code, hint }).toEqual({ code: "DISPLAY_MISSING", hint: expect.stringContaining("npm rebuild") });
  });
});
