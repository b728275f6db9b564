import { describe, expect, it } from "vitest";
import { carriedOutBy, commandEffect, type WrittenCommand, wroteEffect } from "../../src/core/action/commands.ts";

/** `Input.dispatchMouseEvent mouseReleased` as Chrome answered it; with a question mark: not answered. */
function written(...commands: string[]): WrittenCommand[] {
  return commands.map((text) => {
    const [method = "", type] = text.replace("?", "").split(" ");
    return { method, type: type ?? null, answered: !text.endsWith("?") };
  });
}

const pressed = "Input.dispatchMouseEvent mousePressed";
const released = "Input.dispatchMouseEvent mouseReleased";
const down = "Input.dispatchKeyEvent keyDown";
const rawDown = "Input.dispatchKeyEvent rawKeyDown";
const up = "Input.dispatchKeyEvent keyUp";

describe("what a DevTools command may do", () => {
  it.each([
    ["Page.captureScreenshot", "none"],
    ["Target.attachToTarget", "none"],
    ["Network.enable", "none"],
    ["DOM.resolveNode", "none"],
    ["Runtime.evaluate", "script"],
    ["Runtime.callFunctionOn", "script"],
    ["Runtime.compileScript", "effect"],
    ["Input.dispatchMouseEvent", "effect"],
    ["Page.navigate", "effect"],
    ["Page.close", "effect"],
    ["DOM.setFileInputFiles", "effect"],
    ["DOM.focus", "effect"],
    ["Target.createTarget", "effect"],
    ["Target.closeTarget", "effect"],
    ["Fetch.continueRequest", "effect"],
    ["ServiceWorker.unregister", "effect"],
    ["Nobody.knowsThis", "effect"],
    ["", "effect"],
  ])("%s counts as %s", (method, effect) => {
    expect(commandEffect(method)).toBe(effect);
  });
});

describe("whether anything that can have an effect was written (R6)", () => {
  it.each<["input" | "script", string[], boolean]>([
    ["input", [], false],
    ["input", ["Page.getLayoutMetrics", "DOM.scrollIntoViewIfNeeded"], false],
    ["input", ["Runtime.callFunctionOn"], false],
    ["script", ["Runtime.callFunctionOn"], true],
    ["script", ["Page.getLayoutMetrics"], false],
    ["input", ["Runtime.callFunctionOn", pressed], true],
    ["script", [pressed], true],
    ["input", [`${pressed}?`], true],
  ])("of a tool that acts by %s: %j → %s", (through, commands, wrote) => {
    expect(wroteEffect(through, written(...commands))).toBe(wrote);
  });
});

describe("whether Chrome's answers show that the whole tool was carried out (R3)", () => {
  const click = { target: "e1" };

  it.each<[string, Readonly<Record<string, unknown>>, string[], boolean]>([
    ["browser_click", click, [pressed, released], true],
    ["browser_click", click, ["Runtime.callFunctionOn?", pressed, released], true],
    ["browser_click", click, [], false],
    ["browser_click", click, [pressed], false],
    ["browser_click", click, [pressed, `${released}?`], false],
    ["browser_click", click, [pressed, released, `${pressed}?`], false],
    ["browser_click", { ...click, doubleClick: true }, [pressed, released], false],
    ["browser_click", { ...click, doubleClick: true }, [pressed, released, pressed, released], true],
    ["browser_hover", click, ["Input.dispatchMouseEvent mouseMoved"], true],
    ["browser_hover", click, ["Input.dispatchMouseEvent mouseMoved?"], false],
    ["browser_press_key", { key: "a" }, [down, up], true],
    ["browser_press_key", { key: "Enter" }, [rawDown, up], true],
    ["browser_press_key", { key: "Shift+A" }, [down, down, up, up], true],
    ["browser_press_key", { key: "Shift+A" }, [down, down, up], false],
    ["browser_press_key", { key: "a" }, [up], false],
    ["browser_navigate", {}, ["Page.navigate"], true],
    ["browser_navigate", {}, ["Page.navigate?"], false],
    ["browser_navigate_back", {}, ["Page.navigateToHistoryEntry"], true],
    ["browser_navigate_back", {}, ["Page.navigate"], false],
    ["browser_handle_dialog", {}, ["Page.handleJavaScriptDialog"], true],
    ["browser_file_upload", {}, ["DOM.setFileInputFiles"], true],
    ["browser_file_upload", {}, [pressed, released], false],
    // Of these it can't be told from the wire how many steps they have.
    ["browser_type", { text: "x" }, ["Input.insertText"], false],
    ["browser_fill_form", {}, ["Input.insertText"], false],
    ["browser_select_option", {}, [pressed, released], false],
    ["browser_tabs", { action: "new" }, ["Target.createTarget"], false],
    ["browser_unheard_of", {}, [pressed, released], false],
  ])("%s %j: %j → %s", (tool, input, commands, carriedOut) => {
    expect(carriedOutBy(tool, input, written(...commands))).toBe(carriedOut);
  });
});
