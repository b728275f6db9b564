import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Control, Holder } from "../../../../src/core/lease/control.ts";
import type { ReceiptView } from "../../../../src/core/view/snapshot.ts";
import { actionStore } from "../../../../src/main/adapters/sqlite/action-store.ts";
import { openDatabase } from "../../../../src/main/adapters/sqlite/database.ts";
import { openStore } from "../../../../src/main/adapters/sqlite/store.ts";
import type { ActionRecord, Store } from "../../../../src/main/engine/ports.ts";

let directory: string;
let file: string;
let store: Store & { close(): void };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-store-"));
  file = join(directory, "db.sqlite");
  store = openStore(file);
});

afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true, force: true });
});

function agentHolds(id: string): Holder {
  const lease = {
    id,
    session: "s",
    agent: "ada",
    agentId: "ada-1",
    target: "shop",
    worktree: null,
    grantedAt: 1,
    returned: null,
  };
  return { kind: "agent", lease };
}

function control(epoch: number, since: number, holder: Holder): Control {
  return { slot: 1, epoch, since, holder };
}

function action(id: string, part: Partial<ActionRecord> = {}): ActionRecord {
  const names = { leaseId: "L", session: "s", agent: "ada", agentId: "ada-1", tool: "browser_click", summary: "click" };
  return { id, slot: 1, epoch: 1, ...names, effect: "acts", admittedAt: 1, ...part };
}

const nothing = { evidence: "", requests: [] };

describe("the record of control (R1)", () => {
  it("comes back as it was written, with its target", () => {
    const held = control(3, 7, agentHolds("L1"));
    store.recordControl(held);
    store.bindTarget(1, "shop");
    expect(store.slots()).toEqual([{ control: held, target: "shop", lastUsedAt: 0 }]);
  });

  it("takes an epoch that is higher, and notes within the same one", () => {
    store.recordControl(control(1, 5, agentHolds("L1")));
    store.recordControl(control(1, 5, { kind: "human", suspended: null, vanished: false }));
    store.recordControl(control(2, 6, { kind: "nobody" }));
    expect(store.slots()[0]?.control).toMatchObject({ epoch: 2, holder: { kind: "nobody" } });
  });

  it.each([
    ["a lower one", control(4, 9, agentHolds("L2"))],
    ["the same one of another holder", control(5, 9, agentHolds("L2"))],
  ])("refuses %s, whatever the program believes", (_, late) => {
    const held = control(5, 8, agentHolds("L1"));
    store.recordControl(held);
    expect(() => store.recordControl(late)).toThrow(expect.objectContaining({ code: "EPOCH_STALE" }));
    expect(store.slots()[0]?.control).toEqual(held);
  });

  it("gives one target to one slot only (R12, R14)", () => {
    store.bindTarget(1, "shop");
    expect(() => store.bindTarget(2, "shop")).toThrow();
  });
});

describe("the record of actions (R6)", () => {
  it("admits an id once, ever", () => {
    expect(store.admitAction(action("one"))).toBe(true);
    store.settleAction("one", "done", nothing, 2);
    expect(store.admitAction(action("one", { slot: 2, session: "other" }))).toBe(false);
  });

  it("lists what is open with whether it was dispatched, and settles only once", () => {
    store.admitAction(action("sent"));
    store.admitAction(action("waits", { admittedAt: 2 }));
    store.dispatchAction("sent", 3);
    expect(store.openActions().map(({ id, dispatchedAt }) => [id, dispatchedAt !== null])).toEqual([
      ["sent", true],
      ["waits", false],
    ]);
    store.settleAction("waits", "not_sent", nothing, 4);
    store.settleAction("sent", "unknown", { evidence: "no answer seen", requests: [] }, 4);
    store.settleAction("sent", "done", { evidence: "came too late", requests: [] }, 5);
    expect(store.lastMutations().get(1)).toMatchObject({ id: "sent", outcome: "unknown", evidence: "no answer seen" });
  });

  it("keeps apart what acted, what only read and what was not sent, even within one moment", () => {
    store.admitAction(action("acted"));
    store.admitAction(action("read", { effect: "reads" }));
    store.admitAction(action("never", { admittedAt: 9 }));
    store.settleAction("acted", "done", nothing, 2);
    store.settleAction("read", "done", nothing, 2);
    store.settleAction("never", "not_sent", nothing, 10);
    expect(store.lastMutations().get(1)?.id).toBe("acted");
  });
});

describe("the other records", () => {
  it("keeps what is known of a login until its slot belongs to no target any more (R14, R30)", () => {
    const standing = { kind: "not_verified", why: { code: "could_not_look", reason: "503" } } as const;
    const health = { standing, since: 5, verifiedAt: 4, cookies: { persistent: 1, session: 2 } };
    store.bindTarget(1, "shop");
    store.saveLogin(1, { ...health, since: 1 });
    store.saveLogin(1, health);
    store.saveLogin(2, health);
    store.wipeBegins({ id: "w", slot: 1, target: "shop", epoch: 1, beganAt: 6, who: "you", why: "" });
    store.wipeProven("w", 7);
    expect(store.logins()).toEqual(new Map([[2, health]]));
  });

  it("lists launches until their end was written", () => {
    store.launchBegins("A", 1, 1);
    store.launchBegins("B", 2, 1);
    store.launchRuns("A", 77, "start");
    store.launchEnds("B", 2, "closed");
    expect(store.openLaunches()).toEqual([{ launch: "A", slot: 1, pid: 77, startTime: "start", forPerson: false }]);
  });

  it("keeps each slot's newest receipt, and events newest first", () => {
    const receipt: ReceiptView = {
      slot: 1,
      epoch: 0,
      cause: "take_over",
      from: "ada",
      requestedAt: 1,
      completedAt: 2,
      steps: [],
      released: [],
      unanswered: [],
      lastAction: null,
    };
    store.saveReceipt({ ...receipt, epoch: 4 });
    store.saveReceipt({ ...receipt, epoch: 2 });
    expect(store.receipts().get(1)?.epoch).toBe(4);
    const [first, second] = ["a", "b"].map((kind) => store.appendEvent(null, kind, kind, 1));
    expect(store.recentEvents(5)).toEqual([second, first]);
  });
});

describe("a full disk", () => {
  it("is said to be one, and what was written before stays", () => {
    const { durable, quick } = openDatabase(join(directory, "small.sqlite"));
    const actions = actionStore("small.sqlite", quick, new Map());
    expect(actions.admitAction(action("fits"))).toBe(true);
    quick.pragma(`max_page_count = ${Number(quick.pragma("page_count", { simple: true }))}`);
    const fill = () => {
      for (let index = 0; index < 1000; index += 1) actions.admitAction(action(`${index}`.padStart(500, "x")));
    };
    expect(fill).toThrow(expect.objectContaining({ code: "DISK_FULL" }));
    expect(actions.openActions().map(({ id }) => id)).toContain("fits");
    quick.close();
    durable.close();
  });
});

describe("kill -9 of the writer", () => {
  it("leaves every row that it had said was written", async () => {
    store.close();
    const child = fork(join(import.meta.dirname, "fixture/writer.ts"), [file]);
    let said = 0;
    child.on("message", (count) => {
      said = Number(count);
      if (said === 50) child.kill("SIGKILL");
    });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    store = openStore(file);
    expect(said).toBeGreaterThanOrEqual(50);
    expect(store.slots()[0]?.control.epoch).toBeGreaterThanOrEqual(said);
    expect(store.openActions().length).toBeGreaterThanOrEqual(said);
  });
});
