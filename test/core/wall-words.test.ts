import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MonitorView } from "../../src/core/view/snapshot.ts";
import {
  crowdedSentence,
  focusGuardWords,
  missingMonitor,
  placedSentence,
  wallWords,
} from "../../src/core/view/wall-words.ts";
import { focusGuardView, wallView } from "../support/wall-view.ts";

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const monitors: readonly MonitorView[] = [
  { id: "DP-2", name: "Dell on the right", bounds: area, workArea: area, scale: 1, primary: false },
];

describe("words about the wall (R20)", () => {
  it("say how the windows are laid out, and which page is in sight", () => {
    expect(wallWords(wallView())).toBe("all windows in a grid");
    expect(wallWords(wallView({ mode: "pages", page: 2, pages: 3 }))).toBe("four windows at a time, page 2 of 3");
    expect(wallWords(wallView({ mode: "large", large: 4 }))).toBe("slot 4 large, the others in a strip");
    expect(wallWords(wallView({ mode: "large" }))).toContain("none is open");
  });

  it("count what was placed", () => {
    expect([0, 1, 4].map(placedSentence)).toEqual([
      "No window is open, so none was placed.",
      "1 window was placed.",
      "4 windows were placed.",
    ]);
  });

  it("name the monitor that is away and the one where the windows stand meanwhile", () => {
    const wall = wallView({ monitor: "DP-2", missing: "HDMI-1" });
    expect(missingMonitor({ wall, monitors })?.what).toBe(
      "HDMI-1 is not connected; the windows stand on Dell on the right meanwhile.",
    );
    expect(missingMonitor({ wall: { ...wall, missing: null }, monitors })).toBeNull();
  });

  it("don't say where windows stand while there is no monitor at all", () => {
    const wall = wallView({ missing: "HDMI-1" });
    expect(missingMonitor({ wall, monitors: [] })?.what).toBe("HDMI-1 is not connected, and no other monitor is.");
  });

  it("say that windows overlap, and advise another mode only where it is another", () => {
    expect(crowdedSentence(wallView())).toBeNull();
    expect(crowdedSentence(wallView({ fits: false }))).toContain("“Four at a time”");
    expect(crowdedSentence(wallView({ fits: false, mode: "pages" }))).not.toContain("Four");
  });
});

describe("words about the keyboard (R21)", () => {
  it("are calm while nothing took it", () => {
    expect(focusGuardWords(focusGuardView())).toMatchObject({ count: "Keyboard: 0 taken", warns: false });
  });

  it("tell what was given back from what was not", () => {
    const back = focusGuardWords(focusGuardView({ taken: 2, reversed: 2 }));
    expect(back).toMatchObject({ count: "Keyboard: 2 taken, 2 given back", warns: false });
    expect(back.means).toContain("taken nevertheless twice. Each time it was seen to be given back.");
    const lost = focusGuardWords(focusGuardView({ taken: 3, reversed: 2 }));
    expect(lost).toMatchObject({ count: "Keyboard: 3 taken, 2 given back", warns: true });
    expect(lost.means).toContain("not seen to be given back once: what you typed then may have gone to a page");
  });

  it("warn exactly when keys may have been lost, and then say so", () => {
    fc.assert(
      fc.property(fc.nat({ max: 50 }), fc.nat({ max: 50 }), (reversed, lost) => {
        const words = focusGuardWords(focusGuardView({ taken: reversed + lost, reversed }));
        expect(words.warns).toBe(lost > 0);
        expect(words.means.includes("may have gone to a page")).toBe(lost > 0);
      }),
    );
  });

  it("never count on a guard that is not there", () => {
    const { count, means, warns } = focusGuardWords(focusGuardView({ present: false }));
    expect(count).toBe("No focus guard");
    expect(means).toContain("Nothing keeps an agent's window from taking the keyboard");
    expect(warns).toBe(true);
  });
});
