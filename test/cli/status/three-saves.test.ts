import { describe, expect, test } from "vitest";
import { toMcpResult } from "../../../src/cli/mcp/tool-result.ts";
import { receiptText } from "../../../src/cli/status/receipt-text.ts";
import { statusText } from "../../../src/cli/status/status-text.ts";
import type { ActionView } from "../../../src/core/view/snapshot.ts";
import { DockError } from "../../../src/shared/errors.ts";
import { aReceipt, aSlot, aSnapshot, now, unpainted } from "../snapshots.ts";
import { forbiddenWhenUnknown, threeSaves } from "../three-saves.ts";

const inReceipt = (action: ActionView) => receiptText(aReceipt({ lastAction: action }), unpainted);
const inStatus = (action: ActionView) => {
  const slot = aSlot(1, { target: "shop", lastMutation: action, unresolved: [action] });
  return statusText(aSnapshot({ slots: [slot] }), now, { paint: unpainted, columns: null });
};

describe("three saves on the command line", () => {
  test.each(threeSaves)("$action.id is told with its own sentence", ({ action, says }) => {
    for (const text of [inReceipt(action), inStatus(action)]) {
      for (const words of says) expect(text).toContain(words);
      if (action.outcome === "unknown") expect(text).not.toMatch(forbiddenWhenUnknown);
    }
  });

  test("no two of them are told alike", () => {
    expect(new Set(threeSaves.map(({ action }) => inReceipt(action))).size).toBe(3);
    expect(new Set(threeSaves.map(({ action }) => inStatus(action))).size).toBe(3);
  });

  test("the wrapper's own text of an unknown outcome suggests no repetition either", () => {
    const error = new DockError("TIMED_OUT", "browser_click took longer than 60 s").body();
    const { content } = toMcpResult({
      content: [],
      facts: { action_id: "action-1", slot: 3, epoch: 7, outcome: "unknown", error },
    });
    const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    expect(text).toContain("Outcome: unknown. It may or may not have been applied.");
    expect(text).not.toMatch(forbiddenWhenUnknown);
  });
});
