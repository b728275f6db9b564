import { describe, expect, it } from "vitest";
import { reclaimObstacles } from "../../src/core/slot/reclaim.ts";
import {
  nothingToReclaim,
  obstacleSentence,
  type ReclaimPreview,
  reclaimLines,
  tabLine,
} from "../../src/core/view/reclaim-words.ts";
import { loginView } from "../support/slot-view.ts";

const preview: ReclaimPreview = {
  slot: 3,
  epoch: 7,
  agent: "ada",
  target: "shop",
  idleSince: 0,
  tabs: [],
  unknown: [],
  help: null,
  login: loginView(),
  obstacle: null,
  gains: null,
};

const said = (part: Partial<ReclaimPreview>) => reclaimLines({ ...preview, ...part }, 600_000).join("\n");

describe("what would be lost, in words (R16)", () => {
  it("names agent, login, epoch and how long it has been idle", () => {
    expect(said({})).toContain("Slot 3: ada, login shop, epoch 7. Idle for 10 min.");
  });

  it("calls unknown what is not known: tabs that Chrome did not tell, and whether the site still knows the login", () => {
    expect(said({ tabs: null })).toContain("not known: Chrome did not say");
    expect(said({})).toContain("Its login: Unknown: nobody has logged in here by hand, or looked.");
  });

  it("says who would be first to get the room, or that nobody waits for it", () => {
    expect(said({})).toContain("Nobody in the queue waits for room.");
    const gains = { agent: "ben", target: "bank", since: 540_000 };
    expect(said({ gains })).toContain("First in the queue for the room: ben, for bank, waiting for 60 s.");
  });

  it("lists unknown outcomes and what the agent asks the person for", () => {
    const text = said({ unknown: [{ id: "a", summary: "click “Pay”" }], help: { reason: "a code", doneWhen: "sent" } });
    expect(text).toContain("Outcome unknown: click “Pay”");
    expect(text).toContain("ada asks for you: a code (done when: sent)");
  });

  it("says of each tab whose it is", () => {
    const tab = { title: null, address: "https://shop.test/", owner: "person" } as const;
    expect(tabLine(tab)).toBe("https://shop.test/ (yours)");
    expect(tabLine({ ...tab, title: "Orders", owner: "agent" })).toBe("Orders – https://shop.test/ (the agent's)");
  });

  it("has another sentence for each obstacle, and leaves out free slots where nothing can be proposed", () => {
    const sentences = reclaimObstacles.map((obstacle) => obstacleSentence({ slot: 1, obstacle }));
    expect(new Set(sentences).size).toBe(reclaimObstacles.length);
    const exempt = reclaimObstacles.map((obstacle, index) => ({ slot: index + 1, obstacle }));
    expect(nothingToReclaim(exempt)).toEqual([
      "No slot can be reclaimed now.",
      ...exempt.slice(1).map(obstacleSentence),
    ]);
  });
});
