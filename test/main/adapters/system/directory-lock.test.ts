import {
  chmodSync,
  cpSync,
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
import {
  type DirectoryLock,
  holderWords,
  lockDirectory,
  lockOf,
} from "../../../../src/main/adapters/system/directory-lock.ts";
import { hidingNode, nobody } from "../../../support/hiding-node.ts";
import { LockRacer } from "../../../support/lock-racers.ts";

let home: string;
let profile: string;
let file: string;
const racers: LockRacer[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "dock-lock-"));
  profile = join(home, "slots", "01", "profile");
  file = `${profile}.lock`;
  mkdirSync(profile, { recursive: true });
});

afterEach(async () => {
  await Promise.all(racers.splice(0).map((racer) => racer.kill()));
  rmSync(home, { recursive: true, force: true });
});

async function racer(directory = profile, options: { uid?: number; execPath?: string } = {}): Promise<LockRacer> {
  const started = await LockRacer.start(directory, options);
  racers.push(started);
  return started;
}

function take(directory = profile): DirectoryLock {
  const lock = lockDirectory(directory, "slot 1");
  if ("heldBecause" in lock) throw new Error(lock.heldBecause);
  return lock;
}

function refusal(directory = profile): string {
  const lock = lockDirectory(directory, "slot 1");
  if (!("heldBecause" in lock)) throw new Error("the lock was given");
  return lock.heldBecause;
}

/** Changes what stands in the lock, as another machine or another time would have written it. */
function rewrite(change: object): void {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), ...change }));
}

describe("the lock of a profile directory (R12)", () => {
  it("is one process's at a time; the other is told host, process, user and since when", async () => {
    const owner = await racer();
    expect(await owner.take()).toMatchObject({ taken: true, replaced: null });
    expect(refusal()).toMatch(
      new RegExp(`^is in use by process ${owner.pid} of \\S+ on \\S+ \\(slot 1, since \\d{4}-.* UTC\\)$`),
    );
    await owner.release();
    expect(existsSync(file)).toBe(false);
    take().release();
  });

  it("is not taken twice by one process either", () => {
    const lock = take();
    expect(refusal()).toContain(`process ${process.pid}`);
    lock.release();
  });

  it("of a process that was killed is replaced, and that is told", async () => {
    const owner = await racer();
    await owner.take();
    await owner.kill();
    const lock = take();
    expect(lock.replaced).toContain(`process ${owner.pid}`);
    expect(lock.replaced).toContain("has ended");
    lock.release();
  });

  it("stands as long as the Chrome that it names, also when its control room was killed", async () => {
    const [owner, chrome] = [await racer(), await racer()];
    await owner.take();
    await owner.name(chrome.pid);
    await owner.kill();
    expect(refusal()).toContain(`Chrome is process ${chrome.pid}`);
    await chrome.kill();
    take().release();
  });

  it("is given up by its own process only", () => {
    const lock = take();
    rewrite({ id: "somebody-else" });
    lock.release();
    lock.names({ pid: 1, startTime: "" });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ id: "somebody-else", browser: null });
  });

  it("of a former boot is replaced, though its process number runs again", () => {
    take();
    rewrite({ boot: "an-earlier-boot" });
    expect(take().replaced).toContain("before this machine was started again");
  });

  it("of another machine is kept, and where it is and what to do is told", () => {
    take();
    rewrite({ host: "forge", machine: "another", boot: "another" });
    expect(refusal()).toMatch(/on forge .*another machine.*if that machine is gone for good, remove .*profile\.lock/);
    expect(holderWords(lockOf(profile))).toBe(refusal());
  });

  it.each([
    ["is empty", "", "it is empty"],
    ["is no JSON", "{", "it is not JSON"],
    ["misses something", '{"version":1}', "id:"],
    ["is of a later version", JSON.stringify({ version: 2 }), "version:"],
    ["names a group of processes", JSON.stringify({ owner: { pid: -1, startTime: "" } }), "owner.pid:"],
  ])("that %s is an error that names the file, and is kept", (_, text, why) => {
    take();
    if (text.startsWith('{"owner"')) rewrite(JSON.parse(text));
    else writeFileSync(file, text);
    const before = readFileSync(file, "utf8");
    expect(refusal()).toContain(`can't be read (${why}`);
    expect(refusal()).toContain(`remove ${file}`);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("leaves nothing beside it, also of those that were killed while they took it", () => {
    take();
    rewrite({ boot: "an-earlier-boot" });
    const text = readFileSync(file, "utf8");
    const { id } = JSON.parse(text);
    // The right to succeed it, and a draft, of a process that is gone.
    writeFileSync(`${file}.after-${id}`, text.replace(id, "halfway"));
    writeFileSync(`${file}.halfway`, text.replace(id, "halfway"));
    take().release();
    expect(readdirSync(join(home, "slots", "01"))).toEqual(["profile"]);
  });
});

