import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations } from "../../../../src/main/adapters/sqlite/migrations.ts";
import { openStore } from "../../../../src/main/adapters/sqlite/store.ts";
import type { Store } from "../../../../src/main/engine/ports.ts";

let directory: string;
let file: string;
let store: (Store & { close(): void }) | null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-migration-"));
  file = join(directory, "db.sqlite");
  store = null;
});

afterEach(() => {
  store?.close();
  rmSync(directory, { recursive: true, force: true });
});

interface OldAction {
  readonly id: string;
  readonly dispatched: number | null;
  readonly settled: number | null;
  readonly outcome: string | null;
}

/** A receipt as the first version kept it. */
const oldReceipt = {
  slot: 1,
  epoch: 4,
  from: "ada",
  requestedAt: 10,
  steps: [{ step: "fence", at: 11 }],
  unanswered: [],
  lastAction: {
    id: "old-unknown",
    tool: "browser_click",
    summary: "click",
    startedAt: 1,
    endedAt: 2,
    outcome: "unknown",
    evidence: null,
  },
};

/** A database as the first version left it. */
function firstVersion(actions: readonly OldAction[]): void {
  const database = new Database(file);
  database.exec(migrations[0] ?? "");
  database.pragma("user_version = 1");
  const lease = { id: "L1", session: "s", agent: "ada", target: "shop", grantedAt: 1, returned: null };
  const slot = database.prepare("INSERT INTO slot (slot, target, epoch, since, holder) VALUES (?, ?, ?, ?, ?)");
  slot.run(1, "shop", 4, 10, JSON.stringify({ kind: "agent", lease }));
  slot.run(2, "bank", 7, 20, JSON.stringify({ kind: "human", suspended: null }));
  const insert = database.prepare(`
    INSERT INTO action (id, slot, epoch, lease, session, agent, tool, summary, effect, admitted_at, dispatched_at,
      settled_at, outcome, evidence)
    VALUES (@id, 1, 4, 'L1', 's', 'ada', 'browser_click', 'click', 'acts', 1, @dispatched, @settled, @outcome, NULL)`);
  for (const action of actions) insert.run(action);
  database.prepare("INSERT INTO receipt (slot, epoch, body) VALUES (1, 4, ?)").run(JSON.stringify(oldReceipt));
  database.close();
}

function migrated(...actions: OldAction[]): Store {
  firstVersion(actions);
  store = openStore(file);
  return store;
}

const oldUnknown: OldAction = { id: "old-unknown", dispatched: 1, settled: 2, outcome: "unknown" };

describe("a database of the first version", () => {
  it("is brought to the present one", () => {
    migrated();
    store?.close();
    store = null;
    const database = new Database(file);
    expect(database.pragma("user_version", { simple: true })).toBe(migrations.length);
    database.close();
  });

  it("keeps who holds what, with names that it did not have yet", () => {
    const [first, second] = migrated().slots();
    expect(first).toMatchObject({
      target: "shop",
      control: { epoch: 4, holder: { kind: "agent", lease: { id: "L1", agentId: "" } } },
    });
    expect(second?.control).toMatchObject({ epoch: 7, holder: { kind: "human", suspended: null, vanished: false } });
  });

  it("does not quarantine anything for outcomes from before they were cleared up by name", () => {
    const known = migrated(oldUnknown);
    expect(known.unresolvedActions()).toEqual([]);
    expect(known.openQuarantines()).toEqual(new Map());
    expect(known.findAction("old-unknown")).toMatchObject({
      outcome: "unknown",
      requests: [],
      resolution: { finding: "discarded", by: "evidence", at: 2 },
    });
  });

  it("leaves other outcomes without a resolution", () => {
    const known = migrated({ id: "old-done", dispatched: 1, settled: 2, outcome: "done" });
    expect(known.findAction("old-done")).toMatchObject({ outcome: "done", resolution: null });
  });

  it("takes what was dispatched and not settled for written, and what was only admitted not (R6)", () => {
    const open = migrated(
      { id: "old-sent", dispatched: 5, settled: null, outcome: null },
      { id: "old-waiting", dispatched: null, settled: null, outcome: null },
    ).openActions();
    expect(open.map(({ id, writtenAt }) => [id, writtenAt])).toEqual([
      ["old-sent", 5],
      ["old-waiting", null],
    ]);
  });

  it("keeps its receipts, which count as not complete", () => {
    const known = migrated(oldUnknown);
    expect(known.openReceipts()).toEqual([known.receipts().get(1)]);
    expect(known.receipts().get(1)).toMatchObject({
      cause: "take_over",
      completedAt: null,
      released: [],
      lastAction: { id: "old-unknown", requests: [], resolution: null },
    });
  });

  it("knows of no earlier run, so that the first start assumes a power cut", () => {
    const known = migrated();
    expect(known.beginRun("this boot", 1)).toBe(false);
    expect(known.beginRun("this boot", 2)).toBe(true);
    expect(known.beginRun("another boot", 3)).toBe(false);
    expect(known.beginRun("", 4)).toBe(false);
    expect(known.beginRun("", 5)).toBe(false);
  });
});
