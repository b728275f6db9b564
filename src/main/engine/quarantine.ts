import type { QuarantineCode, QuarantineReason, ResolveWay } from "../../core/slot/quarantine.ts";
import { quarantineWord } from "../../core/view/words.ts";
import { bestEffort } from "./best-effort.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

interface Facts {
  readonly code: QuarantineCode;
  readonly known: string;
  readonly actionIds?: readonly string[];
  readonly process?: QuarantineReason["process"];
}

/** A slot becomes unclear: it is not offered any more, and why is kept (R7). The same reason is not given twice. @returns whether it is on record */
export function enterQuarantine(room: Room, slot: SlotRuntime, facts: Facts): boolean {
  const { code, known } = facts;
  const earlier = slot.quarantine.find((each) => each.code === code);
  const reason: QuarantineReason = {
    id: earlier?.id ?? room.ports.newId(),
    code,
    known: earlier && earlier.known !== known ? `${earlier.known} ${known}` : known,
    since: earlier?.since ?? room.ports.clock.now(),
    actionIds: [...new Set([...(earlier?.actionIds ?? []), ...(facts.actionIds ?? [])])],
    process: facts.process ?? earlier?.process ?? null,
  };
  slot.quarantine = [...slot.quarantine.filter((each) => each !== earlier), reason];
  const isKept = bestEffort(room, "a quarantine", () => room.ports.store.openQuarantine(slot.slot, reason));
  room.event(slot.slot, "quarantined", `Quarantined: ${quarantineWord(code)}. ${known}`);
  room.touch();
  return isKept;
}

/** R2: the broker was killed and nobody saw it end. */
export function quarantineForBroker(room: Room, slot: SlotRuntime, pid: number, startTime: string | null): void {
  const known = `The broker (process ${pid}) was killed and its exit was not seen within ${budgets.brokerExit} ms.`;
  enterQuarantine(room, slot, { code: "broker_exit_not_observed", known, process: { pid, startTime } });
}

/** R2, R52: Chrome was killed and nobody saw it end; its place stays taken. */
export function quarantineForChrome(room: Room, slot: SlotRuntime, pid: number, startTime: string): void {
  const known = `Chrome (process ${pid}) was told to close and was killed, and its exit was not seen.`;
  enterQuarantine(room, slot, { code: "chrome_exit_not_observed", known, process: { pid, startTime } });
}

/**
 * A reason is over, on evidence or by a named decision; how is kept (R7). When none is left the slot may be offered.
 * @param way `evidence` for what became known by itself
 */
export function leaveQuarantine(
  room: Room,
  slot: SlotRuntime,
  reason: QuarantineReason,
  how: { readonly way: ResolveWay | "evidence"; readonly who: string; readonly why: string },
): void {
  if (!slot.quarantine.includes(reason)) return;
  slot.quarantine = slot.quarantine.filter((each) => each !== reason);
  const at = room.ports.clock.now();
  // A row that stays open is found at the next start, and looked at again.
  bestEffort(room, "the end of a quarantine", () => room.ports.store.closeQuarantine(reason.id, { at, ...how }));
  const why = how.why === "" ? "" : `: ${how.why}`;
  room.event(
    slot.slot,
    "quarantine_ended",
    `No longer quarantined for “${quarantineWord(reason.code)}” (${how.way}, ${how.who})${why}`,
  );
  room.touch();
  room.pump();
}
