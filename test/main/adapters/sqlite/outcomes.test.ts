import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../../../src/core/action/evidence.ts";
import type { Outcome, Resolution } from "../../../../src/core/action/outcome.ts";
import type { QuarantineReason } from "../../../../src/core/slot/quarantine.ts";
import type { ReceiptView } from "../../../../src/core/view/snapshot.ts";
import { openStore } from "../../../../src/main/adapters/sqlite/store.ts";
import type { ActionRecord, Store } from "../../../../src/main/engine/ports.ts";

let directory: string;
let file: string;
let store: Store & { close(): void };

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-outcomes-"));
  file = join(directory, "db.sqlite");
  store = openStore(file);
});

afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true, force: true });
});

const post: SeenRequest = {
  method: "POST",
  url: "http://shop.test/save",
  kind: "request",
  state: "sent",
  status: null,
  failure: null,
  sentAt: 3,
  endedAt: null,
  initiator: "script",
  attribution: "window",
  byServiceWorker: false,
};

function admit(id: string, part: Partial<ActionRecord> = {}): void {
  const names = { leaseId: "L", session: "s", agent: "ada", agentId: "ada-1", tool: "browser_click", summary: "click" };
  store.admitAction({ id, slot: 1, epoch: 1, ...names, effect: "acts", admittedAt: 1, ...part });
}

function settled(id: string, outcome: Outcome, part: Partial<ActionRecord> = {}): void {
  admit(id, part);
  store.settleAction(id, outcome, { evidence: "as it was stated", requests: [post] }, 4);
}

function word(finding: Resolution["finding"], who = "ada"): Resolution {
  return { finding, by: "agent", who, at: 9, why: "It looked." };
}

describe("what was seen of an action (R3)", () => {
  it("is kept while it runs, and its words stay when later evidence has none", () => {
    admit("one");
    store.noteEvidence("one", null, [post]);
    expect(store.findAction("one")).toMatchObject({ evidence: null, requests: [post], outcome: null });
    store.noteEvidence("one", "it was sent", [post]);
    store.noteEvidence("one", null, [{ ...post, state: "answered", status: 200 }]);
    expect(store.findAction("one")).toMatchObject({ evidence: "it was sent", requests: [{ status: 200 }] });
  });

  it("keeps when it was first about to be written, and no later time (R6)", () => {
    admit("one");
    expect(store.findAction("one")?.writtenAt).toBeNull();
    store.actionWrites("one", 5);
    store.actionWrites("one", 8);
    expect(store.openActions()).toMatchObject([{ id: "one", writtenAt: 5 }]);
  });

  it("comes back whole after the store was closed", () => {
    settled("one", "unknown");
    store.close();
    store = openStore(file);
    expect(store.unresolvedActions()).toMatchObject([{ id: "one", agentId: "ada-1", requests: [post] }]);
  });

  it("says nothing of an id that was never used", () => {
    expect(store.findAction("none")).toBeNull();
  });
});

describe("an outcome", () => {
  it.each(["done", "failed"] as const)(
    "that was called %s may be taken back to unknown, with its evidence",
    (outcome) => {
      settled("one", outcome);
      store.reviseAction("one", "it came late", [post, post]);
      expect(store.findAction("one")).toMatchObject({ outcome: "unknown", evidence: "it came late" });
      expect(store.findAction("one")?.requests).toHaveLength(2);
      expect(store.unresolvedActions()).toHaveLength(1);
    },
  );

  it("that was called not sent is not taken back", () => {
    const outcome = "not_sent";
    settled("one", outcome);
    store.reviseAction("one", "it came late", []);
    expect(store.findAction("one")).toMatchObject({ outcome, evidence: "as it was stated" });
  });

  it("that is unknown is cleared up once, and stays beside its resolution", () => {
    settled("one", "unknown");
    expect(store.resolveAction("one", word("applied"))).toBe(true);
    expect(store.resolveAction("one", word("not_applied", "ben"))).toBe(false);
    expect(store.findAction("one")).toMatchObject({ outcome: "unknown", resolution: word("applied") });
    expect(store.unresolvedActions()).toEqual([]);
    expect(store.lastMutations().get(1)?.resolution).toEqual(word("applied"));
  });

  it.each(["done", "failed", "not_sent"] as const)("that is %s can't be cleared up", (outcome) => {
    settled("one", outcome);
    expect(store.resolveAction("one", word("applied"))).toBe(false);
    expect(store.findAction("one")?.resolution).toBeNull();
  });

  it("that is not there yet can't be cleared up", () => {
    admit("one");
    expect(store.resolveAction("one", word("applied"))).toBe(false);
  });

  it("is listed as unresolved oldest first, and only of what acts", () => {
    settled("second", "unknown", { admittedAt: 6 });
    settled("first", "unknown", { admittedAt: 5 });
    settled("read", "unknown", { admittedAt: 4, effect: "reads" });
    settled("done", "done", { admittedAt: 3 });
    expect(store.unresolvedActions().map(({ id }) => id)).toEqual(["first", "second"]);
  });
});

