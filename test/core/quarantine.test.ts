import { describe, expect, it } from "vitest";
import { openWays, type QuarantineCode, quarantineCodes, type ResolveWay } from "../../src/core/slot/quarantine.ts";

describe("the ways out of quarantine (R7)", () => {
  it.each<[QuarantineCode, readonly ResolveWay[]]>([
    ["outcome_unknown", ["inspect", "mark_applied", "mark_not_applied", "run_check", "discard"]],
    ["chrome_crashed", ["inspect", "mark_applied", "mark_not_applied", "run_check", "discard"]],
    ["broker_exit_not_observed", ["inspect", "look_again", "discard"]],
    ["chrome_exit_not_observed", ["look_again"]],
    ["foreign_profile_lock", ["look_again"]],
    ["cleanup_failed", ["inspect", "look_again", "discard"]],
    ["wipe_not_proven", ["discard"]],
    ["records_disagree", ["inspect", "look_again", "discard"]],
  ])("of %s are %j", (code, ways) => {
    expect(openWays(code, true)).toEqual(ways);
  });

  it("are the same without the check, where the configuration names none", () => {
    for (const code of quarantineCodes) {
      expect(openWays(code, false)).toEqual(openWays(code, true).filter((way) => way !== "run_check"));
    }
  });

  it("exist for every reason, and inspecting alone is never the only one", () => {
    for (const code of quarantineCodes) {
      expect(openWays(code, false).filter((way) => way !== "inspect")).not.toEqual([]);
    }
  });
});
