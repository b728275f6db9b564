import { describe, expect, it } from "vitest";
import { evidenceSentence, stepTime } from "../../src/core/view/words.ts";
import { evidenceBesideRequests, requestTimes } from "../../src/renderer/words/evidence.ts";
import { holderSentence, holderWord } from "../../src/renderer/words/holder.ts";
import { brokerSentence, waitingForAnswerSentence } from "../../src/renderer/words/local-work.ts";
import { liveWords, memoryWords, noAgentYet } from "../../src/renderer/words/room.ts";
import { moment, took } from "../../src/renderer/words/time.ts";
import { seenRequest } from "../cli/three-saves.ts";
import { anAction, slotView, snapshotAt } from "./fixtures.ts";

describe("words about control", () => {
  it("call the holder agent, parked, you or nobody", () => {
    expect(holderWord({ kind: "parked", agent: "a", leaseId: "l", isBack: false })).toBe("parked");
    expect(holderWord({ kind: "agent", agent: "a", leaseId: "l" })).toBe("agent");
    expect(holderWord({ kind: "human", over: null, vanished: false })).toBe("you");
    expect(holderWord({ kind: "nobody" })).toBe("nobody");
  });

  it("say whose lease waits for the slot to be handed back", () => {
    expect(holderSentence({ kind: "human", over: "shop", vanished: false })).toContain(
      "The lease of shop is suspended",
    );
    expect(holderSentence({ kind: "human", over: null, vanished: false })).toContain("No agent's lease waits");
    expect(holderSentence({ kind: "human", over: "shop", vanished: true })).toContain("handing back parks its lease");
    expect(holderSentence({ kind: "parked", agent: "shop", leaseId: "l", isBack: true })).toMatch(/^Nobody may act\./);
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
    expect(waitingForAnswerSentence(0)).toBe("No DevTools command waits for an answer.");
    expect(waitingForAnswerSentence(1)).toBe("1 DevTools command was sent, no answer yet.");
    expect(waitingForAnswerSentence(3)).toBe("3 DevTools commands were sent, no answer yet.");
  });
});

describe("words about the website", () => {
  const request = seenRequest({ status: 200, sentAt: 1000, endedAt: 1085 });

  it("say when a request left and when its end was seen, and call only an answer an answer", () => {
    expect(requestTimes(request, 0)).toMatch(/^sent at .*\d\d:\d\d:\d\d · answered after 85 ms$/);
    expect(requestTimes({ ...request, state: "failed" }, 0)).toContain("· ended after 85 ms");
    expect(requestTimes({ ...request, state: "sent", endedAt: null }, 0)).not.toContain("after");
    expect(requestTimes({ ...request, state: "not_reached" }, 0)).toMatch(/^tried at /);
  });

  it("repeat nothing of the requests, and say what was not watched", () => {
    const evidence = evidenceSentence([request], false);
    expect(evidenceBesideRequests(anAction({ requests: [request], evidence }))).toBe(
      "The page could not be watched all the time.",
    );
    const seen = evidenceSentence([request], true);
    expect(evidenceBesideRequests(anAction({ requests: [request], evidence: seen }))).toBe("");
    expect(evidenceBesideRequests(anAction({ evidence: "Nothing was seen." }))).toBe("Nothing was seen.");
    expect(evidenceBesideRequests(anAction({ outcome: "unknown" }))).toBe("Not known yet.");
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

  it("of a step count from the request, exact where it was quick", () => {
    const times = [1000.4, 2500, 999].map((at) => stepTime(at, { requestedAt: 1000, completedAt: null }));
    expect(times).toEqual(["+0.4 ms", "+1,500 ms", "−1 ms"]);
  });

  it("are exact where an action was short", () => {
    expect([420, 1234, 65_000].map(took)).toEqual(["420 ms", "1.2 s", "65 s"]);
  });
});
