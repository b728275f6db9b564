import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolAnswer } from "../../demo/agents/tool-answer.ts";
import { makeHome, removeHome, startRoom, type TestRoom } from "../support/control-room.ts";
import { type History, type SaveSite, startSaveSite } from "../support/save-site.ts";
import { refOf, use } from "../support/tools.ts";
import { startVirtualDisplay, type VirtualDisplay } from "../support/virtual-display.ts";

/**
 * One Save, three histories: it never arrived, it arrived and was not finished, it was applied and the answer was lost.
 * From the browser they may look alike; what is said of them has to be true, and to tell them apart as far as that goes.
 */
const histories: readonly History[] = ["refused", "held", "lost"];

/** What may be said of each, and what must not. */
const truths: Readonly<Record<History, { outcome: string; says: RegExp }>> = {
  refused: { outcome: "failed", says: /POST \S+\/save did not reach the site \(net::ERR_\w+\)/ },
  held: { outcome: "unknown", says: /POST \S+\/held was sent, and no answer was seen/ },
  lost: {
    outcome: "unknown",
    says: /POST \S+\/lost was sent, and the connection ended without an answer \(net::ERR_\w+\)/,
  },
};

let display: VirtualDisplay;
let site: SaveSite;
let room: TestRoom;
const home = makeHome();
const answers = new Map<History, { readonly slot: number; readonly answer: ToolAnswer }>();

beforeAll(async () => {
  display = await startVirtualDisplay();
  site = await startSaveSite();
  room = await startRoom({ display: display.display, home, config: { agents: { actionTimeoutMs: 4000 } } });
  for (const history of histories) {
    const agent = await room.agent(history);
    const page = await use(agent, "browser_navigate", { url: site.page(history) });
    const answer = await use(agent, "browser_click", { element: "Save", target: refOf(page, "button", "Save") });
    answers.set(history, { slot: answer.facts?.slot ?? 0, answer });
  }
});

afterAll(async () => {
  await room?.stop();
  await site?.stop();
  await display?.stop();
  removeHome(home);
});

function told(history: History) {
  const known = answers.get(history);
  if (!known) throw new Error(`no answer for ${history}`);
  return known;
}

describe("three histories of one Save", () => {
  it("really are three: one did not arrive, one is held, one was applied", () => {
    expect(site.arrived).toEqual(["held", "lost"]);
    expect(site.applied).toEqual(["lost"]);
  });

  it.each(histories)("%s: the agent is told what is known, and is not sent to repeat what is unknown", (history) => {
    const { outcome, says } = truths[history];
    const { facts, text } = told(history).answer;
    expect(facts).toMatchObject({ outcome, requests: [{ method: "POST" }] });
    expect(facts?.evidence).toMatch(says);
    expect(text).toMatch(says);
    for (const other of histories.filter((each) => each !== history)) expect(text).not.toMatch(truths[other].says);
    if (outcome === "unknown") expect(text).not.toMatch(/try again|retry|safe to repeat/i);
  });

  it.each(histories)("%s: the person reads the same on the command line", async (history) => {
    const slot = String(told(history).slot);
    const { stdout } = await room.cli("take-over", slot);
    expect(stdout).toMatch(truths[history].says);
    for (const other of histories.filter((each) => each !== history)) expect(stdout).not.toMatch(truths[other].says);
    const receipt = await room.cli("receipt", slot);
    expect(receipt.stdout).toMatch(truths[history].says);
  });

  it.each(histories)("%s: and in the window", async (history) => {
    const { slot } = told(history);
    const page = await room.page();
    await page.keyboard.press("Escape");
    await page.keyboard.press(String(slot));
    const inspector = page.getByRole("complementary", { name: new RegExp(`slot ${slot}`, "i") });
    const website = inspector.getByRole("region", { name: /website/i });
    await website.waitFor();
    const shown = (await website.textContent())?.replaceAll(/\s+/g, " ");
    expect(shown).toMatch(truths[history].outcome === "failed" ? /failed/i : /outcome unknown/i);
    expect(shown).toMatch(
      { refused: /did not reach the site/, held: /no answer was seen/, lost: /connection ended without an answer/ }[
        history
      ],
    );
  });

  it("keeps whose word cleared one up, and lets no other agent speak of it", async () => {
    const { slot, answer } = told("lost");
    const agent = await room.agent("lost-again", "other");
    const refused = await use(agent, "reconcile", { action_id: answer.facts?.action_id, applied: "yes" });
    expect(refused.facts?.error?.code).toBe("LEASE_ENDED");
    expect((await room.cli("resolve", String(slot), "mark-applied", "--why", "it is in the list")).code).toBe(0);
    const { stdout } = await room.cli("receipt", String(slot));
    expect(stdout).toContain("Stated as applied, by you. it is in the list");
  });
});
