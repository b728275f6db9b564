import type { Exit, LaunchRequest, PersonRequest, RunningBrowser } from "../../src/main/engine/ports.ts";
import { FakePipe } from "./fake-pipe.ts";

/** Answers the control room as a Chrome would; what the test sets in `answers` comes first, `mute` gets no answer. */
class FakeChromePipe extends FakePipe {
  readonly mute = new Set<string>();
  readonly tabs = new Set<string>();
  /** Where its windows are, in its own units, by their ids; 1 is the first. The test moves them as a person would. */
  readonly bounds = new Map<number, Readonly<Record<string, unknown>>>();
  /** Of tabs in a window of their own: which one. */
  readonly windows = new Map<string, number>();
  onClose: () => void = () => {};
  onWrite: (method: string) => void = () => {};
  #count = 0;

  constructor() {
    super();
    for (const method of Object.keys(this.answers)) delete this.answers[method];
  }

  override write(message: string): void {
    super.write(message);
    const command = this.written.at(-1) ?? {};
    const method = String(command["method"]);
    this.onWrite(method);
    if (this.mute.has(method) || Object.hasOwn(this.answers, method)) return;
    // After this turn, as from another process.
    queueMicrotask(() => {
      const { sessionId } = command;
      this.says({ id: command["id"], result: this.#act(method, command), ...(sessionId ? { sessionId } : {}) });
    });
  }

  override close(): void {
    if (this.closed) return;
    super.close();
    this.onClose();
  }

  /** A page has opened a tab, or a person has. */
  opensTab(targetId: string, openerId?: string): void {
    this.tabs.add(targetId);
    const targetInfo = { targetId, type: "page", url: "about:blank", ...(openerId ? { openerId } : {}) };
    this.says({ method: "Target.targetCreated", params: { targetInfo } });
  }

  /** A page of the agent's sends something; heard on the session that the control room watches with. */
  sends(method: string, url: string, requestId: string, part: object = {}): void {
    const request = { url, method };
    const params = { requestId, request, type: "Fetch", frameId: "TAB1", initiator: { type: "script" }, ...part };
    this.#network("requestWillBeSent", params);
  }

  answersRequest(requestId: string, status: number): void {
    this.#network("responseReceived", { requestId, response: { status } });
    this.#network("loadingFinished", { requestId });
  }

  failsRequest(requestId: string, errorText: string): void {
    this.#network("loadingFailed", { requestId, errorText });
  }

  #network(event: string, params: object): void {
    const watching = this.written.findLast((each) => each["method"] === "Network.enable");
    this.says({ method: `Network.${event}`, params, sessionId: watching?.["sessionId"] });
  }

  #act(method: string, command: Readonly<Record<string, unknown>>): object {
    switch (method) {
      case "Target.createTarget": {
        this.#count += 1;
        if (paramOf(command, "newWindow") === true) this.bounds.set(1, placeIn(command));
        const targetId = `TAB${this.#count}`;
        this.opensTab(targetId);
        return { targetId };
      }
      case "Target.closeTarget": {
        const targetId = String(paramOf(command, "targetId"));
        this.tabs.delete(targetId);
        this.says({ method: "Target.targetDestroyed", params: { targetId } });
        return { success: true };
      }
      case "Target.attachToBrowserTarget":
      case "Target.attachToTarget":
        this.#count += 1;
        return { sessionId: `SESSION${this.#count}` };
      case "Browser.getWindowForTarget":
        return { windowId: this.windows.get(String(paramOf(command, "targetId"))) ?? 1, bounds: {} };
      case "Browser.setWindowBounds": {
        const windowId = Number(paramOf(command, "windowId"));
        this.bounds.set(windowId, { ...this.bounds.get(windowId), ...asBounds(paramOf(command, "bounds")) });
        return {};
      }
      case "Browser.getWindowBounds":
        return { bounds: this.bounds.get(Number(paramOf(command, "windowId"))) ?? {} };
      default:
        return {};
    }
  }
}

function placeIn(command: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const sides = ["left", "top", "width", "height"].map((side) => [side, paramOf(command, side)]);
  return { ...Object.fromEntries(sides), windowState: "normal" };
}

function asBounds(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

export function paramOf(command: Readonly<Record<string, unknown>>, name: string): unknown {
  const params: unknown = command["params"];
  return typeof params === "object" && params !== null
    ? Object.entries(params).find(([key]) => key === name)?.[1]
    : null;
}

/** What all fake processes share: who is alive, by pid and start time. */
export type Alive = Map<number, string>;

/** A Chrome whose life the test decides. */
export class FakeChrome implements RunningBrowser {
  readonly pid: number;
  readonly startTime: string;
  readonly slot: number;
  readonly scale: number;
  readonly pipe = new FakeChromePipe();
  replacedLocks: readonly string[] = [];
  readonly exited: Promise<Exit>;
  /** False for one that hangs while it closes. */
  closesWhenAsked = true;
  /** False for one that the kernel can't get rid of. */
  diesWhenKilled = true;
  killed = false;
  /** Where the window opened in which the person logs in; undefined for one on a pipe. */
  readonly address: string | null | undefined;
  /** Its control room is gone and hears of nothing any more. */
  orphaned = false;
  readonly #alive: Alive;
  readonly #exit: (exit: Exit) => void;
  readonly #now: () => number;

  constructor(pid: number, request: LaunchRequest | PersonRequest, alive: Alive, now: () => number) {
    const { promise, resolve } = Promise.withResolvers<Exit>();
    this.pid = pid;
    this.startTime = `start of ${pid}`;
    this.slot = request.slot;
    this.scale = request.scale;
    this.address = "address" in request ? request.address : undefined;
    this.exited = promise;
    this.#exit = resolve;
    this.#alive = alive;
    this.#now = now;
    alive.set(pid, this.startTime);
    this.pipe.onClose = () => {
      if (this.closesWhenAsked && !this.isPersons) this.exits();
    };
  }

  /** It has no pipe that could close it. */
  get isPersons(): boolean {
    return this.address !== undefined;
  }

  get alive(): boolean {
    return this.#alive.has(this.pid);
  }

  exits(code: number | null = 0, signal: string | null = null): void {
    if (!this.alive) return;
    this.#alive.delete(this.pid);
    if (!this.orphaned) this.#exit({ code, signal, at: this.#now() });
  }

  kill(): void {
    this.killed = true;
    if (this.diesWhenKilled) this.exits(null, "SIGKILL");
  }

  output(): string {
    return "the last words of a fake Chrome";
  }
}
