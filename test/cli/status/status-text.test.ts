import { describe, expect, test } from "vitest";
import type { Paint } from "../../../src/cli/output.ts";
import { receiptText } from "../../../src/cli/status/receipt-text.ts";
import { ranges, statusText } from "../../../src/cli/status/status-text.ts";
import type { Snapshot } from "../../../src/core/view/snapshot.ts";
import { anAction, aSlot, aSnapshot, now } from "../snapshots.ts";

const unpainted: Paint = (_, text) => text;
const print = (snapshot: Snapshot, columns: number | null = null): string =>
  statusText(snapshot, now, { paint: unpainted, columns });

const busy = aSnapshot({
  slots: [
    aSlot(1, {
      target: "/repos/shop",
      life: { kind: "live", pid: 71, since: now },
      holder: { kind: "agent", agent: "ada", leaseId: "l1" },
      epoch: 7,
      action: anAction(),
    }),
    aSlot(2, {
      target: "/repos/bank",
      life: { kind: "live", pid: 72, since: now },
      holder: { kind: "human", over: "bob" },
      epoch: 12,
      lastMutation: anAction({ summary: "type into “Amount”", endedAt: now - 1000, outcome: "unknown" }),
      needsYou: "The outcome of bob's last action is unknown.",
    }),
    aSlot(3, {
      target: "/repos/mail",
      life: { kind: "quarantined", code: "PROFILE_LOCKED", known: "Process 99 holds it.", next: "Close process 99." },
      epoch: 3,
      warnings: ["The window is off the screen."],
    }),
    ...[4, 5, 6, 8].map((slot) => aSlot(slot)),
    aSlot(7, { target: "/repos/kept" }),
  ],
  queue: [
    {
      id: "w1",
      agent: "eve",
      target: "/repos/shop",
      since: now - 65_000,
      position: 1,
      code: "target_busy",
      sentence: "Slot 1, which has this login, is held by ada for 4 min.",
    },
  ],
});

describe("the status", () => {
  test("answers who, what and what came of it, one slot a line", () => {
    expect(print(busy).split("\n")).toEqual([
      "SessionDock 0.1.0 · electron stand-in · running for 3 h · 2 of 10 windows open · 1840 MiB in Chrome",
      "Browser: Chrome 140.0.1, /opt/chrome/chrome",
      "Monitors: HDMI-1 (3840×2160, the wall)",
      "",
      "SLOT  STATE                        HOLDER  EPOCH  TARGET       AGENT  ACTION              ELAPSED  OUTCOME",
      "   1  working                      agent       7  /repos/shop  ada    click “Save”            4 s  running",
      "   2  needs you                    you        12  /repos/bank  (bob)  type into “Amount”      3 s  unknown, look",
      "   3  quarantined: PROFILE_LOCKED  nobody      3  /repos/mail  –      –                         –  –",
      "   7  no window                    nobody      0  /repos/kept  –      –                         –  –",
      "",
      "Not in use yet: 4–6, 8",
      "",
      "Needs you",
      "  Slot 2: The outcome of bob's last action is unknown.",
      "  Slot 3: known is: Process 99 holds it. You can: Close process 99.",
      "",
      "Queue (1)",
      "  1. eve for /repos/shop, waiting 65 s: Slot 1, which has this login, is held by ada for 4 min.",
      "",
      "Problems",
      "  Slot 3: The window is off the screen.",
      "",
    ]);
  });

  test("fits a narrow terminal by cutting texts, never numbers or outcomes", () => {
    const lines = print(busy, 100).split("\n").slice(4, 9);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines[2]).toMatch(/12 .*unknown, look$/);
    expect(lines[2]).toContain("…");
  });

  test("says that nothing is in use, and that lending is paused", () => {
    const quiet = aSnapshot({ slots: [aSlot(1), aSlot(2)], room: { ...busy.room, paused: true } });
    expect(print(quiet)).toContain("paused: no new leases");
    expect(print(quiet)).toContain("No slot is in use.\n\nNot in use yet: 1–2\n");
  });

  test("lets no text of an agent or a page steer the terminal", () => {
    const evil = anAction({ summary: "click “\u001b[2J\u001b]0;x\u0007Save\nSlot 1 is fine”" });
    const [slot] = busy.slots;
    const text = print(aSnapshot({ slots: slot ? [{ ...slot, action: evil }] : [] }));
    expect(text).not.toContain("\u001b");
    expect(text).toMatch(/click “Save Slot 1 is fine”/);
  });
});

test("numbers in a row are told as a range", () => {
  expect(ranges([1, 2, 3, 5, 7, 8])).toBe("1–3, 5, 7–8");
  expect(ranges([])).toBe("");
});

test("a receipt tells what has been observed and what hasn't", () => {
  const receipt = {
    slot: 3,
    epoch: 8,
    from: "ada",
    requestedAt: now,
    steps: [
      { step: "fence", at: now },
      { step: "recorded", at: now + 4 },
      { step: "broker_exit", at: null },
    ],
    unanswered: ["Input.dispatchMouseEvent"],
    lastAction: anAction({ endedAt: now, outcome: "unknown", evidence: "POST https://shop.example/pay was sent" }),
  } as const;
  expect(receiptText(receipt, unpainted).split("\n")).toEqual([
    "Slot 3 is yours, epoch 8. It was held by ada.",
    "  the agent is out                      after 0 ms",
    "  the change is on disk                 after 4 ms",
    "  its broker has exited                 not observed yet",
    "  Sent to Chrome before that and unanswered: Input.dispatchMouseEvent",
    "  Last action: click “Save”, unknown, look; POST https://shop.example/pay was sent",
  ]);
});
