import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DockError } from "../../../src/shared/errors.ts";
import { type FakeAgent, FakeRoom } from "../../support/fake-room.ts";

let room: FakeRoom;
let ada: FakeAgent;

beforeEach(async () => {
  room = await FakeRoom.open({ slots: 3, cap: 1 });
  ada = room.agent("ada", "shop");
});

afterEach(() => room.close());

const click = { arguments: { target: "e1" } };

/** Ada has worked, and her connection has ended without a word. */
async function vanished(): Promise<void> {
  await ada.click();
  ada.vanish();
  await room.settle();
}

describe("an agent that vanishes (R16)", () => {
  it("leaves its lease parked under a new epoch, and its broker is ended", async () => {
    await vanished();
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "parked", agent: "ada", isBack: false } });
    expect(room.broker(1)).toMatchObject({ killed: true, alive: false });
    const [first] = (await room.snapshot()).attention;
    expect(first).toMatchObject({ slot: 1, kind: "parked", text: expect.stringContaining("ada vanished") });
  });

  it("leaves a receipt that answers the same questions as one of a take-over, without a window in front", async () => {
    await vanished();
    const { receipt } = await room.slot(1);
    expect(receipt).toMatchObject({ cause: "parked", from: "ada", epoch: 2, lastAction: { outcome: "done" } });
    expect(receipt?.completedAt).not.toBeNull();
    const seen = receipt?.steps.filter(({ at }) => at !== null).map(({ step }) => step);
    const all = ["fence", "recorded", "broker_told", "broker_cut_off", "broker_exit", "chrome_barrier", "detached"];
    expect(new Set(seen)).toEqual(new Set([...all, "released"]));
    expect(seen).toHaveLength(receipt?.steps.length ?? 0);
    expect(room.store.receipts().get(1)).toEqual(receipt);
  });

  it("gets not one more byte of its epoch into Chrome (R4)", async () => {
    await ada.click();
    const { pipe } = room.chrome(1);
    ada.vanish();
    room.broker(1).drives(7, "Page.getLayoutMetrics");
    await room.settle();
    expect(pipe.written.map((each) => each["method"])).not.toContain("Page.getLayoutMetrics");
  });

  it("keeps its tabs, its window and its place under the cap, however long it takes", async () => {
    await ada.click();
    room.chrome(1).pipe.opensTab("POPUP", "TAB1");
    ada.vanish();
    const ben = room.agent("ben", "bank").call("browser_snapshot", { waitMs: 3_600_000 });
    await room.advance(3_500_000);
    expect(ben.notices).toMatchObject([{ code: "cap_reached" }]);
    expect([...room.chrome(1).pipe.tabs]).toEqual(["TAB1", "POPUP"]);
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "parked" }, life: { kind: "live" } });
  });

  it("leaves what it had sent unknown, and that is told by the receipt", async () => {
    room.world.habits.answer = () => null;
    ada.call("browser_click", { ...click, actionId: "was-sent" });
    await room.settle();
    ada.vanish();
    await room.advance(300);
    const { receipt, unresolved, quarantine } = await room.slot(1);
    expect(receipt?.lastAction).toMatchObject({ id: "was-sent", outcome: "unknown" });
    expect(unresolved).toMatchObject([{ id: "was-sent" }]);
    expect(quarantine).toEqual([]);
  });

  it("starts no broker for a lease that was still being opened", async () => {
    room.world.browsers.hold();
    const call = ada.call("browser_click", click);
    await room.settle();
    ada.vanish();
    room.world.browsers.letUp();
    expect((await call.result).facts.outcome).toBe("not_sent");
    await room.settle();
    expect(room.world.brokers.filter((broker) => broker.binding)).toEqual([]);
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "parked" } });
  });

  it("parks nothing when it has said goodbye", async () => {
    await ada.click();
    ada.goodbye();
    ada.vanish();
    await room.settle();
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });
});

