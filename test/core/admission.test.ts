import { describe, expect, it } from "vitest";
import { admit } from "../../src/core/action/admission.ts";
import { outcomeWithoutAnswer } from "../../src/core/action/outcome.ts";
import { type ControlInput, freshControl, type Lease } from "../../src/core/lease/control.ts";
import { decideControl } from "../../src/core/lease/decide.ts";

const lease: Lease = {
  id: "L1",
  session: "s",
  agentId: "ada",
  agent: "ada",
  target: "shop",
  worktree: null,
  grantedAt: 0,
  returned: null,
};

function controlAfter(...inputs: ControlInput[]) {
  return inputs.reduce(
    (control, input) => {
      const decision = decideControl(control, input, 1);
      return decision.ok ? decision.control : control;
    },
    freshControl(1, 0),
  );
}

const claim = { leaseId: "L1", epoch: 1 };
const grant: ControlInput = { kind: "grant", lease };

describe("admission of an action (R4)", () => {
  it("admits the holder under the present epoch in a slot that is ready", () => {
    expect(admit(controlAfter(grant), true, claim)).toEqual({ ok: true });
  });

  it("refuses while a person holds the slot", () => {
    expect(admit(controlAfter(grant, { kind: "take_over" }), true, claim)).toEqual({
      ok: false,
      code: "HUMAN_IN_CONTROL",
    });
  });

  it("refuses a call that waited through a take-over and a hand-back, although the holder is the same", () => {
    const control = controlAfter(grant, { kind: "take_over" }, { kind: "hand_back", note: null });
    expect(admit(control, true, claim)).toEqual({ ok: false, code: "EPOCH_STALE" });
    expect(admit(control, true, { leaseId: "L1", epoch: 3 })).toEqual({ ok: true });
  });

  it("refuses after the lease has ended, and in a slot that is not ready", () => {
    const ended = controlAfter(grant, { kind: "end_lease", leaseId: "L1", reason: "agent_left" });
    expect(admit(ended, true, claim)).toEqual({ ok: false, code: "LEASE_ENDED" });
    expect(admit(controlAfter(grant), false, claim)).toEqual({ ok: false, code: "SLOT_NOT_LIVE" });
  });
});

describe("an action whose answer can no longer come (R6)", () => {
  it("was not sent when it had not been dispatched", () => {
    expect(outcomeWithoutAnswer({ kind: "admitted" }, "acts")).toBe("not_sent");
  });

  it("is unknown when it may have had an effect, and failed when it only read", () => {
    expect(outcomeWithoutAnswer({ kind: "dispatched" }, "acts")).toBe("unknown");
    expect(outcomeWithoutAnswer({ kind: "dispatched" }, "reads")).toBe("failed");
  });

  it("keeps the outcome that it has", () => {
    expect(outcomeWithoutAnswer({ kind: "settled", outcome: "done" }, "acts")).toBe("done");
  });
});
