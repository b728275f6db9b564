import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ToolFacts } from "../../../src/shared/contract/agent.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada");
});

afterEach(() => room.close());

async function ask(agent = ada): Promise<ToolFacts> {
  const input = { reason: "log in, please", done_when: "the account page is open" };
  return (await agent.call("request_human", { arguments: input }).result).facts;
}

describe("an agent that asks for the person", () => {
  it("stands on the attention list with its reason, after what is quarantined, and keeps control", async () => {
    await room.unanswered(room.agent("ben"), "the-save");
    await room.release(1);
    await ada.click();
    expect(await ask()).toMatchObject({ outcome: "done", slot: 2 });
    const { attention } = await room.snapshot();
    expect(attention.map(({ kind, slot }) => [kind, slot])).toEqual([
      ["quarantine", 1],
      ["help", 2],
    ]);
    expect(attention[1]?.text).toBe("ada asks for you: log in, please");
    expect(await room.slot(2)).toMatchObject({
      holder: { kind: "agent" },
      help: { reason: "log in, please", doneWhen: "the account page is open" },
      needsYou: "ada asks for you: log in, please",
    });
    expect(JSON.stringify(await ada.call("session_status").result)).toContain("You asked the person for help");
  });

  it("stays there while the person holds the slot, and is off it when they hand back", async () => {
    await ada.click();
    await ask();
    await room.takeOver(1);
    expect((await room.snapshot()).attention).toMatchObject([{ kind: "help" }]);
    await room.handBack(1, "you are logged in");
    expect((await room.snapshot()).attention).toEqual([]);
    expect((await ada.click()).facts.control_returned).toEqual({ note: "you are logged in" });
  });

  it("is off it when its lease is over", async () => {
    await ada.click();
    await ask();
    ada.goodbye();
    await room.settle();
    expect((await room.snapshot()).attention).toEqual([]);
  });

  it("is refused without a slot, and while a person holds it", async () => {
    expect(await ask()).toMatchObject({ outcome: "not_sent", error: { code: "LEASE_ENDED" } });
    expect(room.world.chromes).toEqual([]);
    await ada.click();
    await room.takeOver(1);
    expect(await ask()).toMatchObject({ outcome: "not_sent", error: { code: "HUMAN_IN_CONTROL" } });
    expect((await room.slot(1)).help).toBeNull();
  });
});
