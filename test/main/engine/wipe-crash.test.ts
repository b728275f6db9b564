import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { holdProfile } from "../../../src/main/adapters/chrome/profile-lock.ts";
import { openStore } from "../../../src/main/adapters/sqlite/store.ts";
import { openWorkplaces } from "../../../src/main/adapters/system/workplaces.ts";
import { FakeRoom } from "../../support/fake-room.ts";
import { seeded } from "../../support/seeded.ts";

const runs = 50;
const files = 2_100;
/** A wipe of so many files mostly takes longer. */
const latestMs = 250;
/** Each waits for its processes most of the time. */
const atOnce = 3;

interface Disk {
  readonly directory: string;
  readonly slots: string;
}

function fill({ slots }: Disk): void {
  for (let folder = 0; folder < 30; folder += 1) {
    const path = join(slots, "01/profile/Default", `folder${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < files / 30; file += 1) writeFileSync(join(path, `${file}`), "a login of shop");
  }
}

/** How many files there are below the slots' directory, whatever it is called. */
function filesIn(directory: string): number {
  if (!existsSync(directory)) return 0;
  return readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** A real process wipes, and is killed so many milliseconds after it began. */
async function wipeAndKill({ directory, slots }: Disk, milliseconds: number): Promise<void> {
  const program = join(import.meta.dirname, "fixture/wiping-room.ts");
  const child = fork(program, [directory, slots, String(milliseconds)], { stdio: "pipe" });
  let errors = "";
  child.stderr?.on("data", (text: Buffer) => {
    errors += text.toString();
  });
  const [code, signal] = await once(child, "exit");
  if (signal !== "SIGKILL") throw new Error(`the wiping room ended by itself (${code}): ${errors}`);
}

/** What the kill left: never a slot of nobody with something in it. */
function stageOf({ directory, slots }: Disk): string {
  const store = openStore(join(directory, "db.sqlite"));
  try {
    const target = store.slots()[0]?.target;
    const open = store.openWipes();
    const left = filesIn(slots);
    const isAside = readdirSync(slots).some((name) => name.startsWith("wiped-"));
    if (target !== "shop") {
      // Given back, or given on: both only after the proof.
      expect({ left, isAside, open }).toEqual({ left: 0, isAside: false, open: [] });
      return "proven";
    }
    if (open.length === 0) {
      expect({ left, isAside }).toEqual({ left: files, isAside: false });
      return "not begun";
    }
    expect(open).toMatchObject([{ slot: 1, target: "shop", who: "the control room" }]);
    if (isAside) expect(existsSync(join(slots, "01"))).toBe(false);
    return isAside ? (left === files ? "moved aside" : "half removed") : left === 0 ? "removed" : "begun";
  } finally {
    store.close();
  }
}

/** The next start, and an agent that asks for another target: what lies in the slot when its Chrome is launched. */
async function nextStart({ directory, slots }: Disk): Promise<void> {
  const room = await FakeRoom.open(
    { slots: 1, cap: 1 },
    { directory, workplaces: openWorkplaces({ slots }, holdProfile) },
  );
  const seen: number[] = [];
  room.world.browsers.prepare = () => seen.push(filesIn(slots));
  const { facts } = await room.agent("cleo", "another").call("browser_snapshot", { actionId: "after-the-kill" }).result;
  expect(facts, JSON.stringify(facts)).toMatchObject({ slot: 1, outcome: "done" });
  expect(seen).toEqual([0]);
  expect(await room.slot(1)).toMatchObject({ target: "another", quarantine: [] });
  expect(room.store.openWipes()).toEqual([]);
  await room.room.stop();
  room.store.close();
}

/** @returns what the kill came upon */
async function killOnce(at: number, which: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "dock-kill-"));
  const disk = { directory, slots: join(directory, "slots") };
  try {
    fill(disk);
    await wipeAndKill(disk, at);
    const stage = stageOf(disk);
    await nextStart(disk);
    return stage;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`a kill after ${at} ms ${which}: ${message}`, { cause: error });
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

it(`never offers a slot with something of its former target in it, over ${runs} kills in the middle of a wipe (R14, R51)`, async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  const random = seeded(seed);
  const stages = new Map<string, number>();
  const moments = Array.from({ length: runs }, () => random() * latestMs);
  const killAll = async () => {
    for (let at = moments.pop(); at !== undefined; at = moments.pop()) {
      const stage = await killOnce(at, `of seed ${seed}`);
      stages.set(stage, (stages.get(stage) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, killAll));
  process.stdout.write(`kills in the middle of a wipe, seed ${seed}: ${JSON.stringify(Object.fromEntries(stages))}\n`);
  // A kill that always comes too late would show nothing.
  expect(stages.get("half removed") ?? 0).toBeGreaterThan(2);
}, 600_000);
