import type { Resolution } from "../../core/action/outcome.ts";
import type { Verdict } from "../../core/action/verdict.ts";
import { leaseOf } from "../../core/lease/control.ts";
import type { ActionView } from "../../core/view/snapshot.ts";
import { resolutionSentence } from "../../core/view/words.ts";
import type { RunningAction } from "./actions.ts";
import { bestEffort } from "./best-effort.ts";
import { factsSentence, verdictOf } from "./conclude.ts";
import { enterQuarantine, leaveQuarantine } from "./quarantine.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime, Unresolved } from "./slot-runtime.ts";

/**
 * An unknown outcome is cleared up (R7): on record first, then everywhere it is shown. Reasons for quarantine that were
 * about this action only end with it.
 * @throws DockError `DISK_FULL`; nothing has changed then
 */
export function resolveUnknown(
  room: Room,
  slot: SlotRuntime,
  unresolved: Unresolved,
  resolution: Resolution,
  way: Parameters<typeof leaveQuarantine>[3]["way"],
): void {
  const { record } = unresolved;
  room.ports.store.resolveAction(record.id, resolution);
  slot.unresolved = slot.unresolved.filter((each) => each !== unresolved);
  show(room, slot, { ...unresolved.view, resolution });
  const text = `${record.summary}: ${resolutionSentence(resolution)}`;
  room.event(slot.slot, "resolved", text);
  // Whoever stated it need not be told.
  if (resolution.by !== "agent") slot.news.push({ leaseId: record.leaseId, actionId: record.id, text });
  for (const reason of slot.quarantine) {
    const isOpen = (id: string) => slot.unresolved.some((each) => each.record.id === id);
    if (!reason.actionIds.includes(record.id) || reason.actionIds.some(isOpen)) continue;
    leaveQuarantine(room, slot, reason, { way, who: resolution.who, why: resolution.why });
  }
  room.touch();
}

/** Evidence that came after an action was dispatched: it is kept at once, so that a crash loses none of it (R3, R51). */
export function noteEvidence(room: Room, slot: SlotRuntime, action: RunningAction): void {
  const { ended, record, watch } = action;
  if (watch === null) return;
  if (ended === null) {
    bestEffort(room, "evidence", () => room.ports.store.noteEvidence(record.id, null, watch.requests));
    room.touch();
    return;
  }
  const verdict = verdictOf(action);
  const unresolved = slot.unresolved.find((each) => each.record.id === record.id);
  // Sent while it ran, and told only now: an outcome that said more than is known is taken back (R6).
  if ((ended.outcome === "done" || ended.outcome === "failed") && verdict.outcome === "unknown") {
    revise(room, slot, action, verdict);
    return;
  }
  // The words for an unknown outcome say why it was stated; what is known since stands beside it.
  const evidence = ended.outcome === verdict.outcome ? factsSentence(action, verdict.ground) : ended.evidence;
  action.ended = { ...ended, evidence, requests: watch.requests, resolution: shownResolution(slot, ended) };
  show(room, slot, action.ended);
  if (unresolved) unresolved.view = action.ended;
  bestEffort(room, "evidence", () => room.ports.store.noteEvidence(record.id, evidence, watch.requests));
  if (unresolved && verdict.outcome !== "unknown" && verdict.outcome !== "not_sent") {
    const at = room.ports.clock.now();
    const { kind } = verdict.ground;
    const finding = kind === "not_reached" || kind === "not_loaded" ? "not_applied" : "answered";
    const why = factsSentence(action, verdict.ground);
    bestEffort(room, "a resolution", () =>
      resolveUnknown(room, slot, unresolved, { finding, by: "evidence", who: "the control room", at, why }, "evidence"),
    );
  }
  room.touch();
}

function revise(room: Room, slot: SlotRuntime, action: RunningAction, { ground }: Verdict): void {
  const { ended, record, watch } = action;
  if (ended === null || watch === null) return;
  const evidence = factsSentence(action, ground);
  action.ended = { ...ended, outcome: "unknown", evidence, requests: watch.requests };
  show(room, slot, action.ended);
  slot.unresolved.push({ record, view: action.ended, since: room.ports.clock.now() });
  bestEffort(room, "an outcome", () => room.ports.store.reviseAction(record.id, evidence, watch.requests));
  slot.news.push({ leaseId: record.leaseId, actionId: record.id, text: `${record.summary}: ${evidence}` });
  room.event(
    slot.slot,
    "revised",
    `${record.summary} was called ${ended.outcome}; its outcome is unknown: ${evidence}`,
  );
  if (leaseOf(slot.control)?.id !== record.leaseId) quarantineUnknown(room, slot, record.leaseId, null);
  room.touch();
}

function shownResolution(slot: SlotRuntime, { id, resolution }: ActionView): Resolution | null {
  return slot.lastMutation?.id === id ? slot.lastMutation.resolution : resolution;
}

/** The same action stands in several places of a slot's view. */
function show(room: Room, slot: SlotRuntime, view: ActionView): void {
  if (slot.lastMutation?.id === view.id) slot.lastMutation = view;
  if (slot.receipt?.view.lastAction?.id !== view.id) return;
  const receipt = { ...slot.receipt.view, lastAction: view };
  slot.receipt.view = receipt;
  bestEffort(room, "a receipt", () => room.ports.store.saveReceipt(receipt));
}

/**
 * A lease is over. What is unknown of it stays with the slot: it is not offered until that was cleared up (R7).
 * @param crashedAt when Chrome ended by itself and the lease with it, milliseconds since the Unix epoch; what was under
 * way then has a reason of its own
 */
export function quarantineUnknown(room: Room, slot: SlotRuntime, leaseId: string, crashedAt: number | null): void {
  const open = slot.unresolved.filter((each) => each.record.leaseId === leaseId);
  const cutOff = open.filter(({ since }) => crashedAt !== null && since >= crashedAt);
  enter(room, slot, "chrome_crashed", cutOff);
  enter(
    room,
    slot,
    "outcome_unknown",
    open.filter((each) => !cutOff.includes(each)),
  );
}

function enter(room: Room, slot: SlotRuntime, code: "chrome_crashed" | "outcome_unknown", open: Unresolved[]): void {
  if (open.length === 0) return;
  const actions = open.map(({ record, view }) => `${record.summary} (${record.agent}): ${view.evidence ?? ""}`);
  enterQuarantine(room, slot, { code, known: actions.join(" "), actionIds: open.map(({ record }) => record.id) });
}
