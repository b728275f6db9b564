import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wipe } from "../../../../src/main/adapters/system/wipe.ts";

let directory: string;
let profile: string;
let downloads: string;
let writer: ChildProcess | null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-wipe-"));
  [profile, downloads] = [join(directory, "profile"), join(directory, "downloads")];
  mkdirSync(join(profile, "Default/Network"), { recursive: true });
  writeFileSync(join(profile, "Default/Network/Cookies"), "a login");
  mkdirSync(downloads);
  writeFileSync(join(downloads, "report.csv"), "a,b");
  writer = null;
});

afterEach(() => {
  writer?.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 });
});

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
  it("removes the folders with all that is in them, and nothing beside them", async () => {
    writeFileSync(join(directory, "db.sqlite"), "records");
    await wipe([profile, downloads]);
    expect([profile, downloads].map((path) => existsSync(path))).toEqual([false, false]);
    expect(existsSync(join(directory, "db.sqlite"))).toBe(true);
  });

  it("has nothing against folders that were never made", async () => {
    await expect(wipe([join(directory, "none"), profile])).resolves.toBeUndefined();
  });

  it("removes a link in a folder, and not the file that it leads to", async () => {
    const mine = join(directory, "mine.txt");
    writeFileSync(mine, "the person's");
    symlinkSync(mine, join(downloads, "link.txt"));
    symlinkSync(directory, join(profile, "up"));
    await wipe([profile, downloads]);
    expect(readFileSync(mine, "utf8")).toBe("the person's");
    expect(existsSync(profile)).toBe(false);
  });

  it("is not proven while a process goes on writing, which is named by its file; afterwards it is", async () => {
    await startWriter();
    await expect(wipe([profile, downloads])).rejects.toMatchObject({
      code: "WIPE_NOT_PROVEN",
      message: expect.stringContaining(join(profile, "Cookies-journal")),
    });
    expect(existsSync(downloads)).toBe(false);
    await endWriter();
    await wipe([profile, downloads]);
    expect(existsSync(profile)).toBe(false);
  });
});