describe("a parked slot", () => {
  beforeEach(vanished);

  it("is not given to another agent of the same login, which is told whose it is", async () => {
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.advance(50_000);
    expect(ben.answer()).toBeNull();
    expect(ben.notices).toMatchObject([
      { code: "parked", sentence: expect.stringContaining("its agent ada vanished") },
    ]);
    expect((await room.slot(1)).holder).toMatchObject({ kind: "parked", isBack: false });
    await expect(room.unpark(1)).rejects.toMatchObject({ code: "NOT_PARKED" });
  });

  it("is not resumed by itself when its agent comes back, which is told that the person decides", async () => {
    const back = room.agent("ada", "shop").call("browser_snapshot");
    await room.advance(50_000);
    expect(back.answer()).toBeNull();
    expect(back.notices).toMatchObject([
      { code: "parked", sentence: expect.stringContaining("since you vanished; the person has to give it back") },
    ]);
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "parked", isBack: true } });
  });

  it("is given back by the person under a new epoch, and the agent is told that its references are stale", async () => {
    const former = room.broker(1);
    const back = room.agent("ada", "shop").call("browser_click", click);
    await room.settle();
    expect(await room.unpark(1)).toEqual({ epoch: 3, holder: "ada" });
    const { facts, content } = await back.result;
    expect(facts).toMatchObject({ outcome: "done", slot: 1, epoch: 3, control_returned: { note: null } });
    expect(JSON.stringify(content)).toContain("references from before are stale");
    expect(room.broker(1)).not.toBe(former);
    expect(room.broker(1).binding).toMatchObject({ epoch: 3 });
    expect(room.world.chromes).toHaveLength(1);
    expect((await room.snapshot()).queue).toEqual([]);
  });

  it("serves the session that it was given back to, and no later vanishing of the first one touches it", async () => {
    const again = room.agent("ada", "shop");
    const call = again.call("browser_snapshot");
    await room.settle();
    await room.unpark(1);
    await call.result;
    ada.vanish();
    await room.settle();
    expect((await again.click()).facts).toMatchObject({ outcome: "done", epoch: 3 });
    again.goodbye();
    await room.settle();
    expect((await room.slot(1)).holder).toEqual({ kind: "nobody" });
  });

  it("can't be given back to an agent that is not there, or that has given up waiting", async () => {
    await expect(room.unpark(1)).rejects.toMatchObject({ code: "NOT_PARKED" });
    const back = room.agent("ada", "shop").call("browser_snapshot");
    await room.settle();
    back.cancel();
    await back.result;
    await expect(room.unpark(1)).rejects.toMatchObject({ code: "NOT_PARKED" });
    await expect(room.unpark(2)).rejects.toMatchObject({ code: "NOT_PARKED" });
  });

  it("stays parked, and its agent goes on waiting, when the disk can't take that it was given back", async () => {
    const back = room.agent("ada", "shop").call("browser_snapshot");
    await room.settle();
    room.world.storeFaults.set("recordControl", new DockError("DISK_FULL", "full"));
    await expect(room.unpark(1)).rejects.toMatchObject({ code: "DISK_FULL" });
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "parked", isBack: true } });
    room.world.storeFaults.clear();
    await room.unpark(1);
    expect((await back.result).facts.outcome).toBe("done");
  });

  it("is free once the person releases it; its tabs are closed, and whoever waits gets a lease of their own", async () => {
    room.chrome(1).pipe.opensTab("LATER", "TAB1");
    const ben = room.agent("ben", "shop").call("browser_snapshot");
    await room.settle();
    await room.release(1);
    expect((await ben.result).facts).toMatchObject({ outcome: "done", slot: 1, epoch: 4 });
    expect((await ben.result).facts.control_returned).toBeUndefined();
    expect([...room.chrome(1).pipe.tabs]).toEqual(["TAB1"]);
  });

  it("can be taken over, and handing it back parks it again", async () => {
    const receipt = await room.takeOver(1);
    expect(receipt).toMatchObject({ cause: "take_over", from: "ada", epoch: 3 });
    expect((await room.slot(1)).holder).toMatchObject({ kind: "human", over: "ada", vanished: true });
    expect(await room.handBack(1)).toEqual({ epoch: 4, holder: "nobody" });
    expect((await room.slot(1)).holder).toMatchObject({ kind: "parked", agent: "ada" });
  });

  it("is nobody's after the control room was started again, and its agent gets a new lease there", async () => {
    await room.restart();
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "nobody" }, epoch: 3, receipt: { cause: "restart" } });
    expect((await room.agent("ada", "shop").click()).facts).toMatchObject({ outcome: "done", slot: 1, epoch: 4 });
  });

  it("is nobody's when its Chrome exits", async () => {
    room.chrome(1).exits();
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ holder: { kind: "nobody" }, life: { kind: "empty" } });
  });
});

describe("an agent that vanishes while a person holds its slot", () => {
  it("takes nothing from the person; their hand-back parks the lease", async () => {
    await ada.click();
    const taken = await room.takeOver(1);
    ada.vanish();
    await room.settle();
    expect(await room.slot(1)).toMatchObject({ epoch: 2, holder: { kind: "human", over: "ada" }, receipt: taken });
    expect(await room.handBack(1, "yours again")).toEqual({ epoch: 3, holder: "nobody" });
    expect((await room.slot(1)).holder).toMatchObject({ kind: "parked" });
    expect(room.world.brokers.filter((broker) => broker.binding)).toHaveLength(1);
  });
});

describe("a parked slot in quarantine (R7)", () => {
  it("is not given back before that is decided", async () => {
    await ada.click();
    room.world.habits.diesWhenKilled = false;
    ada.vanish();
    await room.advance(4_000);
    const back = room.agent("ada", "shop").call("browser_snapshot");
    await room.settle();
    expect(back.notices).toMatchObject([{ code: "quarantined" }]);
    await expect(room.unpark(1)).rejects.toMatchObject({ code: "SLOT_QUARANTINED" });
    expect((await room.slot(1)).holder.kind).toBe("parked");
    room.broker(1).exits();
    await room.resolve(1, "look_again");
    await room.unpark(1);
    expect((await back.result).facts).toMatchObject({ outcome: "done", epoch: 3 });
  });

  it("is entered at the release when an outcome is unknown", async () => {
    await room.unanswered(ada, "the-save");
    ada.vanish();
    await room.settle();
    await room.release(1);
    expect((await room.slot(1)).quarantine).toMatchObject([{ code: "outcome_unknown", actionIds: ["the-save"] }]);
  });
});
