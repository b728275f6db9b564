import { describe, expect, it } from "vitest";
import type { SlotView } from "../../src/core/view/snapshot.ts";
import { foregroundSentence, windowSigns } from "../../src/core/view/window-words.ts";
import { slotView } from "../support/slot-view.ts";
import { windowView } from "../support/wall-view.ts";

const agent = { kind: "agent", agent: "ada", leaseId: "l" } as const;
const wordsOf = (slot: SlotView, guardPresent = true) => windowSigns(slot, guardPresent).map(({ word }) => word);

describe("what is said of a slot's window", () => {
  it("is nothing while it stands in its cell, in sight and guarded, and nothing without one", () => {
    expect(wordsOf(slotView(1, { holder: agent, window: windowView() }))).toEqual([]);
    expect(wordsOf(slotView(1, { holder: agent, window: windowView({ throttled: null }) }))).toEqual([]);
    expect(wordsOf(slotView(1))).toEqual([]);
  });

  it("is where it stands instead", () => {
    const places = ["moved", "foreground", "minimised", "fullscreen"] as const;
    expect(places.flatMap((place) => wordsOf(slotView(1, { window: windowView({ place }) })))).toEqual([
      "moved by you",
      "foreground",
      "minimised",
      "fullscreen",
    ]);
  });

  it("is that another page covers it, but not of one that is on top or out of sight by itself", () => {
    const hidden = (place: "cell" | "moved" | "foreground" | "minimised") =>
      wordsOf(slotView(1, { window: windowView({ place, inSight: false }) }));
    expect(hidden("cell")).toEqual(["covered"]);
    expect(hidden("moved")).toEqual(["moved by you", "covered"]);
    expect(hidden("foreground")).toEqual(["foreground"]);
    expect(hidden("minimised")).toEqual(["minimised"]);
  });

  it("is that its pages are paused, beside the rest", () => {
    expect(wordsOf(slotView(1, { window: windowView({ place: "minimised", throttled: true }) }))).toEqual([
      "minimised",
      "its pages are paused",
    ]);
  });

  it("is that it may take the keyboard only while an agent works in it, and the system guards windows at all", () => {
    const window = windowView({ guarded: false });
    const you = { kind: "human", over: null, vanished: false } as const;
    expect(wordsOf(slotView(1, { holder: agent, window }))).toEqual(["may take the keyboard"]);
    expect(wordsOf(slotView(1, { holder: you, window }))).toEqual([]);
    expect(wordsOf(slotView(1, { holder: agent, window }), false)).toEqual([]);
  });
});

describe("what came of asking for the foreground", () => {
  const said = (inFront: boolean, observed: boolean, returned = false) =>
    foregroundSentence(3, { inFront, observed, returned });

  it("is called so only where it was observed", () => {
    expect(said(true, true)).toBe("The window of slot 3 is in front.");
    expect(said(false, true)).toContain("the desktop left it behind");
    expect(said(true, false)).toContain("whether it did can't be seen here");
  });

  it("is that it went back, when it did", () => {
    expect(said(false, true, true)).toBe("The window of slot 3 is back in its place.");
    expect(said(false, false, true)).toContain("whether it went can't be seen here");
  });
});
