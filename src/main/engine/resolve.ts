import type { Resolution } from "../../core/action/outcome.ts";
import { unobservedOf } from "../../core/slot/life.ts";
import { openWays, type QuarantineReason, type ResolveWay } from "../../core/slot/quarantine.ts";
import { wayWords } from "../../core/view/words.ts";
import { DockError } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import type { ControlDesk } from "./change-control.ts";
import { discardWorkplace } from "./discard.ts";
import { closeFormerTabs } from "./former-tabs.ts";
import { leaveQuarantine } from "./quarantine.ts";
import { resolveUnknown } from "./resolutions.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime, Unresolved } from "./slot-runtime.ts";
import type { Supervisor } from "./supervisor.ts";
import { takeOver } from "./take-over.ts";
import { checkWords, runCheck } from "./target-check.ts";

export interface Decision {
  readonly way: ResolveWay;
  readonly why: string;
  /** One of several unknown actions; null for all of the slot's. */
  readonly action: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly arrivedAt: number;
}

export interface ResolveParts {
  readonly desk: ControlDesk;
  readonly supervisor: Supervisor;
}

/**
 * Takes one way out of quarantine, for every reason that it is open for. A slot that is not quarantined may still have
 * an unknown outcome to be marked: while the person holds it, for instance.
 * @returns what came of it, in words
 * @throws DockError `WAY_NOT_OPEN`, `CHECK_FAILED`, `WIPE_NOT_PROVEN`, `SLOT_QUARANTINED` for facts that still stand
 */
export async function resolve(
  room: Room,
  parts: ResolveParts,
  slot: SlotRuntime,
  { way, why, action, arrivedAt }: Decision,
): Promise<string> {
  const check = slot.target === null ? undefined : room.settings.targets.get(slot.target)?.check;
  const isOpen = (reason: QuarantineReason) => openWays(reason.code, check !== undefined).includes(way);
  const isAboutActions = way === "mark_applied" || way === "mark_not_applied" || (way === "run_check" && check);
  if (!slot.quarantine.some(isOpen) && !(isAboutActions && slot.unresolved.length > 0)) {
    throw new DockError("WAY_NOT_OPEN", `“${wayWords(way).label}” is not open for slot ${slot.slot} now.`);
  }
  const meant = slot.unresolved.filter(({ record }) => action === null || record.id === action);
  if (action !== null && meant.length === 0) {
    throw new DockError("ACTION_NOT_UNKNOWN", `${action} is no action of slot ${slot.slot} whose outcome is unknown.`);
  }
  switch (way) {
    case "inspect":
      await takeOver(room, parts.desk, slot, arrivedAt);
      return `Slot ${slot.slot} is yours. It stays in quarantine until you have decided.`;
    case "mark_applied":
      return mark(room, slot, meant, { finding: "applied", by: "person", who: "you", at: now(room), why }, way);
    case "mark_not_applied":
      return mark(room, slot, meant, { finding: "not_applied", by: "person", who: "you", at: now(room), why }, way);
    case "run_check": {
      if (!check) throw new DockError("WAY_NOT_OPEN", `No check is configured for ${slot.target ?? "this slot"}.`);
      // What stands on one page can't speak of several actions at once.
      if (meant.length > 1) {
        throw new DockError("WAY_NOT_OPEN", `The outcome of ${meant.length} actions is unknown: name one of them.`, {
          hint: `sessiondock resolve ${slot.slot} run-check --action ID, for one of ${meant.map(({ record }) => record.id).join(", ")}`,
        });
      }
      const found = await runCheck(room, await parts.supervisor.ensureLive(slot), check);
      room.event(slot.slot, "checked", `The check ${found ? "found" : "did not find"} ${checkWords(check)}.`);
      if (!found)
        return `The check did not find ${checkWords(check)}. That decides nothing; look, then mark the action.`;
      const said = `It found ${checkWords(check)}.${why === "" ? "" : ` ${why}`}`;
      return mark(room, slot, meant, { finding: "applied", by: "check", who: "you", at: now(room), why: said }, way);
    }
    case "look_again":
      for (const reason of slot.quarantine.filter(isOpen)) await lookAgain(room, slot, reason, why);
      await tidy(room, slot);
      return `The facts were tested anew. ${stateWords(slot)}`;
    case "discard":
      await discardWorkplace(room, parts, slot, why);
      return `The workplace of slot ${slot.slot} was wiped: profile, logins, downloads and uploads. ${stateWords(slot)}`;
    default:
      return way satisfies never;
  }
}

