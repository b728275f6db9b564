import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTimeOf } from "../../../../src/main/adapters/process/process-identity.ts";
import { createProcesses } from "../../../../src/main/adapters/process/processes.ts";

const processes = createProcesses();
let child: ChildProcess;
let pid: number;
let startTime: string;

beforeEach(async () => {
  child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1e6)"], {
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  if (child.stdout) await once(child.stdout, "data");
  pid = child.pid ?? 0;
  startTime = startTimeOf(pid) ?? "";
});

afterEach(() => child.kill("SIGKILL"));

describe("a process that was recorded", () => {
  it("is known by pid and start time together: pids are given out again", () => {
    expect(processes.isAlive(pid, startTime)).toBe(true);
    expect(processes.isAlive(pid, "1")).toBe(false);
    expect(processes.isAlive(pid, "")).toBe(false);
  });

  it("is never killed when only its pid is the same", async () => {
    processes.kill(pid, "1");
    expect(await processes.waitForExit(pid, startTime, 0)).toBe(false);
    expect(child.signalCode).toBeNull();
  });

  it("is gone once its exit was seen, and that is waited for", async () => {
    const seen = processes.waitForExit(pid, startTime, 10_000);
    processes.kill(pid, startTime);
    expect(await seen).toBe(true);
    expect(processes.isAlive(pid, startTime)).toBe(false);
  });

  it("counts with its memory", async () => {
    expect(await processes.memoryMb([pid])).toBeGreaterThan(1);
    expect(await processes.memoryMb([])).toBe(0);
  });
});
