import type { QuarantineCode } from "../slot/quarantine.ts";

/** What the scheduler has to know of one slot (R10–R12, R14, R17). Times are milliseconds since the Unix epoch. */
export interface SlotFacts {
  readonly slot: number;
  /** The login target that this slot belongs to until it is wiped; null for one that belongs to none. */
  readonly target: string | null;
  /** R17: what its target declares. Held while anybody may act in the slot, or its work is not accounted for. */
  readonly conflictKeys: readonly string[];
  readonly holder: "nobody" | "agent" | "human" | "parked";
  /** Who holds it, in words, and since when. */
  readonly heldBy: string;
  readonly since: number;
  /** R16: when its agent acted last; null when it has not acted yet, or when no agent holds the slot. */
  readonly lastActivityAt: number | null;
  /** Whose lease is parked here; null otherwise. */
  readonly parkedFor: string | null;
  readonly life: "empty" | "launching" | "live" | "closing";
  /** What its last lease left behind is still being accounted for: nobody knows yet whether it may be offered. */
  readonly settling: boolean;
  readonly takesPlace: boolean;
  /** R16: the person looks at its window, which is then not closed to make room. */
  readonly watched: boolean;
  /** The first reason why it is not offered (R7); null when there is none. */
  readonly quarantine: QuarantineCode | null;
  /** It has an action whose outcome is unknown and was not cleared up. */
  readonly unresolved: boolean;
  /** The person has tabs of their own in it, which a wipe would lose. A window that makes room may close with them. */
  readonly personTabs: boolean;
  /** Its workplace is being wiped (R14); null when it is not. */
  readonly wiping: { readonly formerTarget: string | null } | null;
  readonly lastUsedAt: number;
}

/** One agent that asks for a slot. */
export interface Request {
  readonly id: string;
  readonly agent: string;
  readonly agentId: string;
  readonly target: string;
  /** R17: what the target declares, the same as its slot's. */
  readonly conflictKeys: readonly string[];
  /** Since when it waits. The oldest comes first; of two that came at once, the one that joined first. */
  readonly since: number;
  /** Nothing is given to it at that moment or later. */
  readonly deadline: number;
  /** How often younger ones have taken a conflict key that it wants, before it joined anew; mostly 0. */
  readonly overtaken: number;
  /** A slot was to be wiped for it before, and that failed: it gets no second one. */
  readonly wipeFailed: boolean;
}

/** What holds for all slots at once. */
export interface Limits {
  /** R10 */
  readonly cap: number;
  readonly paused: boolean;
  /** Why no Chrome can be launched at all, in a sentence; null while one can. */
  readonly blocked: string | null;
  readonly memory: MemoryLimit | null;
}

/** R11: what the memory allows, from one measurement; sizes in MiB of PSS. */
export interface MemoryLimit {
  readonly measuredMb: number;
  readonly limitMb: number;
  /** What one more Chrome is expected to take. */
  readonly eachMb: number;
  /** So many Chromes may be open by that, those included that were open when it was measured. */
  readonly chromes: number;
}

/**
 * How often younger requests may take a conflict key that an older one wants, because another key that it wants too is
 * held. After that the keys are kept for it: it is overtaken so often and no oftener, whatever comes.
 */
export const mostOvertakes = 3;
