import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rectangle } from "../../src/core/view/snapshot.ts";
import { toBounds } from "../../src/core/wall/units.ts";
import { launchChrome } from "../../src/main/adapters/chrome/launch-chrome.ts";
import { isRecord, parseMessage } from "../../src/main/engine/gate/messages.ts";

type Answer = Readonly<Record<string, unknown>>;

/** A real Chrome as a slot has it, driven by its pipe, without a control room. */
export interface SlotChrome {
  readonly pid: number;
  /** Sends a DevTools command. @throws Error with Chrome's message */
  command(method: string, parameters?: Answer, sessionId?: string): Promise<Answer>;
  /** Opens a window there, without taking the focus. @param pixels of the screen */
  openWindow(url: string, pixels: Rectangle): Promise<SlotChromeWindow>;
  close(): Promise<void>;
}

export interface SlotChromeWindow {
  readonly windowId: number;
  /** Runs code in its first page, as if the person had clicked there. */
  run(code: string): Promise<void>;
}

/** @param options.scale `--force-device-scale-factor` @param options.colour of the frame */
export async function openSlotChrome(
  display: string,
  options: { readonly scale: number; readonly colour: string },
): Promise<SlotChrome> {
  const home = await mkdtemp(join(tmpdir(), "slot-chrome-"));
  const { scale, colour } = options;
  const directories = { profile: join(home, "profile"), downloads: join(home, "down"), uploads: join(home, "up") };
  // What Chrome inherits.
  process.env["DISPLAY"] = display;
  const binary = process.env["SESSIONDOCK_TEST_CHROME"] ?? "/usr/bin/chromium";
  const chrome = await launchChrome(binary, process.getuid?.() === 0, {
    slot: 1,
    ...directories,
    scale,
    label: "slot",
    colour,
  });
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  /** By session: what is to be done when its page has loaded. */
  const loads = new Map<string, () => void>();
  let sent = 0;
  chrome.pipe.onMessage((text) => {
    const message = parseMessage(text);
    const { id, result, error } = message;
    if (message["method"] === "Page.loadEventFired") loads.get(String(message["sessionId"]))?.();
    if (typeof id !== "number") return;
    if (error === undefined) waiting.get(id)?.resolve(isRecord(result) ? result : {});
    else waiting.get(id)?.reject(new Error(JSON.stringify(error)));
    waiting.delete(id);
  });
  const command = (method: string, params: Answer = {}, sessionId?: string): Promise<Answer> => {
    const answer = Promise.withResolvers<Answer>();
    sent += 1;
    waiting.set(sent, answer);
    chrome.pipe.write(JSON.stringify({ id: sent, method, params, sessionId }));
    return answer.promise;
  };
  return {
    pid: chrome.pid,
    command,
    async openWindow(url, pixels) {
      const { x, y, width, height } = toBounds(pixels, scale);
      const place = { left: x, top: y, width, height };
      const { targetId } = await command("Target.createTarget", {
        url: "about:blank",
        newWindow: true,
        background: true,
        ...place,
      });
      const { windowId } = await command("Browser.getWindowForTarget", { targetId });
      const { sessionId } = await command("Target.attachToTarget", { targetId, flatten: true });
      await command("Browser.setWindowBounds", { windowId, bounds: place });
      const loaded = Promise.withResolvers<void>();
      loads.set(String(sessionId), loaded.resolve);
      await command("Page.enable", {}, String(sessionId));
      // What runs while another document takes the first one's place may never be answered.
      await command("Page.navigate", { url }, String(sessionId));
      await loaded.promise;
      return {
        windowId: Number(windowId),
        async run(expression) {
          await command("Runtime.evaluate", { expression, userGesture: true }, String(sessionId));
        },
      };
    },
    async close() {
      chrome.pipe.close();
      await chrome.exited;
      // Its helper processes may still write for a moment.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
