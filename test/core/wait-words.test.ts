import { describe, expect, it } from "vitest";
import { waitAdvice, waitSentence } from "../../src/core/view/wait-words.ts";
import { duration } from "../../src/core/view/words.ts";

const held = { slot: 4, heldBy: "ada", byAgent: true, since: 1_000, lastActivityAt: null };

describe("the sentence for a waiter", () => {
  it("names who holds the login, for how long, and when that agent acted last", () => {
    const reason = { code: "target_busy", ...held } as const;
    const who = "Slot 4, which has this login, is held by ada for 3 min;";
    expect(waitSentence(reason, 181_000)).toBe(`${who} it has not acted yet.`);
    expect(waitSentence({ ...reason, lastActivityAt: 161_000 }, 181_000)).toBe(`${who} its last action was 20 s ago.`);
  });

  it("says of a person only since when: what they do is not watched", () => {
    const reason = { code: "target_busy", ...held, heldBy: "a person", byAgent: false } as const;
    expect(waitSentence(reason, 181_000)).toBe("Slot 4, which has this login, is held by a person for 3 min.");
  });

  it("names the slot and the target that have a conflict key", () => {
    const reason = { code: "conflict_key", key: "stripe", target: "shop", state: "held", ...held } as const;
    expect(waitSentence(reason, 181_000)).toBe(
      "The conflict key “stripe” is held by slot 4 (shop), which ada has for 3 min; it has not acted yet.",
    );
  });

  it("says what the memory was measured at", () => {
    const reason = { code: "memory_low", measuredMb: 4_812.4, eachMb: 481.2, limitMb: 5_000 } as const;
    expect(waitSentence(reason, 0)).toBe(
      "The open windows use 4,812 MiB of memory, one more takes about 481 MiB, and the limit is 5,000 MiB.",
    );
  });

  it("tells an agent to ask again where that can help, and not where only a person can", () => {
    expect(waitAdvice({ code: "cap_reached", cap: 10 })).toContain("Ask again in 20 s");
    expect(waitAdvice({ code: "paused" })).toContain("Do not ask again by yourself");
  });

  it("rounds durations down", () => {
    expect([duration(900), duration(119_999), duration(7_199_000), duration(7_200_000)]).toEqual([
      "0 s",
      "119 s",
      "119 min",
      "2 h",
    ]);
  });
});
