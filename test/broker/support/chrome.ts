import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import { z } from "zod";

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

/** Closes the page that shows this address, as a person would: nobody else asked for it. */
export async function closePage(endpoint: string, url: string): Promise<void> {
  const socket = new WebSocket(endpoint, { perMessageDeflate: false });
  const messages = on(socket, "message");
  await once(socket, "open");
  socket.send(JSON.stringify({ id: 1, method: "Target.getTargets" }));
  for await (const [data] of messages) {
    const message = answer.safeParse(JSON.parse(String(data)));
    if (!message.success) continue;
    if (message.data.id === 2) break;
    const targetId = message.data.result.targetInfos?.find((target) => target.url === url)?.targetId;
    if (targetId === undefined) throw new Error(`no page shows ${url}`);
    socket.send(JSON.stringify({ id: 2, method: "Target.closeTarget", params: { targetId } }));
  }
  socket.close();
}

const answer = z.object({
  id: z.int(),
  result: z.object({ targetInfos: z.array(z.object({ targetId: z.string(), url: z.string() })).optional() }),
});
