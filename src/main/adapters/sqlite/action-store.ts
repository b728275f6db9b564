import type Database from "better-sqlite3";
import { z } from "zod";
import type { ActionView } from "../../../core/view/snapshot.ts";
import type { Store } from "../../engine/ports.ts";
import { guard } from "./database.ts";
import { actionRow } from "./rows.ts";

type ActionPart = Pick<Store, "admitAction" | "dispatchAction" | "settleAction" | "openActions" | "lastMutations">;

/** Actions as records: the row is there before anything of the action is sent (R6). */
export function actionStore(file: string, quick: Database.Database): ActionPart {
  const admit = quick.prepare(`
    INSERT OR IGNORE INTO action (id, slot, epoch, lease, session, agent, tool, summary, effect, admitted_at)
    VALUES (@id, @slot, @epoch, @leaseId, @session, @agent, @tool, @summary, @effect, @admittedAt)`);
  const dispatch = quick.prepare("UPDATE action SET dispatched_at = ? WHERE id = ? AND dispatched_at IS NULL");
  const settle = quick.prepare(
    "UPDATE action SET settled_at = ?, outcome = ?, evidence = ? WHERE id = ? AND settled_at IS NULL",
  );
  const open = quick.prepare("SELECT * FROM action WHERE settled_at IS NULL ORDER BY admitted_at");
  const mutations = quick.prepare(`
    SELECT * FROM action a WHERE effect = 'acts' AND outcome IS NOT 'not_sent' AND admitted_at = (
      SELECT max(admitted_at) FROM action WHERE slot = a.slot AND effect = 'acts' AND outcome IS NOT 'not_sent')`);
  return {
    admitAction: (action) => guard(file, () => admit.run(action)).changes === 1,
    dispatchAction: (id, at) => {
      guard(file, () => dispatch.run(at, id));
    },
    settleAction: (id, outcome, evidence, at) => {
      guard(file, () => settle.run(at, outcome, evidence, id));
    },
    openActions: () =>
      z
        .array(actionRow)
        .parse(guard(file, () => open.all()))
        .map((row) => ({
          id: row.id,
          slot: row.slot,
          epoch: row.epoch,
          leaseId: row.lease,
          session: row.session,
          agent: row.agent,
          tool: row.tool,
          summary: row.summary,
          effect: row.effect,
          admittedAt: row.admitted_at,
          dispatched: row.dispatched_at !== null,
        })),
    lastMutations: () =>
      new Map(
        z
          .array(actionRow)
          .parse(guard(file, () => mutations.all()))
          .map((row) => [row.slot, viewOf(row)]),
      ),
  };
}

function viewOf(row: z.output<typeof actionRow>): ActionView {
  return {
    id: row.id,
    tool: row.tool,
    summary: row.summary,
    startedAt: row.admitted_at,
    endedAt: row.settled_at,
    outcome: row.outcome ?? "running",
    evidence: row.evidence,
  };
}
