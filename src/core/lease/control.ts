/**
 * Who may act in a slot now (R1). One value a slot; every change of the holder makes a new epoch.
 *
 * ```
 *                grant                        take_over
 *   ┌─────────┐ ───────▶ ┌──────────────────┐ ─────────▶ ┌───────────────────────┐
 *   │ nobody  │          │ agent            │            │ human (over a lease)  │
 *   └─────────┘ ◀─────── └──────────────────┘ ◀───────── └───────────────────────┘
 *     │     ▲   end_lease    │ vanish   ▲     hand_back      │ end_lease   │ vanish: the lease is
 *     │     │                ▼          │ unpark             ▼             ▼ marked (same epoch)
 *     │     │ end_lease  ┌──────────────────┐ take_over ┌─────────────────────┐
 *     │     └─────────── │ parked           │ ────────▶ │ human (no lease, or │
 *     │                  └──────────────────┘ ◀──────── │ one that vanished)  │
 *     └──────────────── take_over ──────────────────▶   └─────────────────────┘
 *   reconnect: the lease of an agent, or a suspended one, has another session (same epoch)
 *   hand_back of a lease whose agent vanished ▶ parked; without a lease ▶ nobody
 *   restart: agent, parked ▶ nobody; human ▶ human (no lease); always a new epoch
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

export type Holder = Nobody | AgentHolds | Parked | HumanHolds;

export interface Nobody {
  readonly kind: "nobody";
}

export interface AgentHolds {
  readonly kind: "agent";
  readonly lease: Lease;
}

/** The agent vanished without a goodbye. Nobody acts; the person decides, and nothing goes on by itself (R16). */
export interface Parked {
  readonly kind: "parked";
  readonly lease: Lease;
}

export interface HumanHolds {
  readonly kind: "human";
  /** The lease that goes on when the person hands back; null when no agent waits for that. */
  readonly suspended: Lease | null;
  /** The agent of the suspended lease has vanished: handing back parks it. */
  readonly vanished: boolean;
}

export interface Lease {
  readonly id: string;
  /** The session (connection) that the lease was granted to (R33). */
  readonly session: string;
  readonly agent: string;
  /** Stable over an agent's reconnects; the name alone is not. */
  readonly agentId: string;
  readonly target: string;
  /** The checkout that its agent works in, which may be one of several with this target; null outside of a repository. */
  readonly worktree: string | null;
  readonly grantedAt: number;
  /** Set by a hand-back until the agent has been told of it. */
  readonly returned: { readonly note: string | null } | null;
}

export type ControlInput =
  | { readonly kind: "grant"; readonly lease: Lease }
  | { readonly kind: "take_over" }
  | { readonly kind: "hand_back"; readonly note: string | null }
  /** The agent's connection ended without a goodbye. */
  | { readonly kind: "vanish"; readonly leaseId: string }
  /** R16: its agent's connection was lost and is back before the lease was parked; the holder does not change. */
  | { readonly kind: "reconnect"; readonly leaseId: string; readonly session: string }
  /** The person gives a parked lease back to its agent, which has come back as another session. */
  | { readonly kind: "unpark"; readonly leaseId: string; readonly session: string }
  | { readonly kind: "end_lease"; readonly leaseId: string; readonly reason: EndReason }
  /** The agent has read the note of the hand-back. */
  | { readonly kind: "told"; readonly leaseId: string }
  | { readonly kind: "restart" };

export type EndReason =
  | "released_by_agent"
  | "released_by_person"
  /** R16: to make room; its window goes with it. */
  | "reclaimed_by_person"
  | "agent_left"
  | "browser_gone"
  | "stopping";

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

export type ControlRefusal = "held_already" | "not_held_by_human" | "human_holds" | "lease_unknown" | "not_parked";

/** A slot that has never been held. */
export function freshControl(slot: number, now: number): Control {
  return { slot, epoch: 0, since: now, holder: { kind: "nobody" } };
}

/** The lease of the slot, whether it may act now, is suspended or parked. */
export function leaseOf(control: Control): Lease | null {
  switch (control.holder.kind) {
    case "nobody":
      return null;
    case "agent":
    case "parked":
      return control.holder.lease;
    case "human":
      return control.holder.suspended;
    default:
      return control.holder satisfies never;
  }
}
