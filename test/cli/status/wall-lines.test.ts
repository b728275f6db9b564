import { describe, expect, test } from "vitest";
import type { Paint } from "../../../src/cli/output.ts";
import { statusText } from "../../../src/cli/status/status-text.ts";
import { wallText } from "../../../src/cli/status/wall-lines.ts";
import type { RoomView, SlotView } from "../../../src/core/view/snapshot.ts";
import { focusGuardView, wallView, windowView } from "../../support/wall-view.ts";
import { aSlot, aSnapshot, now, unpainted } from "../snapshots.ts";

const marked: Paint = (style, text) => `<${style}>${text}</${style}>`;
const roomWith = (more: Partial<RoomView>): RoomView => ({ ...aSnapshot().room, ...more });
const status = (more: Partial<RoomView>, slots: readonly SlotView[] = [], paint: Paint = unpainted): string =>
  statusText(aSnapshot({ room: roomWith(more), slots }), now, { paint, columns: null });

describe("the wall in the status", () => {
  test("is told with its page, and with what took the keyboard and when", () => {
    const wall = wallView({ mode: "pages", page: 2, pages: 3, monitor: "HDMI-1" });
    const focusGuard = focusGuardView({ taken: 2, reversed: 2, lastAt: now - 240_000 });
    expect(status({ wall, focusGuard }).split("\n")).toContain(
      "Wall: four windows at a time, page 2 of 3 · Keyboard: 2 taken, 2 given back, last 4 min ago",
    );
  });

  test("warns where keys may have been lost, or nothing guards them, and only there", () => {
    const keyboard = (more: Parameters<typeof focusGuardView>[0]) =>
      status({ focusGuard: focusGuardView(more) }, [], marked);
    expect(keyboard({ taken: 2, reversed: 1 })).toContain("<yellow>Keyboard: 2 taken, 1 given back</yellow>");
    expect(keyboard({ present: false })).toContain("<yellow>No focus guard</yellow>");
    expect(keyboard({ taken: 2, reversed: 2 })).not.toContain("<yellow>");
  });

  test("names a monitor that is away, and windows that overlap", () => {
    const wall = wallView({ monitor: "HDMI-1", missing: "DP-9", fits: false });
    const text = status({ wall });
    expect(text).toContain("DP-9 is not connected; the windows stand on HDMI-1 meanwhile.\n");
    expect(text).toContain("all windows in a grid · windows overlap ·");
    expect(status({})).not.toMatch(/not connected|overlap/);
  });

  test("lists only windows that are not as usual", () => {
    const slots = [
      aSlot(1, { window: windowView() }),
      aSlot(2, { window: windowView({ place: "moved", throttled: true }) }),
      aSlot(3, { window: windowView({ inSight: false }) }),
    ];
    expect(status({}, slots)).toContain("\nWindows\n  Slot 2: moved by you, its pages are paused\n  Slot 3: covered\n");
    expect(status({}, slots.slice(0, 1))).not.toContain("\nWindows\n");
  });
});

describe("the wall by itself", () => {
  test("is told with what each thing means and what comes next", () => {
    const wall = wallView({ mode: "large", large: 4, monitor: "HDMI-1", missing: "DP-9", fits: false });
    const focusGuard = focusGuardView({ taken: 1, reversed: 0, lastAt: now - 5000 });
    const lines = wallText(roomWith({ wall, focusGuard }), now, unpainted).split("\n");
    expect(lines).toEqual([
      "Wall: slot 4 large, the others in a strip",
      expect.stringMatching(/^ {2}The monitor has no room for all windows/),
      "Monitor: HDMI-1",
      "  DP-9 is not connected; the windows stand on HDMI-1 meanwhile.",
      expect.stringMatching(/^ {2}They go back when it is connected again/),
      "Keyboard: 1 taken, 0 given back, last 5 s ago",
      expect.stringMatching(/not seen to be given back once: what you typed then may have gone to a page\.$/),
    ]);
  });

  test("says that there is no monitor, and lets no monitor's name steer the terminal", () => {
    expect(wallText(roomWith({ wall: wallView() }), now, unpainted)).toContain("Monitor: none is connected");
    const wall = wallView({ monitor: "\u001b[2Jevil", missing: "\u001b[2Jaway" });
    expect(wallText(roomWith({ wall }), now, unpainted)).not.toContain("\u001b");
    expect(status({ wall })).not.toContain("\u001b");
  });
});
