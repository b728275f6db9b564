import { quarantine, type Unobserved } from "../../core/slot/life.ts";
import { DockError } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** R2, R7: the broker was killed and nobody saw it end. */
export function quarantineForBroker(room: Room, slot: SlotRuntime, pid: number): void {
  const known = `The broker (process ${pid}) was killed and its exit was not seen within ${budgets.brokerExit} ms.`;
  slot.life = quarantine(slot.life, "broker_exit_not_observed", known, room.ports.clock.now());
  room.event(slot.slot, "quarantined", `Quarantined: the exit of the broker (process ${pid}) was not observed.`);
  room.touch();
}

/** R2, R7, R52: Chrome was killed and nobody saw it end; its place stays taken. */
export function quarantineForChrome(room: Room, slot: SlotRuntime, pid: number): void {
  const known = `Chrome (process ${pid}) was told to close and was killed, and its exit was not seen.`;
  slot.life = quarantine(slot.life, "chrome_exit_not_observed", known, room.ports.clock.now());
  room.event(slot.slot, "quarantined", `Quarantined: the exit of Chrome (process ${pid}) was not observed.`);
  room.touch();
}

/**
 * Out of quarantine by a named decision of the person, on record (R7). Evidence that speaks against it is heard
 * first: a Chrome that was to end and still runs keeps its place (R52). One that lives on is left as it is.
 * @throws DockError `NOT_ALLOWED`, `SLOT_QUARANTINED` that names the process to end first
 */
export async function leaveQuarantine(room: Room, slot: SlotRuntime, reason: string): Promise<void> {
  const { life, browser } = slot;
  if (life.kind !== "quarantined") throw new DockError("NOT_ALLOWED", `Slot ${slot.slot} is not in quarantine.`);
  const { running } = life;
  if (browser && !browser.toldToClose) {
    const { pid, startTime } = browser.process;
    slot.life = { kind: "live", launch: browser.launch, pid, startTime, since: room.ports.clock.now() };
  } else {
    if (running) refuseWhileItRuns(room, slot, running);
    // It is gone, so this has happened or happens at once; what follows from the exit comes before the slot is offered.
    await browser?.process.exited;
    if (running) {
      const how = "gone when the quarantine was cleared";
      bestEffort(room, "the end of a launch", () =>
        room.ports.store.launchEnds(running.launch, room.ports.clock.now(), how),
      );
    }
    slot.life = { kind: "empty" };
  }
  room.event(slot.slot, "quarantine_cleared", `You cleared the quarantine (${life.code}): ${reason}`);
  room.touch();
  room.pump();
}

function refuseWhileItRuns(room: Room, slot: SlotRuntime, { pid, startTime }: Unobserved): void {
  const known = pid !== null && startTime !== null;
  if (known && !room.ports.processes.isAlive(pid, startTime)) return;
  const named = pid === null ? "A Chrome that is being opened" : `Chrome (process ${pid})`;
  throw new DockError("SLOT_QUARANTINED", `${named} of slot ${slot.slot} still runs.`, {
    hint: "End the named process, then clear the quarantine.",
  });
}
