import { describe, expect, it } from "vitest";
import { type Here, judgeLock, type LockRecord, type Observed } from "../../src/core/slot/profile-lock.ts";
import { lockSentence } from "../../src/core/view/lock-words.ts";

const directory = { path: "/h/slots/03/profile", inode: "7" };
const here: Here = { host: "mill", machine: "m1", boot: "b1", pidNamespace: "pid:[1]" };
const lock: LockRecord = {
  version: 1,
  id: "x",
  ...here,
  user: "ada",
  purpose: "slot 3",
  owner: { pid: 12, startTime: "b1:100" },
  browser: { pid: 13, startTime: "b1:200" },
  directory,
  since: Date.UTC(2026, 0, 2, 3, 4),
};
const gone: Observed = { directory, owner: "gone", browser: "gone" };
const bothRun: Observed = { directory, owner: "runs", browser: "runs" };

describe("a lock on a profile (R12)", () => {
  it("is stale only when every process that it names is gone", () => {
    expect(judgeLock(lock, here, gone)).toBe("ended");
    expect(judgeLock(lock, here, { ...gone, owner: "runs" })).toBe("held");
    // A Chrome may outlive the control room that had started it.
    expect(judgeLock(lock, here, { ...gone, browser: "runs" })).toBe("held");
  });

  it("of a process that the system does not show is not taken for stale", () => {
    expect(judgeLock(lock, here, { ...gone, owner: "unknown" })).toBe("unseen");
    expect(judgeLock(lock, { ...here, pidNamespace: "pid:[2]" }, gone)).toBe("unseen");
  });

  it("of a former boot is stale, whatever runs under those numbers now", () => {
    expect(judgeLock(lock, { ...here, boot: "b2" }, bothRun)).toBe("former_boot");
    expect(judgeLock({ ...lock, boot: "" }, here, bothRun)).toBe("held");
  });

  it("of another machine is never stale here, also when both have one name", () => {
    const other = { host: "forge", machine: "m2", boot: "b2", pidNamespace: "pid:[1]" };
    expect(judgeLock(lock, other, gone)).toBe("elsewhere");
    expect(judgeLock(lock, { ...other, host: "mill" }, gone)).toBe("elsewhere");
    // Where no machine id is told the name decides.
    expect(judgeLock({ ...lock, machine: "" }, other, gone)).toBe("elsewhere");
    expect(judgeLock({ ...lock, machine: "" }, { ...other, host: "mill" }, gone)).toBe("former_boot");
  });

  it("knows a machine that was renamed since by its boot", () => {
    expect(judgeLock(lock, { ...here, host: "renamed", machine: "" }, gone)).toBe("ended");
  });

  it("that came with a copy locks nothing, and one on a directory that was moved, or replaced, does", () => {
    expect(judgeLock(lock, here, { ...bothRun, directory: { path: "/copy", inode: "8" } })).toBe("copied");
    expect(judgeLock(lock, here, { ...bothRun, directory: { path: "/moved", inode: "7" } })).toBe("held");
    expect(judgeLock(lock, here, { ...bothRun, directory: { ...directory, inode: "8" } })).toBe("held");
  });

  it.each(["held", "elsewhere", "unseen", "ended", "former_boot", "copied"] as const)(
    "that is %s names host, process, user and since when",
    (state) => {
      const sentence = lockSentence(lock, state, "/h/slots/03/profile.lock");
      for (const part of ["process 12", "of ada", "on mill", "slot 3", "since 2026-01-02 03:04 UTC"]) {
        expect(sentence).toContain(part);
      }
    },
  );
});
