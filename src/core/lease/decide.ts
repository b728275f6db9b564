import type { Control, ControlDecision, ControlEffect, ControlInput, Holder, Lease } from "./control.ts";
import { leaseOf } from "./control.ts";

/**
 * Decides one change of control. Pure: the engine runs the effects, in order.
 * @param now milliseconds since the Unix epoch
 */
export function decideControl(control: Control, input: ControlInput, now: number): ControlDecision {
  switch (input.kind) {
    case "grant":
      return grant(control, input.lease, now);
    case "take_over":
      return takeOver(control, now);
    case "hand_back":
      return handBack(control, input.note, now);
    case "end_lease":
      return endLease(control, input, now);
    case "told":
      return told(control, input.leaseId);
    case "restart":
      return restart(control, now);
    default:
      return input satisfies never;
  }
}

function grant(control: Control, lease: Lease, now: number): ControlDecision {
  if (control.holder.kind === "human") return { ok: false, code: "human_holds" };
  if (control.holder.kind === "agent") return { ok: false, code: "held_already" };
  return pass(control, { kind: "agent", lease }, now, [{ kind: "open_lease", lease }]);
}

function takeOver(control: Control, now: number): ControlDecision {
  switch (control.holder.kind) {
    case "human":
      // A second click is no new take-over: the person holds it already and sees it in front.
      return { ok: true, control, effects: [{ kind: "bring_to_front" }] };
    case "nobody":
      return pass(control, { kind: "human", suspended: null }, now, [{ kind: "bring_to_front" }]);
    case "agent": {
      const { lease } = control.holder;
      return pass(control, { kind: "human", suspended: lease }, now, [
        { kind: "retire", lease },
        { kind: "bring_to_front" },
      ]);
    }
    default:
      return control.holder satisfies never;
  }
}

function handBack(control: Control, note: string | null, now: number): ControlDecision {
  if (control.holder.kind !== "human") return { ok: false, code: "not_held_by_human" };
  const { suspended } = control.holder;
  if (!suspended) return pass(control, { kind: "nobody" }, now, []);
  const lease: Lease = { ...suspended, returned: { note } };
  return pass(control, { kind: "agent", lease }, now, [{ kind: "open_lease", lease }]);
}

function endLease(control: Control, input: Extract<ControlInput, { kind: "end_lease" }>, now: number): ControlDecision {
  const lease = leaseOf(control);
  // A late release must not free a slot that has been given on (R12).
  if (lease?.id !== input.leaseId) return { ok: false, code: "lease_unknown" };
  const over: ControlEffect = { kind: "lease_over", lease, reason: input.reason };
  if (control.holder.kind === "human") {
    const changed: Control = { ...control, holder: { kind: "human", suspended: null } };
    return { ok: true, control: changed, effects: [{ kind: "record" }, over] };
  }
  return pass(control, { kind: "nobody" }, now, [{ kind: "retire", lease }, over]);
}

function told(control: Control, leaseId: string): ControlDecision {
  if (control.holder.kind !== "agent" || control.holder.lease.id !== leaseId)
    return { ok: false, code: "lease_unknown" };
  const holder: Holder = { kind: "agent", lease: { ...control.holder.lease, returned: null } };
  return { ok: true, control: { ...control, holder }, effects: [{ kind: "record" }] };
}

function restart(control: Control, now: number): ControlDecision {
  const holder: Holder = control.holder.kind === "human" ? { kind: "human", suspended: null } : { kind: "nobody" };
  return pass(control, holder, now, []);
}

function pass(control: Control, holder: Holder, now: number, effects: readonly ControlEffect[]): ControlDecision {
  return {
    ok: true,
    control: { slot: control.slot, epoch: control.epoch + 1, since: now, holder },
    effects: [{ kind: "fence" }, { kind: "record" }, ...effects],
  };
}
