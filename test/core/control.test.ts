import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Control, type ControlInput, freshControl, type Lease, leaseOf } from "../../src/core/lease/control.ts";
import { decideControl } from "../../src/core/lease/decide.ts";

function lease(id: string): Lease {
  return {
    id,
    session: `session of ${id}`,
    agentId: "ada",
    agent: "ada",
    target: "shop",
    worktree: null,
    grantedAt: 5,
    returned: null,
  };
}

function run(control: Control, ...inputs: ControlInput[]): Control {
  return inputs.reduce((before, input) => {
    const decision = decideControl(before, input, 10);
    if (!decision.ok) throw new Error(decision.code);
    return decision.control;
  }, control);
}

const lent = run(freshControl(3, 1), { kind: "grant", lease: lease("L1") });

describe("a slot's control (R1)", () => {
  it("is nobody's at first, and a grant makes it the agent's under a new epoch", () => {
    expect(lent).toMatchObject({ epoch: 1, holder: { kind: "agent", lease: { id: "L1" } } });
  });

  it("fences before it records, and records before anything else, at every change of holder", () => {
    const decision = decideControl(lent, { kind: "take_over" }, 10);
    expect(decision.ok && decision.effects.map((effect) => effect.kind)).toEqual([
      "fence",
      "record",
      "retire",
      "bring_to_front",
    ]);
  });

  it("keeps the lease suspended while a person holds it, and goes on with the note after the hand-back", () => {
    const held = run(lent, { kind: "take_over" });
    expect(leaseOf(held)?.id).toBe("L1");
    const returned = run(held, { kind: "hand_back", note: "saved it for you" });
    expect(returned).toMatchObject({
      epoch: 3,
      holder: { kind: "agent", lease: { id: "L1", returned: { note: "saved it for you" } } },
    });
  });

  it("does not raise the epoch again for a second take-over by the same person", () => {
    const held = run(lent, { kind: "take_over" });
    expect(run(held, { kind: "take_over" }).epoch).toBe(held.epoch);
  });

  it("leaves the person in control when the suspended lease ends", () => {
    const held = run(lent, { kind: "take_over" }, { kind: "end_lease", leaseId: "L1", reason: "agent_left" });
    expect(held).toMatchObject({ epoch: 2, holder: { kind: "human", suspended: null } });
  });

  it("ignores the late release of a lease that is over (R12)", () => {
    const next = run(
      lent,
      { kind: "end_lease", leaseId: "L1", reason: "released_by_agent" },
      { kind: "grant", lease: lease("L2") },
    );
    const late = decideControl(next, { kind: "end_lease", leaseId: "L1", reason: "released_by_agent" }, 11);
    expect(late).toEqual({ ok: false, code: "lease_unknown" });
  });

  it("refuses to lend what is held", () => {
    expect(decideControl(lent, { kind: "grant", lease: lease("L2") }, 9)).toEqual({ ok: false, code: "held_already" });
    const held = run(lent, { kind: "take_over" });
    expect(decideControl(held, { kind: "grant", lease: lease("L2") }, 9)).toEqual({ ok: false, code: "human_holds" });
  });

  it("ends leases at a restart, but not the hold of a person (R16)", () => {
    expect(run(lent, { kind: "restart" })).toMatchObject({ epoch: 2, holder: { kind: "nobody" } });
    const held = run(lent, { kind: "take_over" }, { kind: "restart" });
    expect(held).toMatchObject({ epoch: 3, holder: { kind: "human", suspended: null } });
  });
});

const inputs: fc.Arbitrary<ControlInput> = fc.oneof(
  fc.constantFrom("L1", "L2", "L3").map((id): ControlInput => ({ kind: "grant", lease: lease(id) })),
  fc.constant<ControlInput>({ kind: "take_over" }),
  fc.option(fc.string(), { nil: null }).map((note): ControlInput => ({ kind: "hand_back", note })),
  fc
    .constantFrom("L1", "L2", "L3")
    .map((leaseId): ControlInput => ({ kind: "end_lease", leaseId, reason: "released_by_agent" })),
  fc.constantFrom("L1", "L2").map((leaseId): ControlInput => ({ kind: "told", leaseId })),
  fc.constantFrom("L1", "L2").map((leaseId): ControlInput => ({ kind: "reconnect", leaseId, session: "again" })),
  fc.constantFrom("L1", "L2").map((leaseId): ControlInput => ({ kind: "vanish", leaseId })),
  fc.constantFrom("L1", "L2").map((leaseId): ControlInput => ({ kind: "unpark", leaseId, session: "again" })),
  fc.constant<ControlInput>({ kind: "restart" }),
);

describe("any sequence of changes", () => {
  it("raises the epoch by exactly one whenever the holder changes, and never otherwise", () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 60 }), (sequence) => {
        let control = freshControl(1, 0);
        sequence.forEach((input, index) => {
          const decision = decideControl(control, input, index);
          if (!decision.ok) return;
          const changed = nameOf(control) !== nameOf(decision.control) || input.kind === "restart";
          expect(decision.control.epoch - control.epoch).toBe(changed ? 1 : 0);
          expect(decision.effects.some((effect) => effect.kind === "fence")).toBe(changed);
          control = decision.control;
        });
      }),
      { numRuns: 2000 },
    );
  });
});

function nameOf(control: Control): string {
  return control.holder.kind === "agent" ? `agent ${control.holder.lease.id}` : control.holder.kind;
}
