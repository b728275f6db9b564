import { outcomeWithoutAnswer } from "../../core/action/outcome.ts";
import { freshControl } from "../../core/lease/control.ts";
import { decideControl } from "../../core/lease/decide.ts";
import { DockError } from "../../shared/errors.ts";
import type { LaunchRecord, Ports } from "./ports.ts";
import { budgets } from "./room.ts";
import { SlotRuntime } from "./slot-runtime.ts";

/**
 * Makes slots of the records of the last run. Records are not a workplace proven ready (R50): every Chrome that may
 * have outlived its authority is ended and every unanswered action is closed before any slot is offered (R51).
 */
export async function recoverSlots(ports: Ports, count: number): Promise<SlotRuntime[]> {
  settleOpenActions(ports);
  const unproven = await endFormerChromes(ports);
  const records = new Map(ports.store.slots().map((record) => [record.control.slot, record]));
  const mutations = ports.store.lastMutations();
  const receipts = ports.store.receipts();
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const now = ports.clock.now();
    const record = records.get(number);
    const slot = new SlotRuntime(record ?? { control: freshControl(number, now), target: null, lastUsedAt: 0 });
    // Leases end with their control room. A new epoch also covers a bump that was in memory only (R1).
    const decision = decideControl(slot.control, { kind: "restart" }, now);
    if (record && decision.ok) {
      slot.control = decision.control;
      ports.store.recordControl(slot.control);
    }
    slot.lastMutation = mutations.get(number) ?? null;
    slot.receipt = receipts.get(number) ?? null;
    const launch = unproven.find((each) => each.slot === number);
    if (launch) {
      slot.life = {
        kind: "quarantined",
        code: "chrome_exit_not_observed",
        known: `Chrome (process ${launch.pid}) of the last run was told to end, and its exit was not seen.`,
        since: now,
        running: { launch: launch.launch, pid: launch.pid, startTime: launch.startTime },
      };
    }
    return slot;
  });
}

function settleOpenActions(ports: Ports): void {
  for (const action of ports.store.openActions()) {
    const outcome = outcomeWithoutAnswer({ kind: action.dispatched ? "dispatched" : "admitted" }, action.effect);
    const evidence =
      outcome === "not_sent"
        ? "Not sent: the control room ended before."
        : "Sent to the page, no answer seen: the control room ended meanwhile.";
    ports.store.settleAction(action.id, outcome, evidence, ports.clock.now());
  }
}

/** @returns the launches whose process may still run */
async function endFormerChromes(ports: Ports): Promise<LaunchRecord[]> {
  // All at once: ten that hang cost the start no more time than one.
  const launches = await Promise.all(
    ports.store.openLaunches().map(async (launch) => {
      const { pid, startTime } = launch;
      // Without a pid the process was never used; a lock that it left on the profile is found at the next launch.
      return { launch, gone: pid === null || startTime === null || (await ended(ports, pid, startTime)) };
    }),
  );
  return launches.flatMap(({ launch, gone }) => {
    if (!gone) return [launch];
    ports.store.launchEnds(launch.launch, ports.clock.now(), "ended with the control room of the last run");
    return [];
  });
}

/** Chrome closes itself when its pipe does; only what then still runs is killed, by pid and start time. */
async function ended(ports: Ports, pid: number, startTime: string): Promise<boolean> {
  if (await ports.processes.waitForExit(pid, startTime, budgets.chromeKill)) return true;
  ports.processes.kill(pid, startTime);
  return ports.processes.waitForExit(pid, startTime, budgets.chromeKill);
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
