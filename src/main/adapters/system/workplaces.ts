import { closeSync, existsSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { DockError } from "../../../shared/errors.ts";
import type { Workplaces } from "../../engine/workplaces-port.ts";
import { type Paths, slotDirectories, slotDirectory } from "./paths.ts";

/**
 * Chrome's helper processes write for some moments after its own exit was observed: what they leave is removed again,
 * so often, with so many milliseconds in between.
 */
const rounds = 4;
const pauseMs = 150;

/** What was moved aside: beside the slots, so in their file system, under a name that is no slot's number. */
const asidePrefix = "wiped-";

/**
 * Takes a profile for its wipe, so that nobody opens what is being wiped and nothing is wiped that somebody has open (R12).
 * @throws DockError `PROFILE_LOCKED`
 */
export type HoldProfile = (profile: string, purpose: string) => unknown;

/**
 * The workplaces of all slots on the disk, and their end (R14). The lock of a profile lies in its slot's folder, and goes
 * with it.
 */
export function openWorkplaces(paths: Pick<Paths, "slots">, hold: HoldProfile): Workplaces {
  const holdSlot = (slot: number) => {
    const { profile } = slotDirectories(paths, slot);
    if (existsSync(profile)) hold(profile, `slot ${slot}, to wipe it`);
  };
  const asideOf = (wipe: string) => join(paths.slots, `${asidePrefix}${wipe}`);
  return {
    moveAside: (slot, wipe) => {
      const place = slotDirectory(paths, slot);
      refuseLinks([place, ...Object.values(slotDirectories(paths, slot))]);
      // A wipe that is finished after a crash has moved it already; what is here now came later.
      if (!existsSync(place) || existsSync(asideOf(wipe))) return;
      holdSlot(slot);
      try {
        renameSync(place, asideOf(wipe));
        makeLast(paths.slots);
      } catch (error) {
        throw notProven(`${place} could not be moved aside`, error);
      }
    },
    remove: async (slot, wipe) => {
      // What is there again may be another control room's.
      holdSlot(slot);
      await removeProven([asideOf(wipe), slotDirectory(paths, slot)]);
      makeLast(paths.slots);
    },
    sweep: async (open) => {
      const left = namesIn(paths.slots)
        .filter((name) => name.startsWith(asidePrefix) && !open.has(name.slice(asidePrefix.length)))
        .map((name) => join(paths.slots, name));
      const gone = await Promise.allSettled(left.map((directory) => removeProven([directory])));
      return gone.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    },
  };
}

/** The files behind a link would stay where they are, and the wipe would say that they are gone. */
function refuseLinks(directories: readonly string[]): void {
  const link = directories.find((directory) => lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link === undefined) return;
  throw new DockError("WIPE_NOT_PROVEN", `${link} is a link. What it leads to is not removed by a wipe.`, {
    hint: "Put a real folder in the place of the link, and remove what it led to yourself.",
  });
}

/**
 * Removes directories with all that is in them, and proves it by looking.
 * @throws DockError `WIPE_NOT_PROVEN` that names what is still there
 */
async function removeProven(directories: readonly string[]): Promise<void> {
  let failure: unknown = null;
  for (let round = 0; round < rounds; round += 1) {
    for (const directory of directories) {
      try {
        await rm(directory, { recursive: true, force: true });
      } catch (error) {
        failure = error;
      }
    }
    // Something that still writes has to show itself before "gone" may be said.
    await after(pauseMs);
    if (directories.every(isGone)) return;
  }
  const left = directories.filter((directory) => !isGone(directory)).map(leftIn);
  throw notProven(`After the wipe there is still ${left.join(", ")}`, failure);
}

/** A link to nowhere is still there; and where one can't look, nothing is proven. */
function isGone(directory: string): boolean {
  try {
    return lstatSync(directory, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

function leftIn(directory: string): string {
  const [first] = namesIn(directory);
  return first === undefined ? directory : join(directory, first);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** What was renamed and removed stays so over a power cut: the record that says so may outlive it otherwise. */
function makeLast(directory: string): void {
  // Windows has no such call for a folder.
  if (process.platform === "win32" || !existsSync(directory)) return;
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function notProven(what: string, cause: unknown): DockError {
  const reason = cause instanceof Error ? ` (${cause.message})` : "";
  return new DockError("WIPE_NOT_PROVEN", `${what}${reason}.`, { cause });
}
