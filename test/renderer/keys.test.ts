import { describe, expect, it } from "vitest";
import { keyHelp, keyIntent, type Press } from "../../src/renderer/keyboard/keys.ts";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrl: false,
  alt: false,
  meta: false,
  repeat: false,
  focus: "page",
  helpOpen: false,
  targetsOpen: false,
  ...more,
});

describe("keys of the control room", () => {
  it("select slots 1 to 9 by their digit, and slot 10 by 0", () => {
    expect(keyIntent(press("1"))).toEqual({ kind: "select", slot: 1 });
    expect(keyIntent(press("9"))).toEqual({ kind: "select", slot: 9 });
    expect(keyIntent(press("0"))).toEqual({ kind: "select", slot: 10 });
  });

  it("take over, hand back, foreground, queue and help have one key each, in either case", () => {
    expect(["t", "T", "h", "Enter", "Q", "?"].map((key) => keyIntent(press(key))?.kind)).toEqual([
      "take_over",
      "take_over",
      "hand_back",
      "foreground",
      "queue",
      "help",
    ]);
  });

  it("lead to the next slot that needs the person, and to what can be done about it", () => {
    expect(["n", "W"].map((key) => keyIntent(press(key))?.kind)).toEqual(["next_need", "ways"]);
  });

  it("arrange the wall, lay it out in the next way, turn its page and make a window large", () => {
    expect(["a", "G", "l"].map((key) => keyIntent(press(key))?.kind)).toEqual(["arrange", "next_mode", "make_large"]);
    expect(["[", "]"].map((key) => keyIntent(press(key)))).toEqual([
      { kind: "page", step: -1 },
      { kind: "page", step: 1 },
    ]);
  });

  it("are all in the list that the help shows", () => {
    const shown = keyHelp.map(({ keys }) => keys).join(" ");
    for (const key of ["1", "9", "0", "T", "H", "Enter", "N", "W", "Q", "B", "A", "G", "[", "]", "L", "R", ",", "?"]) {
      expect(keyIntent(press(key))).not.toBeNull();
      expect(shown).toContain(key);
    }
  });

  it("mean nothing while the person types, except Escape", () => {
    expect(["t", "1", "Enter", "?"].map((key) => keyIntent(press(key, { focus: "typing" })))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(keyIntent(press("Escape", { focus: "typing" }))).toEqual({ kind: "close" });
  });

  it("leave Enter to the button that has the focus, but not the letters", () => {
    expect(keyIntent(press("Enter", { focus: "control" }))).toBeNull();
    expect(keyIntent(press("t", { focus: "control" }))).toEqual({ kind: "take_over" });
  });

  it("mean nothing together with Ctrl, Alt or Meta", () => {
    expect(keyIntent(press("t", { ctrl: true }))).toBeNull();
    expect(keyIntent(press("1", { alt: true }))).toBeNull();
    expect(keyIntent(press("h", { meta: true }))).toBeNull();
  });

  it("act once when held down", () => {
    expect(keyIntent(press("t", { repeat: true }))).toBeNull();
  });

  it("can't take over behind an open help, which ? and Escape close", () => {
    expect(keyIntent(press("t", { helpOpen: true }))).toBeNull();
    expect(keyIntent(press("?", { helpOpen: true }))).toEqual({ kind: "help" });
    expect(keyIntent(press("Escape", { helpOpen: true }))).toEqual({ kind: "close" });
  });

  it("open the list of targets, and mean nothing else until it is closed", () => {
    expect(keyIntent(press("b"))).toEqual({ kind: "targets" });
    const open = ["B", "Escape", "t", "1", "?"].map(
      (key) => keyIntent(press(key, { targetsOpen: true }))?.kind ?? null,
    );
    expect(open).toEqual(["targets", "close", null, null, null]);
  });

  it("leave every other key alone", () => {
    expect(["x", "F1", "Tab", " ", "10"].map((key) => keyIntent(press(key)))).toEqual([null, null, null, null, null]);
  });
});
