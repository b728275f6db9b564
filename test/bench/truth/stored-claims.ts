import { join } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import type { Resolution } from "../../../src/core/action/outcome.ts";
import { seenRequest } from "../../../src/shared/contract/agent.ts";
import type { Claim } from "./claims.ts";

const row = z.object({
  id: z.string(),
  outcome: z.enum(["not_sent", "done", "failed", "unknown"]),
  evidence: z.string().nullable(),
  requests: z.string(),
  resolution: z.string().nullable(),
});

/** What is on disk of every Save: the last word of the control room, over all its restarts. */
export function readStoredClaims(home: string): readonly Claim[] {
  const database = new Database(join(home, "sessiondock.sqlite"), { readonly: true });
  try {
    const select = "SELECT id, outcome, evidence, requests, resolution FROM action WHERE id LIKE 'save-%'";
    const at = Date.now();
    return database
      .prepare(`${select} AND outcome IS NOT NULL`)
      .all()
      .map((raw) => {
        const { id, outcome, evidence, requests, resolution } = row.parse(raw);
        return {
          actionId: id,
          source: "record",
          outcome,
          evidence: evidence ?? "",
          requests: z.array(seenRequest).parse(JSON.parse(requests)),
          resolution: resolution === null ? null : resolutionSchema.parse(JSON.parse(resolution)),
          at,
        };
      });
  } finally {
    database.close();
  }
}

const resolutionSchema: z.ZodType<Resolution> = z.object({
  finding: z.enum(["applied", "not_applied", "answered", "discarded"]),
  by: z.enum(["agent", "person", "check", "evidence"]),
  who: z.string(),
  at: z.number(),
  why: z.string(),
});
