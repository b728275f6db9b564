import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { x11Address } from "../../../src/cli/doctor/display.ts";
import { lockDirectory } from "../../../src/main/adapters/system/directory-lock.ts";
import { FakeControlRoom } from "../fake-control-room.ts";
import { runCli, temporaryHome } from "../run-cli.ts";
import { aSnapshot } from "../snapshots.ts";

let home: ReturnType<typeof temporaryHome>;
beforeEach(() => {
  home = temporaryHome();
});
afterEach(() => home[Symbol.dispose]());

const checkSchema = z.strictObject({
  number: z.int(),
  name: z.string(),
  state: z.enum(["ok", "warn", "fail"]),
  found: z.string(),
  what_to_do: z.string().nullable(),
});

async function diagnose(environment: Record<string, string> = {}) {
  const { code, stdout } = await runCli(["doctor", "--json"], { home: home.path, environment });
  const checks = z.array(checkSchema).parse(JSON.parse(stdout));
  const named = (name: string) => {
    const check = checks.find((candidate) => candidate.name === name);
    if (!check) throw new Error(`no check ${name}`);
    return check;
  };
  return { code, checks, named };
}

function configure(config: unknown): void {
  writeFileSync(join(home.path, "config.jsonc"), JSON.stringify(config));
}

/** A program that calls itself a browser. */
function fakeBrowser(): string {
  const path = join(home.path, "chrome");
  writeFileSync(path, "#!/bin/sh\necho 'Chrome for Testing 140.0.1'\n");
  chmodSync(path, 0o755);
  return path;
}

function profileOf(slot: string): string {
  return join(home.path, "slots", slot, "profile");
}

/** A program that was told to work on a profile, as Chrome is. */
function runsOn(profile: string): ChildProcess {
  const wait = "setInterval(() => {}, 1e6)";
  return spawn(process.execPath, ["-e", wait, "--", `--user-data-dir=${profile}`], { stdio: "ignore" });
}

/** Changes what stands in the control room's own lock. */
function change(slot: string, changed: object): void {
  const file = `${profileOf(slot)}.lock`;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...changed }));
}

function lockProfile(slot: string, holder: string): void {
  const profile = profileOf(slot);
  mkdirSync(profile, { recursive: true });
  symlinkSync(holder, join(profile, "SingletonLock"));
}

