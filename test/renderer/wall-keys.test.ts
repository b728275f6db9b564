import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SlotView, WallView } from "../../src/core/view/snapshot.ts";
import type { KeyIntent } from "../../src/renderer/keyboard/keys.ts";
import { perform } from "../../src/renderer/keyboard/perform.ts";
import { selectSlot, useDock } from "../../src/renderer/state/store.ts";
import { chooseMode } from "../../src/renderer/state/wall-intents.ts";
import { largeChoice, nextMode, pageBeside } from "../../src/renderer/wall/choices.ts";
import { slotView, snapshotAt, wallView, windowView } from "./fixtures.ts";

const call = vi.fn();
const titles = () => useDock.getState().notices.map(({ title }) => title);
const open = (slot: number, more: Partial<SlotView> = {}) => slotView(slot, { window: windowView(), ...more });

/** What a key leads to: the calls that were made, and what was said instead. */
function pressed(intent: KeyIntent, wall: Partial<WallView> = {}, slots: readonly SlotView[] = [open(3)]) {
  const snapshot = snapshotAt(1, slots);
  const room = { ...snapshot.room, wall: wallView({ monitor: "DP-2", ...wall }) };
  useDock.setState({ snapshot: { ...snapshot, room } });
  perform(intent);
  return { calls: call.mock.calls, said: titles() };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { sessionDock: { call } });
  call.mockReturnValue(new Promise(() => {}));
});
afterEach(() => {
  call.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  useDock.setState(useDock.getInitialState());
});

describe("the wall's keys", () => {
  it("arrange the windows, unless none is open", () => {
    expect(pressed({ kind: "arrange" })).toEqual({ calls: [["arrange", {}]], said: [] });
    call.mockClear();
    expect(pressed({ kind: "arrange" }, {}, [slotView(3)])).toEqual({
      calls: [],
      said: ["No window is open that could be arranged."],
    });
  });

  it("take the next mode; the selected slot becomes the large one", () => {
    expect(pressed({ kind: "next_mode" }).calls).toEqual([["setWall", { mode: "pages" }]]);
    call.mockClear();
    useDock.setState({ pending: new Set() });
    selectSlot(5);
    expect(pressed({ kind: "next_mode" }, { mode: "pages" }, [open(3), open(5)]).calls).toEqual([
      ["setWall", { mode: "large", large: 5 }],
    ]);
  });

  it("say that there is no monitor", () => {
    const { calls, said } = pressed({ kind: "next_mode" }, { monitor: null });
    expect(calls).toEqual([]);
    expect(said).toEqual(["No monitor is connected that windows could be laid out on."]);
  });

  it("turn the page, and say why they can't", () => {
    const paged = { mode: "pages", page: 2, pages: 2 } as const;
    expect(pressed({ kind: "page", step: -1 }, paged).calls).toEqual([["setWall", { page: 1 }]]);
    call.mockClear();
    expect(pressed({ kind: "page", step: 1 }, paged).said).toEqual(["Page 2 of the wall is the last one."]);
    expect(pressed({ kind: "page", step: 1 }, {}).said).toContain("The wall has no pages now.");
    expect(call).not.toHaveBeenCalled();
  });

  it("make the selected slot large, and say why they can't", () => {
    expect(pressed({ kind: "make_large" }).said).toEqual(["No slot is selected."]);
    selectSlot(4);
    expect(pressed({ kind: "make_large" }, {}, [slotView(4)]).said).toContain(
      "Slot 4 has no window that could be made large.",
    );
    expect(pressed({ kind: "make_large" }, { mode: "large", large: 4 }, [open(4)]).said).toContain(
      "The window of slot 4 is the large one already.",
    );
    expect(call).not.toHaveBeenCalled();
    expect(pressed({ kind: "make_large" }, {}, [open(4)]).calls).toEqual([["setWall", { mode: "large", large: 4 }]]);
  });

  it("say so while nothing is known of the room", () => {
    perform({ kind: "arrange" });
    expect(titles()).toEqual(["Nothing is known of the wall yet."]);
  });
});

describe("the key of the foreground", () => {
  it("asks for the front, and for the way back when the window is there", () => {
    selectSlot(3);
    expect(pressed({ kind: "foreground" }).calls).toEqual([["foreground", { slot: 3, to: "front" }]]);
    call.mockClear();
    useDock.setState({ pending: new Set() });
    const inFront = open(3, { window: windowView({ place: "foreground" }) });
    expect(pressed({ kind: "foreground" }, {}, [inFront]).calls).toEqual([["foreground", { slot: 3, to: "cell" }]]);
  });

  it("says what came of it only where that is not in sight", async () => {
    selectSlot(3);
    const answers = [
      { inFront: true, observed: true, returned: false },
      { inFront: false, observed: true, returned: true },
      { inFront: false, observed: true, returned: false },
    ];
    for (const value of answers) {
      call.mockResolvedValueOnce({ ok: true, value });
      pressed({ kind: "foreground" });
      await vi.waitFor(() => expect(useDock.getState().pending.size).toBe(0));
    }
    expect(titles()).toEqual(["The window of slot 3 was asked to come to the front, and the desktop left it behind."]);
  });
});

describe("what is chosen for the wall", () => {
  it("goes round the modes", () => {
    expect([nextMode("grid"), nextMode("pages"), nextMode("large")]).toEqual(["pages", "large", "grid"]);
  });

  it("is large: the selected slot if it has a window, else the first that has", () => {
    const slots = [slotView(1), open(2), open(3)];
    expect([3, 1, null].map((selected) => largeChoice(slots, selected))).toEqual([3, 2, 2]);
    expect(largeChoice([slotView(1)], 1)).toBeNull();
  });

  it("leaves the large one to the control room while no window is open", async () => {
    useDock.setState({ snapshot: snapshotAt(1, [slotView(1)]) });
    call.mockResolvedValueOnce({ ok: true, value: { windows: 0, wall: wallView() } });
    await chooseMode("large");
    expect(call.mock.calls).toEqual([["setWall", { mode: "large" }]]);
  });

  it("is a page that there is", () => {
    expect(pageBeside({ page: 1, pages: 3 }, 1)).toBe(2);
    expect(pageBeside({ page: 1, pages: 3 }, -1)).toBeNull();
    expect(pageBeside({ page: 3, pages: 3 }, 1)).toBeNull();
  });
});
