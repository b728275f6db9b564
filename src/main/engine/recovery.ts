import { judge } from "../../core/action/verdict.ts";
import { type Control, freshControl } from "../../core/lease/control.ts";
import { decideControl } from "../../core/lease/decide.ts";
import { evidenceSentence, groundSentence } from "../../core/view/words.ts";
import { DockError } from "../../shared/errors.ts";
import { askPersonChrome, recoverLogin } from "./login/recover-login.ts";
import type { LaunchRecord, Ports, StoredAction } from "./ports.ts";
import { recoverQuarantine } from "./recover-quarantine.ts";
import { closeReceipts, restartReceipt, viewOfStored } from "./recover-receipts.ts";
import { budgets } from "./room.ts";
import { SlotRuntime } from "./slot-runtime.ts";

/** What the recovery found, for the event log, which is not open yet. */
export interface Said {
  readonly slot: number | null;
  readonly kind: string;
  readonly text: string;
}

export interface Recovered {
  readonly slots: SlotRuntime[];
  readonly said: Said[];
}

/**
 * Makes slots of the records of the last run. Records are not a workplace proven ready (R50): every Chrome that may
 * have outlived its authority is ended, every unanswered action is closed, and every slot is proven or quarantined
 * before it is offered (R51).
 */
export async function recoverSlots(ports: Ports, count: number): Promise<Recovered> {
  const startedAt = ports.clock.now();
  const sameBoot = ports.store.beginRun(ports.processes.bootId(), startedAt);
  const interrupted = settleOpenActions(ports, sameBoot);
  const launches = ports.store.openLaunches();
  const ends = await endFormerChromes(ports, launches);
  const records = new Map(ports.store.slots().map((record) => [record.control.slot, record]));
  const known = {
    mutations: ports.store.lastMutations(),
    receipts: ports.store.receipts(),
    unresolved: ports.store.unresolvedActions(),
    quarantines: ports.store.openQuarantines(),
    highest: ports.store.highestEpochs(),
    incomplete: closeReceipts(ports),
    logins: ports.store.logins(),
  };
  const said: Said[] = [];
  const slots = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const now = ports.clock.now();
    const record = records.get(number);
    const slot = new SlotRuntime(record ?? { control: freshControl(number, now), target: null, lastUsedAt: 0 });
    const before = slot.control;
    const highest = known.highest.get(number) ?? 0;
    // Leases end with their control room. A new epoch also covers a bump that was in memory only (R1), and one that
    // other records know of and the slot's own does not.
    const decision = decideControl({ ...before, epoch: Math.max(before.epoch, highest) }, { kind: "restart" }, now);
    if ((record || highest > 0) && decision.ok) {
      slot.control = decision.control;
      ports.store.recordControl(slot.control);
    }
    const mutation = known.mutations.get(number);
    slot.lastMutation = mutation ? viewOfStored(mutation) : null;
    const newest = known.receipts.get(number);
    slot.receipt = newest ? { view: known.incomplete.get(`${number} ${newest.epoch}`) ?? newest } : null;
    slot.login.health = recoverLogin(ports, number, known.logins.get(number), launches);
    slot.unresolved = known.unresolved.filter((action) => action.slot === number).map(asUnresolved);
    const ended = ends.filter(({ launch }) => launch.slot === number);
    recoverQuarantine(ports, slot, {
      launches: ended,
      stored: known.quarantines.get(number) ?? [],
      unrecorded: highest > before.epoch ? { own: before.epoch, highest } : null,
      hasRecord: record !== undefined,
      unreadable: ports.store.unreadable().get(number) ?? null,
      said,
    });
    if (wasHeld(before)) {
      const running = interrupted.filter((action) => action.slot === number).at(-1) ?? null;
      const chromeExitAt = ended.length > 0 && ended.every(({ gone }) => gone) ? now : null;
      slot.receipt = { view: restartReceipt(ports, slot, before, { startedAt, running, chromeExitAt }) };
    }
    return slot;
  });
  return { slots, said };
}

function wasHeld({ holder }: Control): boolean {
  return holder.kind === "agent" || holder.kind === "parked";
}

function asUnresolved(action: StoredAction): SlotRuntime["unresolved"][number] {
  return { record: action, view: viewOfStored(action), since: action.settledAt ?? action.admittedAt };
}

/**
 * Closes what was under way when the control room ended.
 * @param sameBoot nothing that was written is missing; after a power cut it may be, and then an action that was
 * dispatched is assumed to have had its effect
 */
function settleOpenActions(ports: Ports, sameBoot: boolean): StoredAction[] {
  return ports.store.openActions().map((action) => {
    const written = action.writtenAt !== null || (!sameBoot && action.dispatchedAt !== null);
    const { requests } = action;
    const at = ports.clock.now();
    if (action.effect === "reads") {
      const evidence = groundSentence({ kind: "cut_off", reason: ended });
      const outcome = action.dispatchedAt === null ? "not_sent" : "failed";
      ports.store.settleAction(action.id, outcome, { evidence, requests }, at);
      return { ...action, settledAt: at, outcome, evidence };
    }
    const { outcome, ground } = judge({
      written,
      touched: true,
      carriedOut: false,
      failure: null,
      partly: false,
      cutOff: ended,
      dialogOpen: false,
      pageClosed: false,
      silent: false,
      navigates: false,
      requests,
    });
    const seen = outcome === "not_sent" ? "" : ` ${evidenceSentence(requests, true, { watchEnded: true })}`;
    const evidence = `${groundSentence(ground)}${seen}`;
    ports.store.settleAction(action.id, outcome, { evidence, requests }, at);
    return { ...action, settledAt: at, outcome, evidence };
  });
}

const ended = "the control room ended";

/** A Chrome of the last run, and whether it is gone. */
export interface FormerChrome {
  readonly launch: LaunchRecord;
  readonly gone: boolean;
}

async function endFormerChromes(ports: Ports, launches: readonly LaunchRecord[]): Promise<FormerChrome[]> {
  // All at once: ten that hang cost the start no more time than one.
  return Promise.all(
    launches.map(async (launch) => {
      const { pid, startTime } = launch;
      if (launch.forPerson && pid !== null && startTime !== null) await askPersonChrome(ports, pid, startTime);
      // Without a pid the process was never used; a lock that it left on the profile is found at the next launch.
      const gone = pid === null || startTime === null || (await endsChrome(ports, pid, startTime));
      if (gone) ports.store.launchEnds(launch.launch, ports.clock.now(), "ended with the control room of the last run");
      return { launch, gone };
    }),
  );
}

/** Chrome closes itself when its pipe does; only what then still runs is killed, by pid and start time. */
async function endsChrome(ports: Ports, pid: number, startTime: string): Promise<boolean> {
  if (await ports.processes.waitForExit(pid, startTime, budgets.orphanClose)) return true;
  ports.processes.kill(pid, startTime);
  return ports.processes.waitForExit(pid, startTime, budgets.orphanKill);
}

/**
 * A stored slot beyond the configured count keeps its record, but isn't offered.
 * @throws DockError `CONFIG_INVALID` when the count is below a slot that a person holds
 */
export function refuseHiddenHolders(ports: Ports, count: number): void {
  const hidden = ports.store.slots().find(({ control }) => control.slot > count && control.holder.kind === "human");
  if (!hidden) return;
  const { slot } = hidden.control;
  throw new DockError("CONFIG_INVALID", `slots.count is ${count}, but you hold slot ${slot}. Hand it back first.`);
}
