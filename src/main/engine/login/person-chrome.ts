import { afterExit } from "../../../core/slot/life.ts";
import { slotColour } from "../../../core/view/slot-colour.ts";
import { toBounds } from "../../../core/wall/units.ts";
import { toErrorBody } from "../../../shared/errors.ts";
import { bestEffort } from "../best-effort.ts";
import type { PersonBrowser } from "../ports.ts";
import { enterQuarantine } from "../quarantine.ts";
import type { Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";
import type { Wall } from "../wall/wall.ts";

/** `code 0` is an end by itself, in which a Chrome writes what it has; anything else may have lost some of it. */
export function isClean({ code, signal }: { readonly code: number | null; readonly signal: string | null }): boolean {
  return code === 0 && signal === null;
}

/**
 * Opens the Chrome in which the person logs in, on the slot's cell and in the slot's place under the cap. It is recorded
 * like any launch, so that one that outlives the control room is found (R51).
 * @throws DockError `BROWSER_MISSING`, `BROWSER_START_FAILED`, `PROFILE_LOCKED`
 */
export async function openPersonChrome(room: Room, slot: SlotRuntime, wall: Wall): Promise<PersonBrowser> {
  const { browsers, clock, newId, slotDirectories, store } = room.ports;
  const launch = newId();
  slot.life = { kind: "launching", launch, since: clock.now() };
  wall.assign(slot);
  wall.layOut();
  const { scale } = wall;
  const cell = wall.cellOf(slot);
  const ends = (at: number, how: string) => {
    slot.life = afterExit(slot.life, launch);
    bestEffort(room, "the end of a launch", () => store.launchEnds(launch, at, how));
  };
  try {
    store.launchBegins(launch, slot.slot, clock.now(), true);
    const chrome = await browsers.openForPerson({
      slot: slot.slot,
      ...slotDirectories(slot.slot),
      scale,
      label: `Slot ${slot.slot}`,
      colour: slotColour(slot.slot),
      address: loginAddress(room, slot),
      place: cell === null ? null : toBounds(cell, scale),
    });
    const { pid, startTime } = chrome;
    for (const said of chrome.replacedLocks) room.event(slot.slot, "lock_replaced", said);
    // An exit that comes at once still finds the life that it ends.
    slot.life = { kind: "live", launch, pid, startTime, since: clock.now() };
    bestEffort(room, "a launch", () => store.launchRuns(launch, pid, startTime));
    void chrome.exited.then((exit) => {
      room.ports.desktop.forget(pid);
      ends(exit.at, `the person's window: ${exit.signal ?? `code ${exit.code}`}`);
    });
    return chrome;
  } catch (error) {
    const { code, message } = toErrorBody(error);
    ends(clock.now(), `launch failed: ${code}`);
    if (code === "PROFILE_LOCKED") enterQuarantine(room, slot, { code: "foreign_profile_lock", known: message });
    throw error;
  }
}

/** Where the person logs in: what the configuration names, else the first of the target's sites; null without any. */
export function loginAddress(room: Room, { target }: SlotRuntime): string | null {
  const settings = target === null ? undefined : room.settings.targets.get(target);
  const [site] = settings?.sites ?? [];
  return settings?.login ?? (site === undefined ? null : `https://${site}/`);
}
