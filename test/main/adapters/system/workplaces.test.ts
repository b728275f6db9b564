import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdProfile } from "../../../../src/main/adapters/chrome/profile-lock.ts";
import { openWorkplaces } from "../../../../src/main/adapters/system/workplaces.ts";
import type { Workplaces } from "../../../../src/main/engine/workplaces-port.ts";

let directory: string;
let slots: string;
let profile: string;
let workplaces: Workplaces;
let writer: ChildProcess | null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-wipe-"));
  slots = join(directory, "slots");
  profile = join(slots, "01/profile");
  fill();
  workplaces = openWorkplaces({ slots }, holdProfile);
  writer = null;
});

afterEach(() => {
  writer?.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

function fill(): void {
  mkdirSync(join(profile, "Default/Network"), { recursive: true });
  writeFileSync(join(profile, "Default/Network/Cookies"), "a login");
  mkdirSync(join(slots, "01/downloads"));
  writeFileSync(join(slots, "01/downloads/report.csv"), "a,b");
  writeFileSync(join(slots, "01/profile.notes"), "whatever else lies there");
}

async function wipe(): Promise<void> {
  workplaces.moveAside(1, "w1");
  await workplaces.remove(1, "w1");
}

/** A real process that goes on writing into the profile. */
async function startWriter(): Promise<void> {
  writer = fork(join(import.meta.dirname, "fixture/folder-writer.ts"), [profile]);
  await once(writer, "message");
}

async function endWriter(): Promise<void> {
  if (writer === null) return;
  const exited = once(writer, "exit");
  writer.kill("SIGKILL");
  await exited;
}

describe("wiping a workplace (R14)", () => {
  it("removes everything that lies in the slot's place, and nothing of another slot", async () => {
    mkdirSync(join(slots, "02"));
    await wipe();
    expect(readdirSync(slots)).toEqual(["02"]);
  });

  it("takes everything out of the slot's place in one step, to a name that is no slot's", () => {
    workplaces.moveAside(1, "w1");
    expect(readdirSync(slots)).toEqual(["wiped-w1"]);
    expect(readFileSync(join(slots, "wiped-w1/profile/Default/Network/Cookies"), "utf8")).toBe("a login");
  });

  it("has nothing against a slot that was never used", async () => {
    workplaces.moveAside(7, "w7");
    await expect(workplaces.remove(7, "w7")).resolves.toBeUndefined();
  });

  it("is finished after a crash, also of what was written into the slot's place since", async () => {
    workplaces.moveAside(1, "w1");
    fill();
    await wipe();
    expect(readdirSync(slots)).toEqual([]);
  });

  it("removes a link in a folder, and not the file that it leads to", async () => {
    const mine = join(directory, "mine.txt");
    writeFileSync(mine, "the person's");
    symlinkSync(mine, join(slots, "01/downloads/link.txt"));
    symlinkSync(directory, join(profile, "up"));
    await wipe();
    expect(readFileSync(mine, "utf8")).toBe("the person's");
    expect(existsSync(profile)).toBe(false);
  });

  it.each(["01", "01/profile", "01/downloads"])(
    "is refused where %s itself is a link: the files would stay",
    (name) => {
      const elsewhere = join(directory, "elsewhere");
      renameSync(join(slots, name), elsewhere);
      symlinkSync(elsewhere, join(slots, name));
      const refused = expect.objectContaining({
        code: "WIPE_NOT_PROVEN",
        message: expect.stringContaining("is a link"),
      });
      expect(() => workplaces.moveAside(1, "w1")).toThrow(refused);
      expect(existsSync(join(elsewhere))).toBe(true);
    },
  );

  it("is not proven while a process goes on writing, which is named by its file; afterwards it is", async () => {
    await startWriter();
    workplaces.moveAside(1, "w1");
    await expect(workplaces.remove(1, "w1")).rejects.toMatchObject({
      code: "WIPE_NOT_PROVEN",
      message: expect.stringContaining(join(slots, "01")),
    });
    await endWriter();
    await workplaces.remove(1, "w1");
    expect(readdirSync(slots)).toEqual([]);
  });

  it("sweeps what older wipes moved aside, and leaves that of one that is not over, and the slots", async () => {
    workplaces.moveAside(1, "old");
    fill();
    workplaces.moveAside(1, "open");
    fill();
    expect(await workplaces.sweep(new Set(["open"]))).toEqual([]);
    expect(readdirSync(slots).sort()).toEqual(["01", "wiped-open"]);
  });
});
