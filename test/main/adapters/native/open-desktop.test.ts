import { describe, expect, it } from "vitest";
import type { MonitorView } from "../../../../src/core/view/snapshot.ts";
import { NativeDesktop } from "../../../../src/main/adapters/windows/native-desktop.ts";
import { openDesktop } from "../../../../src/main/adapters/windows/open-desktop.ts";
import { noDisplays, refusal } from "./recorded.ts";

const noWindows = {
  list: () => [],
  active: () => null,
  restore() {},
  activate() {},
  raise() {},
  close: () => false,
};

describe("opening the desktop", () => {
  it.each([
    ["win32", null],
    ["darwin", null],
    ["freebsd", noDisplays],
  ] as const)("says on %s what to do when nobody knows the monitors", async (platform, displays) => {
    const { code, hint } = await refusal(openDesktop({ DISPLAY: ":0" }, displays, platform));
    expect({ code, hint }).toEqual({ code: "DISPLAY_MISSING", hint: expect.stringContaining("Electron") });
  });

  it.runIf(process.platform === "linux")(
    "says on Linux what it lacks of Windows, instead of failing later",
    async () => {
      expect(await refusal(openDesktop({}, noDisplays, "win32"))).toMatchObject({ code: "DISPLAY_MISSING" });
    },
  );
});

describe("the monitors of a native desktop", () => {
  it("are those of the display source, which is left alone once the desktop is closed", async () => {
    const bounds = { x: 0, y: 0, width: 1920, height: 1080 };
    const one: MonitorView = { id: "1", name: "One", bounds, workArea: bounds, scale: 1, primary: true };
    const listeners = new Set<() => void>();
    const displays = {
      list: () => [one],
      onChanged(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const desktop = new NativeDesktop(noWindows, displays, { scalesWindows: true });
    let changes = 0;
    desktop.onMonitorsChanged(() => {
      changes += 1;
    });
    for (const tell of listeners) tell();
    expect({ changes, monitors: await desktop.monitors() }).toEqual({ changes: 1, monitors: [one] });
    desktop.close();
    expect(listeners.size).toBe(0);
  });
});
