/**
 * Who may act in a slot now (R1). One value a slot; every change of the holder makes a new epoch.
 *
 * ```
 *                grant                        take_over
 *   ┌─────────┐ ───────▶ ┌──────────────────┐ ─────────▶ ┌───────────────────────┐
 *   │ nobody  │          │ agent            │            │ human (over a lease)  │
 *   └─────────┘ ◀─────── └──────────────────┘ ◀───────── └───────────────────────┘
 *     │     ▲   end_lease                      hand_back      │ end_lease
 *     │     │                                                 ▼ (holder stays: same epoch)
 *     │     └──────────────────────── hand_back ──── ┌─────────────────────┐
 *     └───────────────────────────── take_over ────▶ │ human (no lease)    │
 *                                                    └─────────────────────┘
 *   restart: agent ▶ nobody, human (over a lease) ▶ human (no lease); always a new epoch
 * ```
 */
export interface Control {
  readonly slot: number;
  /** Grows by one at every change of holder; never reused (R1). */
  readonly epoch: number;
  /** When the present holder came in, milliseconds since the Unix epoch. */
  readonly since: number;
  readonly holder: Holder;
}

export type Holder = Nobody | AgentHolds | HumanHolds;

export interface Nobody {
  readonly kind: "nobody";
}

export interface AgentHolds {
  readonly kind: "agent";
  readonly lease: Lease;
}

export interface HumanHolds {
  readonly kind: "human";
  /** The lease that goes on when the person hands back; null when no agent waits for that. */
  readonly suspended: Lease | null;
}

export interface Lease {
  readonly id: string;
  /** The session (connection) that the lease was granted to (R33). */
  readonly session: string;
  readonly agent: string;
  readonly target: string;
  readonly grantedAt: number;
  /** Set by a hand-back until the agent has been told of it. */
  readonly returned: { readonly note: string | null } | null;
}

export type ControlInput =
  | { readonly kind: "grant"; readonly lease: Lease }
  | { readonly kind: "take_over" }
  | { readonly kind: "hand_back"; readonly note: string | null }
  | { readonly kind: "end_lease"; readonly leaseId: string; readonly reason: EndReason }
  /** The agent has read the note of the hand-back. */
  | { readonly kind: "told"; readonly leaseId: string }
  | { readonly kind: "restart" };

export type EndReason = "released_by_agent" | "released_by_person" | "agent_gone" | "browser_gone" | "stopping";

/** What the engine has to do, in this order, after the new value is in memory. */
export type ControlEffect =
  /** From here on nothing that carries an older epoch may reach Chrome (R4). */
  | { readonly kind: "fence" }
  | { readonly kind: "record" }
  /** Settle or record as unknown what the lease had admitted (R5), and end its broker (R2). */
  | { readonly kind: "retire"; readonly lease: Lease }
  | { readonly kind: "bring_to_front" }
  | { readonly kind: "open_lease"; readonly lease: Lease }
  | { readonly kind: "lease_over"; readonly lease: Lease; readonly reason: EndReason };

export type ControlDecision =
  | { readonly ok: true; readonly control: Control; readonly effects: readonly ControlEffect[] }
  | { readonly ok: false; readonly code: ControlRefusal };

export type ControlRefusal = "held_already" | "not_held_by_human" | "human_holds" | "lease_unknown";

/** A slot that has never been held. */
export function freshControl(slot: number, now: number): Control {
  return { slot, epoch: 0, since: now, holder: { kind: "nobody" } };
}

/** The lease of the slot, whether it may act now or is suspended. */
export function leaseOf(control: Control): Lease | null {
  switch (control.holder.kind) {
    case "nobody":
      return null;
    case "agent":
      return control.holder.lease;
    case "human":
      return control.holder.suspended;
    default:
      return control.holder satisfies never;
  }
}