async function mark(
  room: Room,
  slot: SlotRuntime,
  meant: readonly Unresolved[],
  resolution: Resolution,
  way: ResolveWay,
): Promise<string> {
  // What was cleared up while a check ran is not decided a second time.
  const open = meant.filter((each) => slot.unresolved.includes(each));
  for (const each of open) resolveUnknown(room, slot, each, resolution, way);
  // A reason about actions that are all cleared up already, by the agent or by evidence.
  const isOpen = (id: string) => slot.unresolved.some(({ record }) => record.id === id);
  const about = slot.quarantine.filter(
    ({ code, actionIds }) => (code === "outcome_unknown" || code === "chrome_crashed") && !actionIds.some(isOpen),
  );
  for (const reason of about) leaveQuarantine(room, slot, reason, { way, who: resolution.who, why: resolution.why });
  await tidy(room, slot);
  const count = open.length === 1 ? "1 action" : `${open.length} actions`;
  return `Recorded for ${count}: ${resolution.finding === "applied" ? "applied" : "not applied"}. ${stateWords(slot)}`;
}

/** The tabs of a lease that ended unclear were kept for whoever looks; now they are closed (R43). */
async function tidy(room: Room, slot: SlotRuntime): Promise<void> {
  if (slot.holder === "nobody" && slot.quarantine.length === 0) await closeFormerTabs(room, slot);
  room.pump();
}

/** Tests a reason's facts anew. @throws DockError `SLOT_QUARANTINED` that says what still stands */
async function lookAgain(room: Room, slot: SlotRuntime, reason: QuarantineReason, why: string): Promise<void> {
  const ends = (found: string) =>
    leaveQuarantine(room, slot, reason, { way: "look_again", who: "you", why: why === "" ? found : `${found} ${why}` });
  switch (reason.code) {
    case "broker_exit_not_observed":
    case "chrome_exit_not_observed":
      refuseWhileItRuns(room, slot, reason);
      if (reason.code === "chrome_exit_not_observed") chromeIsGone(room, slot, reason);
      ends("The process is gone.");
      return;
    case "foreign_profile_lock": {
      const { profile } = room.ports.slotDirectories(slot.slot);
      // A Chrome of its own that lives there has got the profile since.
      const holder = slot.browser ? null : room.ports.browsers.profileHolder(profile);
      if (holder !== null) throw stillStands(slot, `${profile} ${holder}.`);
      ends("Nobody holds the profile any more.");
      return;
    }
    case "cleanup_failed":
      await cleanUpAgain(room, slot, reason);
      ends("The tabs are closed.");
      return;
    case "records_disagree":
      ends("You looked at it and let it be offered again.");
      return;
    case "outcome_unknown":
    case "chrome_crashed":
    case "wipe_not_proven":
      throw new DockError("WAY_NOT_OPEN", `Looking again is not open for “${reason.code}”.`);
    default:
      reason.code satisfies never;
  }
}

function refuseWhileItRuns(room: Room, slot: SlotRuntime, { process }: QuarantineReason): void {
  if (process === null || process.startTime === null) return;
  const { pid, startTime } = process;
  if (room.ports.processes.isAlive(pid, startTime)) {
    throw stillStands(slot, `Process ${pid} still runs.`);
  }
}

/** A Chrome that was launched since is another one, and is not meant (R12). */
function chromeIsGone(room: Room, slot: SlotRuntime, { process }: QuarantineReason): void {
  const { life } = slot;
  const known = unobservedOf(life);
  if (life.kind === "empty" || (process !== null && known?.pid !== process.pid)) return;
  bestEffort(room, "the end of a launch", () =>
    room.ports.store.launchEnds(life.launch, now(room), "gone when looked for again"),
  );
  slot.browser = null;
  slot.life = { kind: "empty" };
}

async function cleanUpAgain(room: Room, slot: SlotRuntime, reason: QuarantineReason): Promise<void> {
  if (slot.holder === "human")
    throw stillStands(slot, "You hold the slot: close the tabs yourself, or hand it back first.");
  const known = slot.quarantine.find((each) => each.id === reason.id)?.known;
  await closeFormerTabs(room, slot);
  const after = slot.quarantine.find((each) => each.id === reason.id);
  if (slot.formerTabs) throw stillStands(slot, after?.known ?? known ?? "The tabs are still open.");
}

function stillStands(slot: SlotRuntime, what: string): DockError {
  return new DockError("SLOT_QUARANTINED", `Slot ${slot.slot} stays in quarantine: ${what}`, {
    hint: "Do what the reason asks for, then look again.",
  });
}

function stateWords(slot: SlotRuntime): string {
  if (slot.quarantine.length === 0) return "No reason for quarantine is left.";
  return `It stays in quarantine: ${slot.quarantine.map(({ known }) => known).join(" ")}`;
}

function now(room: Room): number {
  return room.ports.clock.now();
}
