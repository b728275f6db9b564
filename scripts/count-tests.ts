import { readFileSync } from "node:fs";
import { z } from "zod";

/** `node scripts/count-tests.ts FILE`: the counts of vitest's JSON report as one plain line. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

const counts = report.parse(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")));
const skipped = counts.numPendingTests + counts.numTodoTests;
const parts = [`${counts.numPassedTests} passed`, `${counts.numFailedTests} failed`];
if (skipped > 0) parts.push(`${skipped} skipped`);
process.stdout.write(`${parts.join(", ")}\n`);
