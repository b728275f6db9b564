import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chromeFlags } from "../../../../src/main/adapters/chrome/chrome-flags.ts";
import { prepareProfile } from "../../../../src/main/adapters/chrome/prepare-profile.ts";
import { holdProfile, profileHolder, readChromeLock } from "../../../../src/main/adapters/chrome/profile-lock.ts";
import { hidingNode } from "../../../support/hiding-node.ts";

let profile: string;
let child: ChildProcess | null = null;

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "dock-profile-"));
});

afterEach(() => {
  child?.kill("SIGKILL");
  child = null;
  rmSync(profile, { recursive: true, force: true });
});

/** Opens what its arguments name, where that is a file. */
const holds = `
  for (const path of process.argv.slice(1)) try { fs.openSync(path, "r+"); } catch {}
  console.log(1);
  setInterval(() => {}, 1e6);
`;

/** A process that lives until the test ends, with these arguments on its command line. */
async function run(...args: string[]): Promise<number> {
  child = spawn(process.execPath, ["-e", holds, "--", ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child.pid ?? 0;
}

async function ended(): Promise<number> {
  const gone = spawn(process.execPath, ["-e", "0"]);
  await once(gone, "exit");
  return gone.pid ?? 0;
}

function lock(host: string, pid: number): void {
  symlinkSync(`${host}-${pid}`, join(profile, "SingletonLock"));
  symlinkSync("/tmp/nowhere", join(profile, "SingletonSocket"));
}

/** Nobody gets the profile, it is said why, the lock stays, and no lock of ours is left behind. */
function refused(words: string): void {
  const error = expect.objectContaining({ code: "PROFILE_LOCKED", message: expect.stringContaining(words) });
  expect(() => holdProfile(profile, "slot 1")).toThrow(error);
  expect(profileHolder(profile)).toContain(words);
  expect(locked()).toBe(true);
  expect(existsSync(`${profile}.lock`)).toBe(false);
}

function locked(): boolean {
  return lstatSync(join(profile, "SingletonLock"), { throwIfNoEntry: false }) !== undefined;
}

describe("Chrome's lock on a profile (R12)", () => {
  it("is none where there is none", () => {
    expect(readChromeLock(profile)).toEqual({ kind: "none" });
    holdProfile(profile, "slot 1").release();
  });

  it("of a process that has ended is removed, and what belongs to it", async () => {
    lock(hostname(), await ended());
    holdProfile(profile, "slot 1").release();
    expect(locked()).toBe(false);
    expect(lstatSync(join(profile, "SingletonSocket"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("of a living process on this profile is kept, and the holder is named", async () => {
    const pid = await run(`--user-data-dir=${profile}`);
    lock(hostname(), pid);
    refused(`process ${pid}`);
  });

  it("of a process that was told another name of the directory is kept", async () => {
    const link = `${profile}-link`;
    symlinkSync(profile, link);
    try {
      const pid = await run("--user-data-dir", link);
      lock(hostname(), pid);
      refused(`process ${pid}`);
    } finally {
      rmSync(link);
    }
  });

  it("of a process that names no directory and has files of this one open is kept", async () => {
    const file = join(profile, "Cookies");
    writeFileSync(file, "");
    const pid = await run(file);
    lock(hostname(), pid);
    refused(`process ${pid}`);
  });

  it("of a process whose directory has another name by now is kept: it may be this one", async () => {
    const pid = await run(`--user-data-dir=${profile}-before-it-was-moved`);
    lock(hostname(), pid);
    refused(`process ${pid}`);
  });

  it("whose pid was given to another program since is removed", async () => {
    lock(hostname(), await run("something-else"));
    holdProfile(profile, "slot 1").release();
    expect(locked()).toBe(false);
  });

  it("of another user's process that the system does not show is kept", async (context) => {
    chmodSync(profile, 0o777);
    const hidden = process.getuid?.() === 0 ? hidingNode(profile) : null;
    if (hidden === null) return context.skip("no process table can be mounted here");
    const pid = await run(`--user-data-dir=${profile}`);
    lock(hostname(), pid);
    const seen = spawnSync(hidden, [join(import.meta.dirname, "fixture/lock-reader.ts"), profile], {
      encoding: "utf8",
    });
    expect(JSON.parse(seen.stdout)).toEqual({ kind: "held", who: `process ${pid}` });
  });

  it("that came with a copy of a profile is removed from the copy, and the original is named", async () => {
    const original = mkdtempSync(join(tmpdir(), "dock-profile-"));
    try {
      const pid = await run(`--user-data-dir=${original}`);
      lock(hostname(), pid);
      const held = holdProfile(profile, "slot 1");
      expect(held.replaced).toEqual([expect.stringContaining(`process ${pid}`)]);
      expect(held.replaced.join()).toContain(`which works on ${original}`);
      held.release();
      expect(locked()).toBe(false);
    } finally {
      rmSync(original, { recursive: true });
    }
  });

  it("of another machine is kept, whatever runs here under that number", async () => {
    lock("another-machine", await ended());
    refused("another-machine");
  });

  it.each(["no-pid", "nothing"])("that says %s is kept, and it is told what to do", (link) => {
    symlinkSync(link, join(profile, "SingletonLock"));
    refused("can't be read");
  });

  it("that is no symbolic link is kept, and it is told what to do", () => {
    writeFileSync(join(profile, "SingletonLock"), "");
    refused("it is no symbolic link");
  });
});

describe("preparing a profile (R30)", () => {
  const file = () => join(profile, "Default", "Preferences");
  const read = (): Record<string, unknown> => JSON.parse(readFileSync(file(), "utf8"));

  function write(preferences: object): void {
    mkdirSync(join(profile, "Default", "Sessions"), { recursive: true });
    writeFileSync(join(profile, "Default", "Sessions", "Tabs_1"), "old windows");
    writeFileSync(join(profile, "Default", "Cookies"), "logins");
    writeFileSync(file(), JSON.stringify(preferences));
  }

  it("keeps preferences that we know nothing of, on every level", () => {
    write({ extensions: { a: 1 }, browser: { theme: 2 }, profile: { content_settings: { x: 3 } }, session: { y: 4 } });
    prepareProfile(profile, { label: "Slot 3", colour: "#1f63c4" });
    expect(read()).toMatchObject({
      extensions: { a: 1 },
      browser: { theme: 2 },
      profile: { content_settings: { x: 3 }, name: "Slot 3" },
      session: { y: 4, restore_on_startup: 1 },
    });
  });

  it("opens no connection in advance: on one, Chrome would send a POST a second time by itself when it is cut (R6)", () => {
    prepareProfile(profile, { label: "Slot 1", colour: "#1f63c4" });
    expect(read()).toMatchObject({ net: { network_prediction_options: 2 } });
  });

  it("drops the remembered place of windows and the old windows themselves, but no login", () => {
    write({ browser: { window_placement: { left: -32000 } }, profile: { exit_type: "Crashed" } });
    prepareProfile(profile, { label: "Slot 3", colour: "#1f63c4" });
    expect(JSON.stringify(read())).not.toContain("window_placement");
    expect(read()).toMatchObject({ profile: { exit_type: "Normal", exited_cleanly: true } });
    expect(existsSync(join(profile, "Default", "Sessions"))).toBe(false);
    expect(readFileSync(join(profile, "Default", "Cookies"), "utf8")).toBe("logins");
  });

  it("gives the frame the colour of the slot, in the number that Chrome keeps", () => {
    write({ autogenerated: { other: 1 }, extensions: { theme: { id: "another" } } });
    prepareProfile(profile, { label: "Slot 1", colour: "#1f63c4" });
    expect(read()).toMatchObject({
      autogenerated: { other: 1, theme: { color: -14720060 } },
      extensions: { theme: { id: "autogenerated_theme_id" } },
    });
  });

  it("starts afresh where there are none, or none that can be read", () => {
    prepareProfile(profile, { label: "Slot 1", colour: "#1f63c4" });
    writeFileSync(file(), '{"cut off');
    prepareProfile(profile, { label: "Slot 1", colour: "#1f63c4" });
    expect(read()).toMatchObject({ session: { restore_on_startup: 1 } });
  });
});

describe("the switches of a slot's Chrome (R22)", () => {
  const flags = (sandboxOff: boolean) => chromeFlags({ profile: "/p", scale: 0.75, sandboxOff });

  it("leave the sandbox on unless it was turned off by configuration", () => {
    expect(flags(false).join(" ")).not.toMatch(/sandbox|test-type/);
    expect(flags(true)).toContain("--no-sandbox");
  });

  it.each([true, false])("open no debugging port, only the private pipe (sandbox off: %s)", (sandboxOff) => {
    expect(flags(sandboxOff).filter((flag) => flag.includes("debugging"))).toEqual(["--remote-debugging-pipe"]);
    expect(flags(sandboxOff)).toContain("--user-data-dir=/p");
    expect(flags(sandboxOff).join(" ")).not.toMatch(/headless|profile-directory|enable-automation/);
  });
});
