import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openChoices } from "../../../../src/main/adapters/system/choices.ts";
import { parseConfig, readConfig } from "../../../../src/main/adapters/system/config.ts";
import { isInside, privateDirectory, privateFile } from "../../../../src/main/adapters/system/files.ts";
import { takeHomeLock } from "../../../../src/main/adapters/system/home-lock.ts";
import { resolvePaths, slotDirectories } from "../../../../src/main/adapters/system/paths.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dock-system-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe("the paths of a control room", () => {
  it("lie in its home, sockets included", () => {
    const paths = resolvePaths({ SESSIONDOCK_HOME: "/h" });
    expect(paths).toMatchObject({ config: "/h/config.jsonc", controlSocket: "/h/run/control.sock", slots: "/h/slots" });
    expect(slotDirectories(paths, 7).profile).toBe("/h/slots/07/profile");
  });

  it("move the sockets to the temporary directory when the home's path is too long for one", () => {
    const long = (end: string) => resolvePaths({ SESSIONDOCK_HOME: `/${"x".repeat(90)}${end}` });
    expect(long("a").controlSocket.startsWith(tmpdir())).toBe(true);
    expect(long("a").controlSocket.length).toBeLessThanOrEqual(100);
    expect(long("a").run).not.toBe(long("b").run);
    expect(long("a").database).toContain("xxxx");
  });
});

describe("the configuration", () => {
  it("has a default for everything, and an absent file is a valid one", () => {
    expect(readConfig(join(directory, "none.jsonc"))).toMatchObject({
      slots: { count: 25, live: 10 },
      browser: { allowSystem: false, sandboxOff: false },
    });
  });

  it("may have comments and a trailing comma", () => {
    expect(parseConfig('// mine\n{ "slots": { "live": 3, } }', "c").slots).toEqual({ count: 25, live: 3 });
  });

  it.each([
    ["a value of the wrong type", '{\n  "slots": {\n    "count": "many"\n  }\n}', "c:3: slots.count"],
    ["an unknown field", '{\n  "slots": {\n    "cuont": 3\n  }\n}', "c:3: slots"],
    ["a slip of the keyboard", '{\n  "slots": {\n    "count" 3\n  }\n}', "c:3:"],
    [
      "a field that a comment names before",
      '{\n  // "count" is mine\n  "slots": {\n\n    "count": 0 }\n}',
      "c:5: slots.count",
    ],
  ])("names the line of %s", (_, text, place) => {
    const error = expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining(place) });
    expect(() => parseConfig(text, "c")).toThrow(error);
  });

  it("that can't be read is an error, not an empty one", () => {
    expect(() => readConfig(directory)).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });
});

describe("the lock of a home (R12)", () => {
  let holder: ChildProcess | null = null;

  afterEach(() => holder?.kill("SIGKILL"));

  async function hold(): Promise<unknown> {
    holder = fork(join(import.meta.dirname, "fixture/lock-holder.ts"), [join(directory, "lock")]);
    const [said] = await once(holder, "message");
    return said;
  }

  it("is one process's at a time, and free once that was killed", async () => {
    const file = join(directory, "lock");
    expect(await hold()).toBe("taken");
    expect(takeHomeLock(file)).toBeNull();
    const exited = once(holder ?? process, "exit");
    holder?.kill("SIGKILL");
    await exited;
    const lock = takeHomeLock(file);
    expect(lock).not.toBeNull();
    expect(await hold()).toBe("refused");
    lock?.release();
    expect(takeHomeLock(file)).not.toBeNull();
  });
});

describe("many control rooms that start on one home at the same moment (R12)", () => {
  it("are one", { timeout: 60_000 }, async () => {
    const fixture = join(import.meta.dirname, "fixture/lock-holder.ts");
    for (let round = 0; round < 5; round += 1) {
      const all = Array.from({ length: 4 }, () => fork(fixture, [join(directory, "lock")]));
      const said = await Promise.all(all.map(async (each) => (await once(each, "message"))[0]));
      expect(said.toSorted()).toEqual(["refused", "refused", "refused", "taken"]);
      await Promise.all(
        all.map(async (each) => {
          const exited = once(each, "exit");
          each.kill("SIGKILL");
          await exited;
        }),
      );
    }
  });
});

describe("files and choices", () => {
  it("keeps each choice beside the others, private, and an unreadable file counts as none", () => {
    const choices = openChoices(directory);
    expect(choices.read()).toEqual({});
    choices.change({ browser: "/chrome" });
    choices.change({ monitor: "M2" });
    expect(choices.read()).toEqual({ browser: "/chrome", monitor: "M2" });
    expect(statSync(join(directory, "choices.json")).mode & 0o777).toBe(0o600);
    writeFileSync(join(directory, "choices.json"), "{");
    expect(choices.read()).toEqual({});
  });

  it("makes directories and files private whatever they were before", () => {
    const [inner, file] = [join(directory, "run"), join(directory, "token")];
    mkdirSync(inner);
    writeFileSync(file, "old");
    for (const path of [inner, file]) chmodSync(path, 0o777);
    privateDirectory(inner);
    privateFile(file, "new");
    expect([inner, file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it("sees through a symbolic link that leads out of a folder, and past a folder of a like name (R32)", () => {
    const uploads = join(directory, "uploads");
    for (const path of [uploads, `${uploads}-other`]) mkdirSync(path);
    for (const path of [join(uploads, "mine"), join(`${uploads}-other`, "file"), join(directory, "secret")]) {
      writeFileSync(path, "");
    }
    symlinkSync(join(directory, "secret"), join(uploads, "link"));
    const inside = (path: string) => isInside(path, [uploads]);
    expect(inside(join(uploads, "mine"))).toBe(true);
    expect(inside(join(uploads, "link"))).toBe(false);
    expect(inside(join(`${uploads}-other`, "file"))).toBe(false);
    expect(inside(join(uploads, "none"))).toBe(false);
    expect(inside(join(uploads, "../secret"))).toBe(false);
  });
});
