import type { Control } from "../lease/control.ts";
import { leaseOf } from "../lease/control.ts";

/** What an action was asked under; the epoch is the one that its session held when the action was asked for. */
export interface ActionClaim {
  readonly leaseId: string;
  readonly epoch: number;
}

export type Admission = { readonly ok: true } | { readonly ok: false; readonly code: AdmissionRefusal };
export type AdmissionRefusal = "HUMAN_IN_CONTROL" | "EPOCH_STALE" | "LEASE_ENDED" | "SLOT_NOT_LIVE";

/**
 * R4: holder, readiness and epoch have to match. The epoch is compared, not only the holder: a take-over and a
 * hand-back that both happened while the action waited leave the same holder and must still refuse it.
 */
export function admit(control: Control, ready: boolean, claim: ActionClaim): Admission {
  const lease = leaseOf(control);
  if (lease?.id !== claim.leaseId) return { ok: false, code: "LEASE_ENDED" };
  if (control.holder.kind === "human") return { ok: false, code: "HUMAN_IN_CONTROL" };
  if (control.holder.kind !== "agent") return { ok: false, code: "EPOCH_STALE" };
  if (control.epoch !== claim.epoch) return { ok: false, code: "EPOCH_STALE" };
  if (!ready) return { ok: false, code: "SLOT_NOT_LIVE" };
  return { ok: true };
}
