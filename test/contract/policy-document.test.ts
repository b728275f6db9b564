import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { policyDocument, policyTable, withTable } from "../../scripts/write-policy-table.ts";
import { methodRule, policyRows } from "../../src/core/policy/method-policy.ts";

describe("docs/devtools-policy.md", () => {
  it("holds the table as the code has it; `node scripts/write-policy-table.ts --write` brings it up to date", () => {
    const document = readFileSync(policyDocument, "utf8");
    expect(document).toBe(withTable(document, policyTable()));
  });

  it.each(policyRows())("states for $method what the gate does", ({ method, rule, reason }) => {
    const asked = method === "*" ? "Unlisted.method" : method.replace("*", "unlistedMethod");
    expect(methodRule(asked)).toEqual({ rule, reason });
  });
});