/** Pid of a process that has ended for certain. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

describe("every check", () => {
  test("has a number, a name, a state, what was found, and what to do unless it is well", async () => {
    const { checks } = await diagnose();
    expect(checks.map(({ number }) => number)).toEqual(checks.map((_, index) => index + 1));
    for (const check of checks) expect(check.what_to_do === null).toBe(check.state === "ok");
  });

  test("is a line for reading, with what to do under it", async () => {
    const { code, stdout } = await runCli(["doctor"], { home: home.path });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ 1 {2}ok {4}Node.js +24\./);
    expect(stdout).toMatch(/ 4 {2}fail {2}Display +neither DISPLAY nor WAYLAND_DISPLAY is set\n +→ Start it in/);
    expect(stdout).toMatch(/checks failed\.\n$/);
  });
});

test("a machine where all is well ends with 0", async () => {
  await using room = await FakeControlRoom.open(home.path);
  room.on("operator/snapshot", () => aSnapshot());
  configure({ browser: { path: fakeBrowser() } });
  const display = createServer();
  const number = 600 + (process.pid % 400);
  mkdirSync("/tmp/.X11-unix", { recursive: true });
  await new Promise<void>((done) => display.listen(`/tmp/.X11-unix/X${number}`, done));
  const { code, checks } = await diagnose({ DISPLAY: `:${number}` });
  display.close();
  // Electron's program may or may not be there, and the disk may be rather full: both only warn.
  expect(checks.filter(({ state }) => state === "fail")).toEqual([]);
  expect(code).toBe(0);
});

describe("the configuration", () => {
  test("that is broken fails with file and line, and the other checks still run", async () => {
    writeFileSync(join(home.path, "config.jsonc"), '{\n  "slots": {"count": 500}\n}');
    const { code, named, checks } = await diagnose();
    expect(named("Configuration")).toMatchObject({ state: "fail", found: expect.stringContaining("config.jsonc:2") });
    expect(checks.length).toBeGreaterThan(5);
    expect(code).toBe(1);
  });
});

describe("the browser", () => {
  test("that is configured and missing fails and says how to get one", async () => {
    configure({ browser: { path: "/nowhere/chrome" } });
    const { code, named } = await diagnose();
    expect(named("Browser")).toMatchObject({
      state: "fail",
      found: expect.stringContaining("/nowhere/chrome"),
      what_to_do: expect.stringContaining("Install Chromium"),
    });
    expect(code).toBe(1);
  });

  test("is missing where no path is set and none is installed", async () => {
    expect((await diagnose({ PATH: home.path })).named("Browser")).toMatchObject({ state: "fail" });
  });

  test("that is configured is asked for its version", async () => {
    configure({ browser: { path: fakeBrowser() } });
    expect((await diagnose()).named("Browser").found).toMatch(/^Chrome for Testing 140.0.1 at /);
  });

  test("without its sandbox gives a warning", async () => {
    configure({ browser: { path: fakeBrowser(), sandboxOff: true } });
    expect((await diagnose()).named("Browser").state).toBe("warn");
  });
});

describe("a profile lock", () => {
  test("of a process that has ended is a warning, and stays where it is", async () => {
    lockProfile("03", `${hostname()}-${deadPid()}`);
    const check = (await diagnose()).named("Profile locks");
    expect(check).toMatchObject({ state: "warn", found: expect.stringMatching(/have ended: slot 3 by process \d+/) });
    expect((await diagnose()).named("Profile locks")).toEqual(check);
  });

  test("of a running process is a warning without a control room, and fine with one", async () => {
    const chrome = runsOn(profileOf("12"));
    try {
      lockProfile("12", `${hostname()}-${chrome.pid}`);
      expect((await diagnose()).named("Profile locks")).toMatchObject({ state: "warn" });
      await using room = await FakeControlRoom.open(home.path);
      room.on("operator/snapshot", () => aSnapshot());
      expect((await diagnose()).named("Profile locks")).toMatchObject({
        state: "ok",
        found: expect.stringMatching(`^held by running processes: slot 12 by process ${chrome.pid} `),
      });
    } finally {
      chrome.kill("SIGKILL");
    }
  });

  test("of another machine fails, whatever runs under that pid here", async () => {
    lockProfile("03", `some-other-host-${process.pid}`);
    expect((await diagnose()).named("Profile locks")).toMatchObject({
      state: "fail",
      found: expect.stringContaining(`process ${process.pid} on the machine some-other-host`),
    });
  });

  test("of the control room's own is told with who, since when, and whether it locks; none is removed", async () => {
    for (const slot of ["01", "02", "03", "04", "05"]) {
      mkdirSync(profileOf(slot), { recursive: true });
      lockDirectory(profileOf(slot), `slot ${Number(slot)}`);
    }
    change("02", { owner: { pid: deadPid(), startTime: "ended" } });
    change("03", { host: "forge", machine: "another", boot: "another" });
    writeFileSync(`${profileOf("04")}.lock`, "{");
    change("05", { directory: { path: "/the/original", inode: "1" } });
    const check = (await diagnose()).named("Profile locks");
    expect(check).toMatchObject({
      state: "fail",
      what_to_do: expect.stringContaining("remove the named lock by hand"),
    });
    const [inTheWay, held, stale, copied] = check.found.split("; ");
    expect(inTheWay).toMatch(
      /slot 3 by process \d+ of \S+ on forge .*another machine: .*slot 4 by somebody: .*not JSON/,
    );
    expect(held).toMatch(
      new RegExp(`slot 1 by process ${process.pid} of .* on ${hostname()} \\(slot 1, since .* UTC\\)`),
    );
    expect(stale).toMatch(/have ended: slot 2 by process/);
    expect(copied).toMatch(/slot 5 by process .*works on \/the\/original/);
    expect((await diagnose()).named("Profile locks")).toEqual(check);
  });
});

describe("the control socket", () => {
  test("of a control room that answers is fine", async () => {
    await using room = await FakeControlRoom.open(home.path);
    room.on("operator/snapshot", () => aSnapshot());
    expect((await diagnose()).named("Control socket").found).toMatch(/a control room answers: 0.1.0/);
  });

  test("that nobody listens on is a warning", async () => {
    mkdirSync(join(home.path, "run"), { mode: 0o700 });
    writeFileSync(join(home.path, "run", "control.sock"), "");
    expect((await diagnose()).named("Control socket").state).toBe("warn");
  });

  test("with a token of another start fails", async () => {
    await using _room = await FakeControlRoom.open(home.path);
    writeFileSync(join(home.path, "run", "control.token"), "token-of-another-start");
    expect((await diagnose()).named("Control socket")).toMatchObject({
      state: "fail",
      found: expect.stringMatching(/^TOKEN_INVALID/),
    });
  });
});

describe("the home directory", () => {
  test("that others can read fails", async () => {
    chmodSync(home.path, 0o755);
    expect((await diagnose()).named("Home directory")).toMatchObject({
      state: "fail",
      what_to_do: expect.stringContaining("chmod 700"),
    });
  });

  test("that is not there yet is fine", async () => {
    const later = join(home.path, "a", "b");
    expect((await diagnose({ SESSIONDOCK_HOME: later })).named("Home directory").state).toBe("ok");
  });
});

describe("the database", () => {
  test("that is none fails", async () => {
    writeFileSync(join(home.path, "sessiondock.sqlite"), "this is not a database at all");
    expect((await diagnose()).named("Database").state).toBe("fail");
  });

  test("is known by its header", async () => {
    writeFileSync(join(home.path, "sessiondock.sqlite"), `SQLite format 3\0${" ".repeat(8192)}`);
    expect((await diagnose()).named("Database")).toMatchObject({
      state: "ok",
      found: expect.stringContaining("8 KiB"),
    });
  });

  test("that a running control room complains of fails in its words", async () => {
    await using room = await FakeControlRoom.open(home.path);
    const problem = { code: "DISK_FULL", message: "no space left", hint: "Free some." };
    const snapshot = aSnapshot();
    room.on("operator/snapshot", () => ({ ...snapshot, room: { ...snapshot.room, problems: [problem] } }));
    expect((await diagnose()).named("Database")).toMatchObject({
      state: "fail",
      found: "the control room says DISK_FULL: no space left",
      what_to_do: "Free some.",
    });
  });
});

describe("the display", () => {
  test("that a variable names but nobody serves fails", async () => {
    expect((await diagnose({ DISPLAY: ":59999" })).named("Display")).toMatchObject({
      state: "fail",
      found: expect.stringContaining("/tmp/.X11-unix/X59999 takes no connection"),
    });
  });

  test("without X is a warning on Wayland", async () => {
    expect((await diagnose({ WAYLAND_DISPLAY: "wayland-0" })).named("Display").state).toBe("warn");
  });

  test.each([
    [":1", { path: "/tmp/.X11-unix/X1" }],
    ["unix:2.0", { path: "/tmp/.X11-unix/X2" }],
    ["far.example:3.1", { host: "far.example", port: 6003 }],
    ["screen", undefined],
  ])("%s is reached at the right place", (display, options) => {
    expect(x11Address(display)?.options).toEqual(options);
  });
});
