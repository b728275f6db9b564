import { describe, expect, test } from "vitest";
import { receiptText } from "../../../src/cli/status/receipt-text.ts";
import { ranges, statusText } from "../../../src/cli/status/status-text.ts";
import type { Snapshot } from "../../../src/core/view/snapshot.ts";
import { stepWords } from "../../../src/core/view/words.ts";
import { anAction, aReason, aReceipt, aSlot, aSnapshot, now, unpainted } from "../snapshots.ts";

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
      holder: { kind: "human", over: "bob", vanished: false },
      epoch: 12,
      lastMutation: anAction({ summary: "type into “Amount”", endedAt: now - 1000, outcome: "unknown" }),
      needsYou: "You hold it, but its window is closed.",
    }),
    aSlot(3, {
      target: "/repos/mail",
      quarantine: [aReason(), aReason({ code: "wipe_not_proven", known: "3 files are left.", ways: ["discard"] })],
      epoch: 3,
      warnings: ["The window is off the screen."],
    }),
    ...[4, 5, 6, 8].map((slot) => aSlot(slot)),
    aSlot(7, { target: "/repos/kept" }),
  ],
  attention: [
    { slot: 2, kind: "no_window", since: now - 90_000, text: "You hold it, but its window is closed." },
    { slot: 3, kind: "quarantine", since: now - 240_000, text: "It is in quarantine." },
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
      "Wall: all windows in a grid · Keyboard: 0 taken",
      "",
      "SLOT  STATE                  HOLDER  EPOCH  TARGET       AGENT  ACTION              ELAPSED  OUTCOME",
      "   1  working                agent       7  /repos/shop  ada    click “Save”            4 s  running",
      "   2  needs you              you        12  /repos/bank  (bob)  type into “Amount”      3 s  outcome unknown",
      "   3  quarantine: 2 reasons  nobody      3  /repos/mail  –      –                         –  –",
      "   7  no window              nobody      0  /repos/kept  –      –                         –  –",
      "",
      "Not in use yet: 4–6, 8",
      "",
      "Agents",
      "  Slot 1: ada. No action yet. Whether its connection answers is unknown.",
      "  Slot 2: (bob). No action yet. Whether its connection answers is unknown.",
      "",
      "Needs you",
      "  Slot 2: You hold it, but its window is closed. (for 90 s)",
      "  Slot 3: It is in quarantine. (for 4 min)",
      "",
      "In quarantine",
      "  Slot 3: another program holds the profile, for 4 min",
      "    Known: Process 99 holds it.",
      "    Next: Close the named program, or do what the reason says of its lock, then look again.",
      "  Slot 3: the wipe is not proven, for 4 min",
      "    Known: 3 files are left.",
      "    Next: End whatever still writes into the folder, then discard the workplace again.",
      "    sessiondock resolve 3 look-again        You did what the reason asks for; its facts are tested anew.",
      "    sessiondock resolve 3 discard           Nothing in it is needed: profile, logins, downloads and uploads are wiped.",
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
    const lines = print(busy, 100).split("\n").slice(5, 10);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines[2]).toMatch(/12 .*outcome unknown$/);
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

describe("what waits for a decision", () => {
  test("a quarantined slot is told with what is known and with each open way as a command", () => {
    const reason = aReason({
      code: "outcome_unknown",
      known: "The lease of ada ended while an outcome was unknown.",
      actionIds: ["action-1"],
      ways: ["inspect", "mark_applied", "mark_not_applied", "run_check", "discard"],
    });
    const text = print(aSnapshot({ slots: [aSlot(4, { quarantine: [reason], check: "the order is listed" })] }));
    expect(text).toMatch(/ 4 {2}quarantine: outcome unknown +nobody/);
    expect(text).toContain("  Slot 4: outcome unknown, for 4 min\n    Known: The lease of ada ended");
    expect(text).toContain("Actions: action-1\n");
    for (const way of ["inspect", "mark-applied", "mark-not-applied", "run-check", "discard"]) {
      expect(text).toMatch(new RegExp(`sessiondock resolve 4 ${way} +\\S`));
    }
    expect(text).toContain("It looks for: the order is listed");
    expect(text).not.toContain("look-again");
  });

  test("a parked slot can be given back only once its agent is there again", () => {
    const parked = (isBack: boolean) =>
      print(aSnapshot({ slots: [aSlot(5, { holder: { kind: "parked", agent: "ada", leaseId: "l", isBack } })] }));
    expect(parked(false)).toMatch(/ 5 {2}parked +parked .*ada/);
    expect(parked(false)).toContain("ada vanished and has not come back.");
    expect(parked(false)).not.toContain("unpark");
    expect(parked(true)).toContain("parked, its agent is back");
    expect(parked(true)).toContain("sessiondock unpark 5");
    expect(parked(true)).toContain("sessiondock release 5");
  });

  test("a request for help is told with its reason and when it is done", () => {
    const help = { reason: "a code is asked for", doneWhen: "the dashboard is shown", since: now };
    const holder = { kind: "agent", agent: "ada", leaseId: "l" } as const;
    expect(print(aSnapshot({ slots: [aSlot(6, { help, holder })] }))).toContain(
      "Slot 6: ada asks for you: a code is asked for (done when: the dashboard is shown)",
    );
  });

  test("an outcome that nobody cleared up is told even where nothing else is known of the slot", () => {
    const unresolved = [
      anAction({ endedAt: now, outcome: "unknown", evidence: "POST https://a.example/pay was sent." }),
    ];
    expect(print(aSnapshot({ slots: [aSlot(7, { unresolved })] }))).toContain(
      "Slot 7: click “Save”: outcome unknown. It may or may not have been applied.",
    );
  });
});

test("a receipt tells what has been observed, what hasn't yet, and what wasn't", () => {
  const underWay = aReceipt({
    completedAt: null,
    steps: [
      { step: "fence", at: now },
      { step: "recorded", at: now + 4 },
      { step: "broker_exit", at: null },
    ],
    released: ["Shift", "left button"],
    unanswered: ["Input.dispatchMouseEvent"],
    lastAction: anAction({
      endedAt: now,
      outcome: "unknown",
      evidence: "POST https://shop.example/pay was sent, and no answer was seen.",
      resolution: { finding: "not_applied", by: "person", who: "you", at: now, why: "No such order." },
    }),
  });
  expect(receiptText(underWay, unpainted).split("\n")).toEqual([
    "Slot 3: You took the slot from ada (epoch 8).",
    `  ${stepWords("fence").padEnd(40)}  +0 ms`,
    `  ${stepWords("recorded").padEnd(40)}  +4 ms`,
    `  ${stepWords("broker_exit").padEnd(40)}  not observed yet`,
    "  Steps are still under way.",
    "  Released for you: Shift, left button",
    "  Sent before the fence, no answer when it fell: Input.dispatchMouseEvent.",
    "  Last action: click “Save”: outcome unknown. It may or may not have been applied. Look at the page first; do not repeat it.",
    "    POST https://shop.example/pay was sent, and no answer was seen.",
    "    Stated as not applied, by you. No such order.",
  ]);
  const ended = receiptText({ ...underWay, cause: "parked", completedAt: now + 900 }, unpainted);
  expect(ended).toMatch(/^Slot 3: ada vanished; its lease is parked/);
  expect(ended).toContain("  not observed\n");
  expect(ended).not.toContain("under way");
});