describe("one profile under several names (R12)", () => {
  it("has one lock through a link to the profile, and through a link to the directory of slots", async () => {
    const second = join(home, "second-home");
    mkdirSync(second);
    symlinkSync(join(home, "slots"), join(second, "slots"));
    symlinkSync(profile, join(home, "link"));
    const owner = await racer();
    await owner.take();
    expect(refusal(join(second, "slots", "01", "profile"))).toContain(`process ${owner.pid}`);
    expect(refusal(join(home, "link"))).toContain(`process ${owner.pid}`);
  });

  it("is locked under its new name when it was moved together with its lock", async () => {
    const owner = await racer();
    await owner.take();
    renameSync(join(home, "slots"), join(home, "moved"));
    expect(refusal(join(home, "moved", "01", "profile"))).toContain(`process ${owner.pid}`);
  });

  it("is free in a copy, which says so, and stays locked in the original", async () => {
    const owner = await racer();
    await owner.take();
    cpSync(join(home, "slots"), join(home, "copy"), { recursive: true });
    const lock = take(join(home, "copy", "01", "profile"));
    expect(lock.replaced).toMatch(
      new RegExp(`is a copy: .*process ${owner.pid} .*which works on ${profile}. Logins are in both places`),
    );
    lock.release();
    expect(refusal()).toContain(`process ${owner.pid}`);
  });
});

describe.runIf(process.getuid?.() === 0 && process.platform === "linux")("two users on one profile (R12)", () => {
  beforeEach(() => {
    for (const path of [home, join(home, "slots"), join(home, "slots", "01"), profile]) chmodSync(path, 0o777);
  });

  it("keep each other out, and each is told who the other is", async () => {
    const [owner, other] = [await racer(), await racer(profile, { uid: nobody })];
    await owner.take();
    expect((await other.take()).heldBecause).toContain(`process ${owner.pid} of root`);
    await owner.release();
    expect(await other.take()).toMatchObject({ taken: true });
    expect(refusal()).toContain(`process ${other.pid} of nobody`);
  });

  it("keep each other out where the system does not show one's processes to the other", async (context) => {
    const hidden = hidingNode(home);
    if (hidden === null) return context.skip("no process table can be mounted here");
    const [owner, other] = [await racer(), await racer(profile, { execPath: hidden })];
    await owner.take();
    expect((await other.take()).heldBecause).toMatch(
      new RegExp(`is locked by process ${owner.pid} of root .*does not let us see`),
    );
    await owner.kill();
    expect(await other.take()).toMatchObject({ taken: true });
  });
});

describe("many processes that want one profile at the same moment (R12)", () => {
  const crowd = 6;
  const rounds = 150;

  it.each([
    ["where no lock is", () => {}],
    [
      "where a lock of a former boot is",
      () => {
        take();
        rewrite({ boot: "an-earlier-boot" });
      },
    ],
    [
      "where somebody was killed while it replaced such a lock",
      () => {
        take();
        rewrite({ boot: "an-earlier-boot" });
        const text = readFileSync(file, "utf8");
        const { id } = JSON.parse(text);
        writeFileSync(`${file}.after-${id}`, text.replace(id, "halfway"));
      },
    ],
  ])("%s: exactly one gets it, every time", { timeout: 60_000 }, async (_, prepare) => {
    const all = await Promise.all(Array.from({ length: crowd }, () => racer()));
    const owners: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      prepare();
      const at = Date.now() + 4;
      const answers = await Promise.all(all.map((each) => each.take(at)));
      owners.push(answers.filter(({ taken }) => taken).length);
      await Promise.all(all.map((each) => each.release()));
    }
    expect(owners).toEqual(owners.map(() => 1));
    expect(readdirSync(join(home, "slots", "01"))).toEqual(["profile"]);
  });

  it("while owners are killed: never two, and the next crowd gets it", { timeout: 60_000 }, async () => {
    let all = await Promise.all(Array.from({ length: crowd }, () => racer()));
    for (let round = 0; round < 12; round += 1) {
      const at = Date.now() + 4;
      const answers = await Promise.all(all.map((each) => each.take(at)));
      const owner = answers.findIndex(({ taken }) => taken);
      expect(answers.filter(({ taken }) => taken)).toHaveLength(1);
      await all[owner]?.kill();
      all = [...all.filter((__, index) => index !== owner), await racer()];
    }
  });
});
