import { describe, expect, it } from "vitest";
import type { ActionView, ReceiptView } from "../../src/core/view/snapshot.ts";
import { evidenceSentence, outcomeMeaning } from "../../src/renderer/words/action.ts";
import { holderSentence, holderWord } from "../../src/renderer/words/holder.ts";
import { brokerSentence, unansweredSentence } from "../../src/renderer/words/local-work.ts";
import { receiptLine, unansweredAtFence } from "../../src/renderer/words/receipt.ts";
import { attentionWords, liveWords, memoryWords, needOf, noAgentYet } from "../../src/renderer/words/room.ts";
import { moment, offset, took } from "../../src/renderer/words/time.ts";
import { slotView, snapshotAt } from "./fixtures.ts";

const action: ActionView = {
  id: "a1",
  tool: "browser_click",
  summary: 'click "Save"',
  startedAt: 0,
  endedAt: null,
  outcome: "running",
  evidence: null,
};

describe("words about control", () => {
  it("call the holder agent, you or nobody", () => {
    expect(holderWord({ kind: "agent", agent: "a", leaseId: "l" })).toBe("agent");
    expect(holderWord({ kind: "human", over: null })).toBe("you");
    expect(holderWord({ kind: "nobody" })).toBe("nobody");
  });

  it("say whose lease waits for the slot to be handed back", () => {
    expect(holderSentence({ kind: "human", over: "shop" })).toContain("The lease of shop is suspended");
    expect(holderSentence({ kind: "human", over: null })).toContain("No agent's lease waits");
  });
});

describe("words about local work", () => {
  it("never call a broker stopped whose exit was not observed", () => {
    const stopping = brokerSentence({ pid: 7, state: "stopping", exitObservedAt: null });
    expect(stopping).toBe("Broker 7 was asked to stop; its exit is not observed yet.");
    expect(brokerSentence({ pid: 7, state: "exited", exitObservedAt: null })).toContain("unknown");
    expect(brokerSentence(null)).toBe("No broker is recorded for this slot.");
  });

  it("count the commands that have no answer", () => {
    expect(unansweredSentence(0)).toBe("No DevTools command waits for an answer.");
    expect(unansweredSentence(1)).toBe("1 DevTools command was sent, no answer yet.");
    expect(unansweredSentence(3)).toBe("3 DevTools commands were sent, no answer yet.");
  });
});

describe("words about the website", () => {
  it("say that nothing is known where nothing is known", () => {
    expect(evidenceSentence(action)).toBe("Not known yet.");
    expect(evidenceSentence({ ...action, evidence: "Answered with 200." })).toBe("Answered with 200.");
  });

  it("ask to look first after an unknown or failed outcome, and call only not sent safe", () => {
    expect(outcomeMeaning("unknown")).toContain("Look at the page");
    expect(outcomeMeaning("failed")).toContain("Look at the page");
    expect(outcomeMeaning("not_sent")).toContain("safe to repeat");
  });
});

describe("a receipt", () => {
  const receipt: ReceiptView = {
    slot: 3,
    epoch: 9,
    from: "shop",
    requestedAt: 1000,
    steps: [
      { step: "fence", at: 1003 },
      { step: "broker_exit", at: null },
    ],
    unanswered: [],
    lastAction: null,
  };

  it("counts each step from the request and says what is not observed yet", () => {
    expect(receiptLine(receipt)).toBe("Fenced +3 ms · exit not observed yet");
    expect(offset(1000.4, 1000)).toBe("+0.4 ms");
    expect(offset(2500, 1000)).toBe("+1,500 ms");
    expect(offset(999, 1000)).toBe("−1 ms");
  });

  it("names each unanswered method once, with its count", () => {
    expect(unansweredAtFence([])).toContain("No DevTools command");
    expect(unansweredAtFence(["A.b", "C.d", "A.b"])).toContain("A.b ×2, C.d.");
  });
});

describe("words about the room", () => {
  const { room } = snapshotAt(1);

  it("don't show unmeasured memory as a figure", () => {
    expect(memoryWords(null)).toBe("memory not measured yet");
    expect(memoryWords(700)).toBe("700 MiB in Chromes");
    expect(memoryWords(3482)).toBe("3.4 GiB in Chromes");
  });

  it("count what is live against the cap", () => {
    expect(liveWords({ ...room, live: 7 })).toBe("7 of 10 live");
  });

  it("let a quarantined slot need the person even without another reason", () => {
    const quarantined = slotView(1, { life: { kind: "quarantined", code: "LOCKED", known: "k", next: "n" } });
    expect(needOf(quarantined)).toBe("quarantined: LOCKED");
    expect(needOf(slotView(1))).toBeNull();
    expect([0, 1, 2].map(attentionWords)).toEqual(["No slot needs you", "1 needs you", "2 need you"]);
  });

  it("teach only until an agent has left a trace", () => {
    expect(noAgentYet([slotView(1)], 0)).toBe(true);
    expect(noAgentYet([slotView(1)], 1)).toBe(false);
    expect(noAgentYet([slotView(1, { target: "shop" })], 0)).toBe(false);
  });
});

describe("times", () => {
  it("are not known yet where nothing was observed", () => {
    expect(moment(null, 5000)).toBe("not known yet");
    expect(moment(1000, 5000)).toMatch(/^\d\d:\d\d:\d\d · 4 s ago$/);
  });

  it("are exact where an action was short", () => {
    expect([420, 1234, 65_000].map(took)).toEqual(["420 ms", "1.2 s", "65 s"]);
  });
});
