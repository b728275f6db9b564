import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lineStart, Settings } from "../../src/renderer/frame/settings.tsx";
import { perform } from "../../src/renderer/keyboard/perform.ts";
import { saveDraft, setInDraft } from "../../src/renderer/state/settings-intents.ts";
import { changeSettings, openSettings, useDock } from "../../src/renderer/state/store.ts";
import { DockError } from "../../src/shared/errors.ts";
import { draw } from "./draw.ts";
import { snapshotAt } from "./fixtures.ts";

const call = vi.fn();
const draft = { file: "/h/config.jsonc", was: "{}", text: "{}", faults: [] };
const fault = { line: 3, field: "slots.live", message: "Too big" };
const answers = (...values: readonly object[]) => {
  for (const value of values) call.mockResolvedValueOnce({ ok: true, value });
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { sessionDock: { call } });
});
afterEach(() => {
  call.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  useDock.setState(useDock.getInitialState());
});

describe("the settings in the window", () => {
  it("are opened by the key , with the text of the file", async () => {
    answers({ file: "/h/config.jsonc", text: "{}" });
    perform({ kind: "settings" });
    await vi.waitFor(() => expect(useDock.getState().settings).toEqual(draft));
  });

  it("show each fault with its line, and offer to save only what has changed and can be taken", () => {
    const { room } = snapshotAt(1);
    const html = draw(<Settings draft={{ ...draft, text: "{ }", faults: [fault] }} room={room} />);
    expect(html.replaceAll(/<!-- -->/g, "")).toContain("Line 3: slots.live: Too big");
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain("Discard changes");
    const changed = draw(<Settings draft={{ ...draft, text: "{ }" }} room={room} />);
    expect(changed).toContain('aria-disabled="false"');
    expect(draw(<Settings draft={draft} room={room} />)).toContain('aria-disabled="true"');
  });

  it("set a common field in the text, which the control room edits so that comments stay", async () => {
    openSettings(draft);
    answers({ text: '{ "slots": { "live": 8 } }', faults: [] });
    await setInDraft(["slots", "live"], 8);
    expect(call.mock.calls).toEqual([["editConfig", { text: "{}", set: { path: ["slots", "live"], value: 8 } }]]);
    expect(useDock.getState().settings?.text).toBe('{ "slots": { "live": 8 } }');
  });

  it("are checked, then saved as they were opened and are now; then it is said what waits for the next start", async () => {
    openSettings(draft);
    changeSettings({ text: "{ }" });
    answers({ text: "{ }", faults: [] }, { said: "At the next start: slots.count." });
    await saveDraft();
    expect(call.mock.calls.at(-1)).toEqual(["saveConfig", { text: "{ }", was: "{}" }]);
    expect(useDock.getState()).toMatchObject({
      settings: null,
      notices: [{ title: "The settings are saved.", hint: "At the next start: slots.count." }],
    });
  });

  it("stay open with their faults, or with what refused them", async () => {
    openSettings({ ...draft, text: "{ }" });
    answers({ text: "{ }", faults: [fault] });
    await saveDraft();
    expect(call.mock.calls.map(([key]) => key)).toEqual(["editConfig"]);
    expect(useDock.getState().settings?.faults).toEqual([fault]);
    answers({ text: "{ }", faults: [] });
    call.mockResolvedValueOnce({ ok: false, error: new DockError("CONFIG_INVALID", "It was changed.").body() });
    await saveDraft();
    expect(useDock.getState().settings?.text).toBe("{ }");
  });

  it("find the line of a fault", () => {
    expect(lineStart("a\nbb\nc", 1)).toBe(0);
    expect(lineStart("a\nbb\nc", 3)).toBe(5);
  });
});
