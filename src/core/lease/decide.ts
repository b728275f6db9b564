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
    case "vanish":
      return vanish(control, input.leaseId, now);
    case "reconnect":
      return reconnect(control, input);
    case "unpark":
      return unpark(control, input, now);
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
  if (control.holder.kind !== "nobody") return { ok: false, code: "held_already" };
  return pass(control, { kind: "agent", lease }, now, [{ kind: "open_lease", lease }]);
}

function takeOver(control: Control, now: number): ControlDecision {
  switch (control.holder.kind) {
    case "human":
      // A second click is no new take-over: the person holds it already and sees it in front.
      return { ok: true, control, effects: [{ kind: "bring_to_front" }] };
    case "nobody":
      return pass(control, { kind: "human", suspended: null, vanished: false }, now, [{ kind: "bring_to_front" }]);
    case "parked": {
      const holder: Holder = { kind: "human", suspended: control.holder.lease, vanished: true };
      return pass(control, holder, now, [{ kind: "bring_to_front" }]);
    }
    case "agent": {
      const { lease } = control.holder;
      return pass(control, { kind: "human", suspended: lease, vanished: false }, now, [
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
  const { suspended, vanished } = control.holder;
  if (!suspended) return pass(control, { kind: "nobody" }, now, []);
  if (vanished) return pass(control, { kind: "parked", lease: suspended }, now, []);
  const lease: Lease = { ...suspended, returned: { note } };
  return pass(control, { kind: "agent", lease }, now, [{ kind: "open_lease", lease }]);
}

function endLease(control: Control, input: Extract<ControlInput, { kind: "end_lease" }>, now: number): ControlDecision {
  const lease = leaseOf(control);
  // A late release must not free a slot that has been given on (R12).
  if (lease?.id !== input.leaseId) return { ok: false, code: "lease_unknown" };
  const over: ControlEffect = { kind: "lease_over", lease, reason: input.reason };
  if (control.holder.kind === "human") {
    const changed: Control = { ...control, holder: { kind: "human", suspended: null, vanished: false } };
    return { ok: true, control: changed, effects: [{ kind: "record" }, over] };
  }
  return pass(control, { kind: "nobody" }, now, [{ kind: "retire", lease }, over]);
}

/** The agent is gone, so it may not act; what it had begun is accounted for, and its lease waits for the person. */
function vanish(control: Control, leaseId: string, now: number): ControlDecision {
  const { holder } = control;
  if (leaseOf(control)?.id !== leaseId) return { ok: false, code: "lease_unknown" };
  if (holder.kind === "agent") {
    return pass(control, { kind: "parked", lease: holder.lease }, now, [{ kind: "retire", lease: holder.lease }]);
  }
  const changed: Control = holder.kind === "human" ? { ...control, holder: { ...holder, vanished: true } } : control;
  return { ok: true, control: changed, effects: [{ kind: "record" }] };
}

/** One that was parked, or has vanished under the person, is given back by the person only. */
function reconnect(control: Control, input: Extract<ControlInput, { kind: "reconnect" }>): ControlDecision {
  const { holder } = control;
  const lease = leaseOf(control);
  if (lease?.id !== input.leaseId) return { ok: false, code: "lease_unknown" };
  const again: Lease = { ...lease, session: input.session };
  if (holder.kind === "agent") return keep(control, { kind: "agent", lease: again });
  if (holder.kind === "human" && !holder.vanished) return keep(control, { ...holder, suspended: again });
  return { ok: false, code: "lease_unknown" };
}

function unpark(control: Control, input: Extract<ControlInput, { kind: "unpark" }>, now: number): ControlDecision {
  const { holder } = control;
  if (holder.kind !== "parked" || holder.lease.id !== input.leaseId) return { ok: false, code: "not_parked" };
  // It was away: it is told so, like after a hand-back, and its references are gone (R41).
  const lease: Lease = { ...holder.lease, session: input.session, returned: { note: null } };
  return pass(control, { kind: "agent", lease }, now, [{ kind: "open_lease", lease }]);
}

function told(control: Control, leaseId: string): ControlDecision {
  if (control.holder.kind !== "agent" || control.holder.lease.id !== leaseId)
    return { ok: false, code: "lease_unknown" };
  return keep(control, { kind: "agent", lease: { ...control.holder.lease, returned: null } });
}

function restart(control: Control, now: number): ControlDecision {
  const holder: Holder =
    control.holder.kind === "human" ? { kind: "human", suspended: null, vanished: false } : { kind: "nobody" };
  return pass(control, holder, now, []);
}

/** The same holder, of whom something else is known: no new epoch. */
function keep(control: Control, holder: Holder): ControlDecision {
  return { ok: true, control: { ...control, holder }, effects: [{ kind: "record" }] };
}

function pass(control: Control, holder: Holder, now: number, effects: readonly ControlEffect[]): ControlDecision {
  return {
    ok: true,
    control: { slot: control.slot, epoch: control.epoch + 1, since: now, holder },
    effects: [{ kind: "fence" }, { kind: "record" }, ...effects],
  };
}
