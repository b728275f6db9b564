import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launchChrome } from "../../../src/main/adapters/chrome/launch-chrome.ts";
import { openEndpointServer } from "../../../src/main/adapters/process/endpoint-server.ts";
import { Gate } from "../../../src/main/engine/gate/gate.ts";
import type { BrowserPipe } from "../../../src/main/engine/ports.ts";

export interface GatedSlot {
  readonly endpoint: string;
  readonly token: string;
  readonly downloads: string;
  /** What has passed the gate so far, and what it cost this process. */
  readonly passed: () => Passed;
}

export interface Passed {
  /** Commands written to Chrome, and messages read from it. */
  readonly commands: number;
  readonly messages: number;
  /** Milliseconds of processor time that this process has used since it began. */
  readonly processor: number;
}

interface SlotOptions {
  readonly home: string;
  readonly binary: string;
  readonly sandboxOff: boolean;
  readonly bounds: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** A slot's Chrome behind the real gate and the real endpoint server, in this process; nothing else of the room. */
export async function openGatedSlot(options: SlotOptions, stack: AsyncDisposableStack): Promise<GatedSlot> {
  const { home, binary, sandboxOff, bounds } = options;
  const [profile, downloads, uploads, run] = ["profile", "downloads", "uploads", "run"].map((name) =>
    join(home, "gated", name),
  );
  if (!profile || !downloads || !uploads || !run) throw new Error("the slot has no directories");
  mkdirSync(run, { recursive: true, mode: 0o700 });
  const chrome = await launchChrome(binary, sandboxOff, {
    slot: 1,
    profile,
    downloads,
    uploads,
    scale: 1,
    label: "Slot 1",
    colour: "#1f63c4",
  });
  stack.defer(async () => {
    chrome.pipe.close();
    await chrome.exited;
  });
  let commands = 0;
  let messages = 0;
  const counted: BrowserPipe = {
    ...chrome.pipe,
    write: (message) => {
      commands += 1;
      chrome.pipe.write(message);
    },
  };
  chrome.pipe.onMessage(() => {
    messages += 1;
  });
  const gate = new Gate(counted, {
    currentEpoch: () => 1,
    holder: () => "agent",
    now: () => Date.now(),
    downloads,
    mayShowTabs: () => false,
    mayUpload: () => false,
    onTabOpened: () => {},
    onTabsChanged: () => {},
    onRefused: (method, reason) => process.stderr.write(`the gate refused ${method}: ${reason}\n`),
  });
  await gate.start();
  await gate.openTab({ url: "about:blank", newWindow: true, background: true, ...bounds });
  const sessionId = await gate.attachLease();
  const endpoints = stack.adopt(await openEndpointServer(join(run, "gate.sock")), (opened) => opened.close());
  const offer = endpoints.offer("bench", (socket) => gate.admitTenant(sessionId, 1, socket));
  const passed = () => {
    const { user, system } = process.cpuUsage();
    return { commands, messages, processor: (user + system) / 1000 };
  };
  return { endpoint: offer.endpoint, token: offer.token, downloads, passed };
}
