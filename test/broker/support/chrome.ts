import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface TestChrome {
  /** DevTools endpoint of the whole browser: a leased one of the gate's is the same to a broker. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** A real Chromium of its own, with its debugging port on loopback: only in tests. */
export async function startChrome(): Promise<TestChrome> {
  const profile = await mkdtemp(join(tmpdir(), "broker-test-chrome-"));
  const chrome = spawn(
    process.env["SESSIONDOCK_TEST_BROWSER"] ?? "/usr/bin/chromium",
    [
      "--headless=new",
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-background-timer-throttling",
      "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = once(chrome, "exit");
  return {
    endpoint: await listening(chrome.stderr),
    stop: async () => {
      chrome.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function listening(stderr: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stderr });
  for await (const line of lines) {
    const [, endpoint] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (endpoint !== undefined) return endpoint;
  }
  throw new Error("Chromium ended before it listened");
}
