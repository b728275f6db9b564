import { leaseOf } from "../../../core/lease/control.ts";
import type { Limits, MemoryLimit, SlotFacts } from "../../../core/schedule/facts.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";

/** What the scheduler has to know of a slot. */
export function factsOf(room: Room, slot: SlotRuntime): SlotFacts {
  const { control, life } = slot;
  const { holder, since } = control;
  const acted = slot.lastActivityAt;
  return {
    slot: slot.slot,
    target: slot.target,
    conflictKeys: conflictKeysOf(room, slot.target),
    holder: holder.kind,
    heldBy: holder.kind === "human" ? "a person" : (leaseOf(control)?.agent ?? "nobody"),
    since,
    // What was before belongs to somebody else.
    lastActivityAt: holder.kind === "agent" && acted !== null && acted >= since ? acted : null,
    parkedFor: holder.kind === "parked" ? holder.lease.agentId : null,
    life: life.kind,
    settling: slot.settling,
    takesPlace: slot.reservesPlace,
    watched: slot.isWatched,
    quarantine: slot.quarantine[0]?.code ?? null,
    unresolved: slot.unresolved.length > 0,
    personTabs: (slot.browser?.gate.personTabs().length ?? 0) > 0,
    wiping: slot.wiping && { formerTarget: slot.wiping.formerTarget },
    lastUsedAt: slot.lastUsedAt,
  };
}

/** R17: what the configuration declares for a login target. */
export function conflictKeysOf({ settings }: Room, target: string | null): readonly string[] {
  return target === null ? [] : (settings.targets.get(target)?.conflictKeys ?? []);
}

export function limitsOf(room: Room, memory: MemoryLimit | null): Limits {
  const choice = room.ports.browsers.choice();
  return {
    cap: room.settings.cap,
    paused: room.paused,
    blocked: "code" in choice ? `${choice.message} ${choice.hint}` : null,
    memory,
  };
}
