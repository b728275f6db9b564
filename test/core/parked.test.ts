import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Control, type ControlInput, freshControl, type Lease, leaseOf } from "../../src/core/lease/control.ts";
import { decideControl } from "../../src/core/lease/decide.ts";

function lease(id: string): Lease {
  return {
    id,
    session: "first",
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

function effects(control: Control, input: ControlInput): string[] {
  const decision = decideControl(control, input, 10);
  if (!decision.ok) throw new Error(decision.code);
  return decision.effects.map(({ kind }) => kind);
}

const lent = run(freshControl(3, 1), { kind: "grant", lease: lease("L1") });
const vanish: ControlInput = { kind: "vanish", leaseId: "L1" };
const unpark: ControlInput = { kind: "unpark", leaseId: "L1", session: "second" };
const handBack: ControlInput = { kind: "hand_back", note: "yours" };
const takeOver: ControlInput = { kind: "take_over" };
const parked = run(lent, vanish);

describe("an agent whose connection was lost and is back before its lease is parked (R16)", () => {
  const reconnect: ControlInput = { kind: "reconnect", leaseId: "L1", session: "second" };

  it("goes on with its lease in the new session, under the same epoch, and nothing is fenced", () => {
    const back = run(lent, reconnect);
    expect(back).toEqual({ ...lent, holder: { kind: "agent", lease: { ...lease("L1"), session: "second" } } });
    expect(effects(lent, reconnect)).toEqual(["record"]);
  });

  it("takes nothing from a person who has the slot meanwhile; their hand-back goes to the new session", () => {
    const held = run(lent, takeOver, reconnect);
    expect(held).toMatchObject({ epoch: 2, holder: { kind: "human", vanished: false } });
    expect(run(held, handBack)).toMatchObject({ epoch: 3, holder: { kind: "agent", lease: { session: "second" } } });
  });

  it("comes too late once it is parked, or has vanished under the person: then the person decides", () => {
    for (const late of [parked, run(lent, takeOver, vanish), run(parked, takeOver)]) {
      expect(decideControl(late, reconnect, 10)).toEqual({ ok: false, code: "lease_unknown" });
    }
    expect(decideControl(lent, { ...reconnect, leaseId: "L2" }, 10)).toEqual({ ok: false, code: "lease_unknown" });
  });
});

describe("an agent that vanishes (R16)", () => {
  it("leaves its lease parked under a new epoch: fenced, recorded, and what it had begun accounted for", () => {
    expect(parked).toMatchObject({ epoch: 2, since: 10, holder: { kind: "parked", lease: { id: "L1" } } });
    expect(effects(lent, vanish)).toEqual(["fence", "record", "retire"]);
    expect(leaseOf(parked)?.id).toBe("L1");
  });

  it("is only marked while a person holds the slot: nothing is taken from them", () => {
    const held = run(lent, takeOver);
    expect(run(held, vanish)).toEqual({ ...held, holder: { ...held.holder, vanished: true } });
    expect(effects(held, vanish)).toEqual(["record"]);
  });

  it.each([
    ["of another lease", lent],
    ["of a slot that nobody holds", freshControl(3, 1)],
    ["of a slot that a person holds without a lease", run(freshControl(3, 1), takeOver)],
  ])("changes nothing %s (R12)", (_, control) => {
    const decision = decideControl(control, { kind: "vanish", leaseId: "L9" }, 10);
    expect(decision).toEqual({ ok: false, code: "lease_unknown" });
  });
});

describe("a parked lease", () => {
  it("goes on in the session that its agent came back with, which is told that control had gone", () => {
    const back = run(parked, unpark);
    expect(back).toMatchObject({
      epoch: 3,
      holder: { kind: "agent", lease: { id: "L1", session: "second", grantedAt: 5, returned: { note: null } } },
    });
    expect(effects(parked, unpark)).toEqual(["fence", "record", "open_lease"]);
  });

  it.each([
    ["another lease", parked, { ...unpark, leaseId: "L9" }],
    ["a lease that is not parked", lent, unpark],
    ["a lease under a person's hands", run(parked, takeOver), unpark],
    ["no lease", freshControl(3, 1), unpark],
  ] as const)("%s is not given back", (_, control, input) => {
    expect(decideControl(control, input, 10)).toEqual({ ok: false, code: "not_parked" });
  });

  it("is nobody else's to be granted", () => {
    expect(decideControl(parked, { kind: "grant", lease: lease("L2") }, 10)).toEqual({
      ok: false,
      code: "held_already",
    });
  });

  it("ends when it is released, under a new epoch", () => {
    const over = run(parked, { kind: "end_lease", leaseId: "L1", reason: "released_by_person" });
    expect(over).toMatchObject({ epoch: 3, holder: { kind: "nobody" } });
  });

  it("has no broker to end when a person takes it, and is parked again by their hand-back, without their note", () => {
    expect(effects(parked, takeOver)).toEqual(["fence", "record", "bring_to_front"]);
    const held = run(parked, takeOver);
    expect(held.holder).toMatchObject({ kind: "human", suspended: { id: "L1" }, vanished: true });
    expect(run(held, handBack)).toMatchObject({ epoch: 4, holder: { kind: "parked", lease: { returned: null } } });
    expect(effects(held, handBack)).toEqual(["fence", "record"]);
  });

  it("is nobody's after a restart", () => {
    expect(run(parked, { kind: "restart" })).toMatchObject({ epoch: 3, holder: { kind: "nobody" } });
  });

  it("leaves the person in control when it ends under their hands", () => {
    const held = run(parked, takeOver, { kind: "end_lease", leaseId: "L1", reason: "browser_gone" });
    expect(held.holder).toEqual({ kind: "human", suspended: null, vanished: false });
    expect(run(held, handBack).holder).toEqual({ kind: "nobody" });
  });
});

const ids = fc.constantFrom("L1", "L2");
const inputs: fc.Arbitrary<ControlInput> = fc.oneof(
  ids.map((id): ControlInput => ({ kind: "grant", lease: lease(id) })),
  fc.constant(takeOver),
  fc.constant(handBack),
  ids.map((leaseId): ControlInput => ({ kind: "vanish", leaseId })),
  ids.map((leaseId): ControlInput => ({ kind: "reconnect", leaseId, session: "second" })),
  ids.map((leaseId): ControlInput => ({ kind: "unpark", leaseId, session: "second" })),
  ids.map((leaseId): ControlInput => ({ kind: "end_lease", leaseId, reason: "agent_left" })),
  ids.map((leaseId): ControlInput => ({ kind: "told", leaseId })),
  fc.constant<ControlInput>({ kind: "restart" }),
);

function holderOf({ holder }: Control): string {
  return holder.kind === "agent" || holder.kind === "parked" ? `${holder.kind} ${holder.lease.id}` : holder.kind;
}

describe("any sequence of changes with agents that vanish and come back (R1)", () => {
  it("raises the epoch by one whenever the holder changes, never otherwise, and only a person revives a lease", () => {
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 60 }), (sequence) => {
        let control = freshControl(1, 0);
        let gone = new Set<string>();
        sequence.forEach((input, index) => {
          const decision = decideControl(control, input, index);
          if (!decision.ok) return;
          const changed = holderOf(control) !== holderOf(decision.control) || input.kind === "restart";
          expect(decision.control.epoch - control.epoch).toBe(changed ? 1 : 0);
          expect(decision.effects.some(({ kind }) => kind === "fence")).toBe(changed);
          if (input.kind === "vanish") gone.add(input.leaseId);
          if (input.kind === "unpark" || input.kind === "grant") gone = new Set();
          const { holder } = decision.control;
          if (holder.kind === "agent") expect(gone.has(holder.lease.id)).toBe(false);
          control = decision.control;
        });
      }),
      { numRuns: 2000 },
    );
  });
});
