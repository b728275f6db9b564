import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 2, cap: 2 });
  ada = room.agent("ada", "shop");
  await room.unanswered(ada, "the-save");
});

afterEach(() => room.close());

async function status(agent: FakeAgent): Promise<string> {
  return JSON.stringify(await agent.call("session_status").result);
}

describe("what an agent is told of earlier actions in its slot (R33)", () => {
  it("names its own last action, and how an unknown outcome of it was cleared up", async () => {
    expect(await status(ada)).toContain("outcome unknown");
    room.chrome(1).pipe.answersRequest("R1", 200);
    const text = await status(ada);
    expect(text).toContain("was answered with 200");
    expect(text).toContain("Answered after all");
  });

  it("is silent about what another agent did there before", async () => {
    room.chrome(1).pipe.answersRequest("R1", 200);
    ada.goodbye();
    await room.settle();
    const ben = room.agent("ben", "shop");
    const { facts } = await ben.call("browser_snapshot").result;
    expect(facts).toMatchObject({ outcome: "done", slot: 1 });
    expect(facts.unresolved).toBeUndefined();
    expect(await status(ben)).not.toContain("shop.test");
  });

  it("gives two restarts one reason for one Chrome", async () => {
    Object.assign(room.chrome(1), { closesWhenAsked: false, diesWhenKilled: false });
    await room.restart();
    await room.restart();
    const codes = (await room.slot(1)).quarantine.map(({ code }) => code);
    expect(codes.filter((code) => code === "chrome_exit_not_observed")).toHaveLength(1);
    expect(codes.filter((code) => code === "outcome_unknown")).toHaveLength(1);
  });
});
