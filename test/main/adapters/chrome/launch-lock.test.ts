import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { launchChrome } from "../../../../src/main/adapters/chrome/launch-chrome.ts";
import { holdProfile } from "../../../../src/main/adapters/chrome/profile-lock.ts";
import { stateOf } from "../../../../src/main/adapters/process/process-identity.ts";
import { openWorkplaces } from "../../../../src/main/adapters/system/workplaces.ts";
import { until } from "../../../support/until.ts";

let home: string;
let slots: string;
let binary: string;
/** Of those that control rooms have started, so that none outlives a test. */
const chromes: number[] = [];
const rooms: ChildProcess[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "dock-launch-"));
  slots = join(home, "slots");
  mkdirSync(slots);
  // Stays when its pipe closes, as a Chrome does for a moment.
  binary = join(home, "chrome");
  writeFileSync(binary, "#!/bin/sh\nexec sleep 1000\n");
  chmodSync(binary, 0o755);
});

afterEach(() => {
  for (const room of rooms.splice(0)) room.kill("SIGKILL");
  for (const pid of chromes.splice(0)) endChrome(pid);
  rmSync(home, { recursive: true, force: true });
});

function endChrome(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

const said = z.object({
  chrome: z.number().optional(),
  replacedLocks: z.array(z.string()).optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

async function hears(room: ChildProcess): Promise<z.output<typeof said>> {
  const answer = said.parse((await once(room, "message"))[0]);
  if (answer.chrome !== undefined) chromes.push(answer.chrome);
  return answer;
}

/** A control room with a home of its own, whose directory of slots is ours by a symbolic link. */
async function controlRoom(name: string): Promise<ChildProcess> {
  mkdirSync(join(home, name), { recursive: true });
  const linked = join(home, name, "slots");
  if (!existsSync(linked)) symlinkSync(slots, linked);
  const room = fork(join(import.meta.dirname, "fixture/profile-opener.ts"), [linked, binary]);
  rooms.push(room);
  await hears(room);
  return room;
}

async function launches(room: ChildProcess, at = 0): Promise<z.output<typeof said>> {
  const answer = hears(room);
  room.send(at);
  return answer;
}

async function kill(room: ChildProcess): Promise<void> {
  const exited = once(room, "exit");
  room.kill("SIGKILL");
  await exited;
}

/** One that has ended is no zombie of ours: its control room, or init, waits for it. */
async function gone(pid: number): Promise<void> {
  await until("the end of the Chrome", () => stateOf(pid, null) === "gone");
}

const request = (directory: string) => ({
  slot: 1,
  profile: join(directory, "profile"),
  downloads: join(directory, "downloads"),
  uploads: join(directory, "uploads"),
  scale: 1,
  label: "Slot 1",
  colour: "#1f63c4",
});

describe("two control rooms with homes of their own and one directory of slots (R12)", () => {
  it("open a profile once, and the other one names who has it", async () => {
    const [one, two] = [await controlRoom("a"), await controlRoom("b")];
    const { chrome } = await launches(one);
    expect((await launches(two)).error).toMatchObject({
      code: "PROFILE_LOCKED",
      message: expect.stringContaining(`is in use by process ${one.pid} `),
    });
    // Killed while its Chrome lives on: the profile is not free yet.
    await kill(one);
    expect((await launches(two)).error?.message).toContain(`Chrome is process ${chrome}`);
    endChrome(chrome ?? 0);
    await gone(chrome ?? 0);
    const after = await launches(two);
    expect(after.error).toBeUndefined();
    expect(after.replacedLocks?.join()).toContain(`process ${one.pid} `);
  });

  it("never start two Chromes when all of them want it at one moment, again and again", {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 8; round += 1) {
      const all = await Promise.all(["a", "b", "c", "d"].map(controlRoom));
      const at = Date.now() + 20;
      const answers = await Promise.all(all.map((room) => launches(room, at)));
      expect(answers.filter(({ chrome }) => chrome !== undefined)).toHaveLength(1);
      expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, "PROFILE_LOCKED"]));
      // The next round finds the lock of a killed control room and of a killed Chrome.
      await Promise.all(all.map(kill));
      for (const { chrome } of answers) {
        if (chrome === undefined) continue;
        endChrome(chrome);
        await gone(chrome);
      }
    }
  });
});

describe("the lock of a launch (R12)", () => {
  const directory = () => join(slots, "01");
  const lockFile = () => join(directory(), "profile.lock");

  it("is given up before anybody hears of the exit, so that the next launch may follow at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const chrome = await launchChrome(binary, false, request(directory()));
      expect(existsSync(lockFile())).toBe(true);
      chrome.kill();
      await chrome.exited;
      expect(existsSync(lockFile())).toBe(false);
    }
  });

  it("is given up when the program could not be started", async () => {
    const launch = launchChrome(join(home, "none"), false, request(directory()));
    await expect(launch).rejects.toMatchObject({ code: "BROWSER_START_FAILED" });
    expect(existsSync(lockFile())).toBe(false);
  });

  it("that can't be written is an error that says so, and nothing is started", async () => {
    mkdirSync(join(slots, "01"));
    // A directory of the lock's name can't be linked over, nor read as a lock.
    mkdirSync(lockFile());
    await expect(launchChrome(binary, false, request(directory()))).rejects.toMatchObject({
      code: "PROFILE_LOCKED",
      message: expect.stringContaining("can't be read (EISDIR"),
    });
    rmSync(join(slots, "01"), { recursive: true });
    mkdirSync(join(directory(), "profile"), { recursive: true });
    const long = join(slots, "01", "p".repeat(252));
    await expect(launchChrome(binary, false, { ...request(directory()), profile: long })).rejects.toMatchObject({
      code: "BROWSER_START_FAILED",
      message: expect.stringContaining("could not be written: ENAMETOOLONG"),
    });
  });

  it("keeps the profile from being wiped, and a wipe keeps it from being opened", async () => {
    const chrome = await launchChrome(binary, false, request(directory()));
    const workplaces = openWorkplaces({ slots }, holdProfile);
    expect(() => workplaces.moveAside(1, "w1")).toThrow(expect.objectContaining({ code: "PROFILE_LOCKED" }));
    expect(existsSync(join(directory(), "profile", "Default"))).toBe(true);
    chrome.kill();
    await chrome.exited;
    workplaces.moveAside(1, "w1");
    await workplaces.remove(1, "w1");
    expect(existsSync(directory())).toBe(false);
  });

  it("keeps a wipe from removing what another control room has opened in the meantime", async () => {
    const workplaces = openWorkplaces({ slots }, holdProfile);
    mkdirSync(request(directory()).profile, { recursive: true });
    workplaces.moveAside(1, "w1");
    const chrome = await launchChrome(binary, false, request(directory()));
    await expect(workplaces.remove(1, "w1")).rejects.toMatchObject({ code: "PROFILE_LOCKED" });
    expect(existsSync(join(directory(), "profile", "Default"))).toBe(true);
    chrome.kill();
    await chrome.exited;
    await workplaces.remove(1, "w1");
    expect(existsSync(directory())).toBe(false);
  });
});