const reason: QuarantineReason = {
  id: "Q1",
  code: "outcome_unknown",
  known: "click (ada)",
  since: 5,
  actionIds: ["one"],
  process: null,
};
const end = { at: 9, way: "mark_applied" as const, who: "you", why: "I saw it" };

describe("the reasons for a quarantine (R7)", () => {
  it("come back by slot, oldest first, with their actions and their process", () => {
    const broker: QuarantineReason = {
      id: "Q2",
      code: "broker_exit_not_observed",
      known: "a broker",
      since: 3,
      actionIds: [],
      process: { pid: 7, startTime: "then" },
    };
    store.openQuarantine(1, reason);
    store.openQuarantine(1, broker);
    store.openQuarantine(2, { ...reason, id: "Q3" });
    store.close();
    store = openStore(file);
    expect(store.openQuarantines()).toEqual(
      new Map([
        [1, [broker, reason]],
        [2, [{ ...reason, id: "Q3" }]],
      ]),
    );
  });

  it("are replaced by what is known later under the same id", () => {
    store.openQuarantine(1, reason);
    store.openQuarantine(1, { ...reason, known: "two clicks", actionIds: ["one", "two"] });
    expect(store.openQuarantines().get(1)).toMatchObject([{ known: "two clicks", actionIds: ["one", "two"] }]);
  });

  it("are not listed once they have ended; how and by whose word is kept, and not written over", () => {
    store.openQuarantine(1, reason);
    store.closeQuarantine("Q1", end);
    store.closeQuarantine("Q1", { ...end, way: "discard", who: "somebody else" });
    expect(store.openQuarantines()).toEqual(new Map());
    store.openQuarantine(1, { ...reason, id: "Q2" });
    expect(store.openQuarantines().get(1)).toMatchObject([{ id: "Q2" }]);
    const database = new Database(file, { readonly: true });
    const row = database.prepare("SELECT way, who, why, ended_at FROM quarantine WHERE id = 'Q1'").get();
    database.close();
    expect(row).toEqual({ way: "mark_applied", who: "you", why: "I saw it", ended_at: 9 });
  });
});

describe("the highest epoch (R1)", () => {
  it("is taken from the slot, its actions and its receipts, whichever names the highest", () => {
    store.recordControl({ slot: 1, epoch: 3, since: 1, holder: { kind: "nobody" } });
    store.recordControl({ slot: 2, epoch: 9, since: 1, holder: { kind: "nobody" } });
    admit("one", { epoch: 5 });
    admit("two", { slot: 2, epoch: 2 });
    admit("three", { slot: 3, epoch: 1 });
    expect(store.highestEpochs()).toEqual(
      new Map([
        [1, 5],
        [2, 9],
        [3, 1],
      ]),
    );
  });

  it("is not lost when a slot is given up", () => {
    store.bindTarget(1, "shop");
    store.recordControl({ slot: 1, epoch: 3, since: 1, holder: { kind: "nobody" } });
    store.wipeBegins({ id: "w", slot: 1, target: "shop", epoch: 1, beganAt: 1, who: "you", why: "" });
    store.wipeProven("w", 2);
    expect(store.slots()).toMatchObject([{ target: null, control: { epoch: 3 } }]);
    expect(() => store.bindTarget(2, "shop")).not.toThrow();
  });
});

const receipt: ReceiptView = {
  slot: 1,
  epoch: 2,
  cause: "take_over",
  from: "ada",
  requestedAt: 1,
  completedAt: null,
  steps: [{ step: "fence", at: 1 }],
  released: [],
  unanswered: [],
  lastAction: null,
};

describe("a row that can't be read", () => {
  it.each([
    ["a receipt", "UPDATE receipt SET body = '{\"slot\": 1}'"],
    ["a receipt", "UPDATE receipt SET body = json_set(body, '$.lastAction', json('[]'))"],
    ["an action", "UPDATE action SET requests = '[1]'"],
    ["an action", "UPDATE action SET resolution = 'no JSON'"],
  ])("is left as it is, named by its slot, and costs no other row: %s, %s", (what, damage) => {
    settled("one", "unknown");
    store.saveReceipt(receipt);
    const database = new Database(file);
    database.exec(damage);
    database.close();
    store.receipts();
    store.lastMutations();
    store.unresolvedActions();
    expect([...store.unreadable()]).toEqual([[1, what]]);
  });
});
