import type Database from "better-sqlite3";
import type { z } from "zod";
import type { Store, StoredAction } from "../../engine/ports.ts";
import { guard } from "./database.ts";
import { readable } from "./readable.ts";
import { actionRow } from "./rows.ts";

type ActionPart = Pick<
  Store,
  | "admitAction"
  | "dispatchAction"
  | "actionWrites"
  | "noteEvidence"
  | "settleAction"
  | "reviseAction"
  | "resolveAction"
  | "findAction"
  | "openActions"
  | "unresolvedActions"
  | "lastMutations"
>;

/** Actions as records: the row is there before anything of the action is sent (R6). */
export function actionStore(file: string, quick: Database.Database, unreadable: Map<number, string>): ActionPart {
  const admit = quick.prepare(`
    INSERT OR IGNORE INTO action (id, slot, epoch, lease, session, agent, agent_id, tool, summary, effect, admitted_at)
    VALUES (@id, @slot, @epoch, @leaseId, @session, @agent, @agentId, @tool, @summary, @effect, @admittedAt)`);
  const dispatch = quick.prepare("UPDATE action SET dispatched_at = ? WHERE id = ? AND dispatched_at IS NULL");
  const writes = quick.prepare("UPDATE action SET written_at = ? WHERE id = ? AND written_at IS NULL");
  const note = quick.prepare("UPDATE action SET evidence = coalesce(?, evidence), requests = ? WHERE id = ?");
  const settle = quick.prepare(
    "UPDATE action SET settled_at = ?, outcome = ?, evidence = ?, requests = ? WHERE id = ? AND settled_at IS NULL",
  );
  const revise = quick.prepare(
    "UPDATE action SET outcome = 'unknown', evidence = ?, requests = ? WHERE id = ? AND outcome IN ('done', 'failed')",
  );
  const resolve = quick.prepare(
    "UPDATE action SET resolution = ? WHERE id = ? AND outcome = 'unknown' AND resolution IS NULL",
  );
  const one = quick.prepare("SELECT * FROM action WHERE id = ?");
  const open = quick.prepare("SELECT * FROM action WHERE settled_at IS NULL ORDER BY admitted_at");
  const unresolved = quick.prepare(`
    SELECT * FROM action WHERE outcome = 'unknown' AND resolution IS NULL AND effect = 'acts' ORDER BY admitted_at`);
  const mutations = quick.prepare(`
    SELECT * FROM action a WHERE effect = 'acts' AND outcome IS NOT 'not_sent' AND admitted_at = (
      SELECT max(admitted_at) FROM action WHERE slot = a.slot AND effect = 'acts' AND outcome IS NOT 'not_sent')`);
  const all = (statement: Database.Statement): StoredAction[] =>
    readable(
      guard(file, () => statement.all()),
      actionRow,
      (slot) => unreadable.set(slot, "an action"),
    ).map(stored);
  return {
    admitAction: (action) => guard(file, () => admit.run(action)).changes === 1,
    dispatchAction: (id, at) => {
      guard(file, () => dispatch.run(at, id));
    },
    actionWrites: (id, at) => {
      guard(file, () => writes.run(at, id));
    },
    noteEvidence: (id, evidence, requests) => {
      guard(file, () => note.run(evidence, JSON.stringify(requests), id));
    },
    settleAction: (id, outcome, { evidence, requests }, at) => {
      guard(file, () => settle.run(at, outcome, evidence, JSON.stringify(requests), id));
    },
    reviseAction: (id, evidence, requests) => {
      guard(file, () => revise.run(evidence, JSON.stringify(requests), id));
    },
    resolveAction: (id, resolution) => guard(file, () => resolve.run(JSON.stringify(resolution), id)).changes === 1,
    findAction: (id) => {
      const row = guard(file, () => one.get(id));
      return row === undefined ? null : stored(actionRow.parse(row));
    },
    openActions: () => all(open),
    unresolvedActions: () => all(unresolved),
    lastMutations: () => new Map(all(mutations).map((action) => [action.slot, action])),
  };
}

function stored(row: z.output<typeof actionRow>): StoredAction {
  return {
    id: row.id,
    slot: row.slot,
    epoch: row.epoch,
    leaseId: row.lease,
    session: row.session,
    agent: row.agent,
    agentId: row.agent_id,
    tool: row.tool,
    summary: row.summary,
    effect: row.effect,
    admittedAt: row.admitted_at,
    dispatchedAt: row.dispatched_at,
    writtenAt: row.written_at,
    settledAt: row.settled_at,
    outcome: row.outcome,
    evidence: row.evidence,
    requests: row.requests,
    resolution: row.resolution,
  };
}
