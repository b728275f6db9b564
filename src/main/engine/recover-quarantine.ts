import type { QuarantineReason } from "../../core/slot/quarantine.ts";
import { quarantineWord } from "../../core/view/words.ts";
import type { Ports } from "./ports.ts";
import type { FormerChrome, Said } from "./recovery.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

interface Found {
  /** The Chromes of this slot that the last run had open. */
  readonly launches: readonly FormerChrome[];
  readonly stored: readonly QuarantineReason[];
  /** Other records know a higher epoch than the slot's own. */
  readonly unrecorded: { readonly own: number; readonly highest: number } | null;
  readonly hasRecord: boolean;
  /** What of its records can't be read, in words; null when all can. */
  readonly unreadable: string | null;
  readonly said: Said[];
}

/** Proves one slot, or says why it can't be offered (R50): stored reasons first, then what the records and the system show. */
export function recoverQuarantine(ports: Ports, slot: SlotRuntime, found: Found): void {
  const add = (code: QuarantineReason["code"], known: string, more: Partial<QuarantineReason> = {}) => {
    // A stored reason that still stands is the same one: it is not given twice.
    const isSame = (each: QuarantineReason) => each.code === code && each.process?.pid === more.process?.pid;
    if (more.actionIds === undefined && slot.quarantine.some(isSame)) return;
    const reason: QuarantineReason = {
      id: ports.newId(),
      code,
      known,
      since: ports.clock.now(),
      actionIds: [],
      process: null,
      ...more,
    };
    slot.quarantine = [...slot.quarantine, reason];
    ports.store.openQuarantine(slot.slot, reason);
    found.said.push({ slot: slot.slot, kind: "quarantined", text: `Quarantined: ${quarantineWord(code)}. ${known}` });
  };

  for (const reason of found.stored) keepOrEnd(ports, slot, reason, found.said);
  for (const { launch, gone } of found.launches) {
    const { pid, startTime } = launch;
    if (gone || pid === null || startTime === null) continue;
    slot.life = { kind: "closing", launch: launch.launch, pid, startTime, since: ports.clock.now() };
    const known = `Chrome (process ${pid}) of the last run was told to end, and its exit was not seen.`;
    add("chrome_exit_not_observed", known, { process: { pid, startTime } });
  }
  const holder = ports.browsers.profileHolder(ports.slotDirectories(slot.slot).profile);
  if (holder !== null && slot.life.kind === "empty") add("foreign_profile_lock", `The profile ${holder}.`);
  const contradiction = disagreement(found);
  if (contradiction !== null) add("records_disagree", contradiction);
  const about = new Set(slot.quarantine.flatMap(({ actionIds }) => actionIds));
  const open = slot.unresolved.filter(({ record }) => !about.has(record.id));
  if (open.length === 0) return;
  const known = open.map(({ record, view }) => `${record.summary} (${record.agent}): ${view.evidence ?? ""}`).join(" ");
  add("outcome_unknown", known, { actionIds: open.map(({ record }) => record.id) });
}

/** Reasons about a process or a lock end by themselves once it is gone; that is evidence, and it is kept. */
function keepOrEnd(ports: Ports, slot: SlotRuntime, reason: QuarantineReason, said: Said[]): void {
  const ended = evidenceAgainst(ports, slot, reason);
  if (ended === null) {
    slot.quarantine = [...slot.quarantine, reason];
    return;
  }
  ports.store.closeQuarantine(reason.id, {
    at: ports.clock.now(),
    way: "evidence",
    who: "the control room",
    why: ended,
  });
  said.push({ slot: slot.slot, kind: "quarantine_ended", text: `${quarantineWord(reason.code)}: ${ended}` });
}

function evidenceAgainst(ports: Ports, slot: SlotRuntime, { code, process }: QuarantineReason): string | null {
  switch (code) {
    case "broker_exit_not_observed":
    case "chrome_exit_not_observed": {
      const gone = process?.startTime != null && !ports.processes.isAlive(process.pid, process.startTime);
      return gone ? "The process was gone at the start." : null;
    }
    case "foreign_profile_lock": {
      const holder = ports.browsers.profileHolder(ports.slotDirectories(slot.slot).profile);
      return holder === null ? "Nobody held the profile at the start." : null;
    }
    case "cleanup_failed":
      return "The tabs ended with their Chrome.";
    case "outcome_unknown":
    case "chrome_crashed":
    case "wipe_not_proven":
    case "records_disagree":
      return null;
    default:
      return code satisfies never;
  }
}

function disagreement({ unrecorded, launches, hasRecord, unreadable }: Found): string | null {
  if (unreadable !== null) return `What is stored of this slot can't be read: ${unreadable}. It was left as it is.`;
  if (unrecorded !== null) {
    return `The slot's own record ends at epoch ${unrecorded.own}, other records name epoch ${unrecorded.highest}: who held it last is not known.`;
  }
  if (launches.length > 1) return `${launches.length} Chromes are on record as open for this slot; one is possible.`;
  if (launches.length > 0 && !hasRecord) return "A Chrome is on record for this slot, and the slot itself is not.";
  return null;
}
