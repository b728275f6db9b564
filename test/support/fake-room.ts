import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResolveWay } from "../../src/core/slot/quarantine.ts";
import type { ReceiptView, SlotView, Snapshot } from "../../src/core/view/snapshot.ts";
import { openStore } from "../../src/main/adapters/sqlite/store.ts";
import { type ControlRoom, openControlRoom } from "../../src/main/control-room.ts";
import type { AgentSession } from "../../src/main/engine/agent-sessions.ts";
import type { Store } from "../../src/main/engine/ports.ts";
import type { WaitNotice } from "../../src/main/engine/queue/waiting.ts";
import type { TargetSettings } from "../../src/main/engine/target-settings.ts";
import type { Workplaces } from "../../src/main/engine/workplaces-port.ts";
import type { ToolResult } from "../../src/shared/contract/agent.ts";
import { type OperatorCallKey, operatorCalls } from "../../src/shared/contract/operator.ts";
import { carriesOut, type FakeBroker } from "./fake-broker.ts";
import type { FakeChrome } from "./fake-chrome.ts";
import { settle } from "./fake-clock.ts";
import { FakeWorld } from "./fake-ports.ts";
import { noConfigFile } from "./no-config-file.ts";

/** In memory where the system has such a place: nothing here is about a power cut, and each write would wait for the disk. */
const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Its query is a secret that must be found nowhere. */
export const saveWithQuery = "http://shop.test/save?token=secret";

export interface Call {
  readonly result: Promise<ToolResult>;
  /** Null until it has been answered. */
  answer(): ToolResult | null;
  readonly notices: WaitNotice[];
  cancel(): void;
}

export interface CallOptions {
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly actionId?: string;
  readonly waitMs?: number;
  /** What its wrapper answers when its turn comes. */
  readonly stillThere?: () => Promise<boolean>;
}

export interface FakeAgent {
  readonly session: AgentSession;
  call(tool: string, options?: CallOptions): Call;
  /** A call that acts on a page, awaited. */
  click(): Promise<ToolResult>;
  goodbye(): void;
  /** Its connection ends without a word. */
  vanish(): void;
}

/** Where a room of an earlier process was, with its real files. */
export interface Place {
  readonly directory: string;
  readonly workplaces: Workplaces;
}

export interface FakeSettings {
  slots: number;
  readonly cap: number;
  readonly startsAtOnce: number;
  /** None where nothing is said: a lost connection parks the lease at once. */
  readonly reconnectGraceMs: number;
  readonly memoryLimitMb: number;
  readonly targets: Map<string, TargetSettings>;
}

/** The real control room on fake ports. */
export class FakeRoom {
  readonly world = new FakeWorld();
  readonly directory: string;
  readonly database: string;
  readonly settings: FakeSettings;
  #store: (Store & { close(): void }) | null = null;
  #room: ControlRoom | null = null;
  #count = 0;

  private constructor(settings: Partial<FakeSettings>, place: Place | null) {
    this.directory = place?.directory ?? mkdtempSync(join(base, "dock-engine-"));
    this.database = join(this.directory, "db.sqlite");
    if (place) {
      this.world.workplaces = place.workplaces;
      this.world.idPrefix = `${randomUUID()}-`;
    }
    const limits = { slots: 4, cap: 3, startsAtOnce: 4, reconnectGraceMs: 0, memoryLimitMb: 1e6 };
    this.settings = { ...limits, targets: new Map(), ...settings };
  }

  /** What the configuration says of each login target. */
  get targets(): Map<string, TargetSettings> {
    return this.settings.targets;
  }

  static async open(settings: Partial<FakeSettings> = {}, place: Place | null = null): Promise<FakeRoom> {
    const room = new FakeRoom(settings, place);
    await room.start();
    return room;
  }

  async start(): Promise<void> {
    this.#store = openStore(this.database);
    const settings = {
      ...this.settings,
      focusGuard: true,
      version: "0",
      runtime: "electron stand-in" as const,
      actionTimeoutMs: 30_000,
      mcpConfiguration: "",
    };
    const shell = { showWindow: () => {}, quit: () => {} };
    const wall = { monitor: null, mode: "grid", scale: null } as const;
    const options = { wall, rememberWall: () => {}, config: noConfigFile, shell };
    this.#room = await openControlRoom(this.world.ports(this.#store), settings, options);
    await settle();
  }

  /** kill -9, then a new start on the same records. */
  async restart(): Promise<void> {
    this.world.crash();
    this.store.close();
    await this.start();
  }

  close(): void {
    this.world.crash();
    this.#store?.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  get room(): ControlRoom {
    if (!this.#room) throw new Error("the control room is not open");
    return this.#room;
  }

  get store(): Store & { close(): void } {
    if (!this.#store) throw new Error("the store is not open");
    return this.#store;
  }

  agent(name: string, target = name): FakeAgent {
    const { agents } = this.room;
    const session = agents.hello({ id: name, name }, { key: target, source: "override" });
    const call = (tool: string, options: CallOptions = {}): Call => {
      this.#count += 1;
      const abort = new AbortController();
      const notices: WaitNotice[] = [];
      let answer: ToolResult | null = null;
      const { waitMs = 60_000, actionId = `action-${this.#count}`, arguments: input = {}, ...more } = options;
      const asked = { actionId, tool, arguments: input, waitMs, signal: abort.signal, ...more };
      const result = agents.call(session, asked, (notice) => notices.push(notice));
      void result.then((given) => {
        answer = given;
      });
      return { result, answer: () => answer, notices, cancel: () => abort.abort() };
    };
    return {
      session,
      call,
      click: () => call("browser_click", { arguments: { target: "e1" } }).result,
      goodbye: () => agents.goodbye(session, "left"),
      vanish: () => agents.goodbye(session, "vanished"),
    };
  }

  async snapshot(): Promise<Snapshot> {
    return operatorCalls.snapshot.output.parse(await this.room.handle("snapshot", {}));
  }

  async slot(number: number): Promise<SlotView> {
    const slot = (await this.snapshot()).slots[number - 1];
    if (!slot) throw new Error(`no slot ${number}`);
    return slot;
  }

  async takeOver(slot: number): Promise<ReceiptView> {
    return operatorCalls.takeOver.output.parse(await this.room.handle("takeOver", { slot }));
  }

  async handBack(slot: number, note?: string): Promise<{ epoch: number; holder: string }> {
    const answer = await this.room.handle("handBack", { slot, ...(note === undefined ? {} : { note }) });
    return operatorCalls.handBack.output.parse(answer);
  }

  /** One call of the person. */
  handle(key: OperatorCallKey, input: unknown): Promise<unknown> {
    return this.room.handle(key, input);
  }

  /** One way out of quarantine. */
  async resolve(slot: number, way: ResolveWay, why = ""): Promise<string> {
    const answer = await this.room.handle("resolve", { slot, way, why });
    return operatorCalls.resolve.output.parse(answer).said;
  }

  /** Gives a parked lease back to its agent. */
  async unpark(slot: number): Promise<{ epoch: number; holder: string }> {
    return operatorCalls.unpark.output.parse(await this.room.handle("unpark", { slot }));
  }

  async release(slot: number): Promise<void> {
    await this.room.handle("release", { slot });
    await settle();
  }

  /** A click that posts (request `R1`) and gets no answer in its time, so that its outcome is unknown. */
  async unanswered(agent: FakeAgent, actionId: string): Promise<ToolResult> {
    await agent.call("browser_snapshot").result;
    this.world.habits.answer = carriesOut;
    this.world.onAction = (broker, action) => {
      const { pipe } = this.chrome(broker.binding?.slot ?? 0);
      // After the click itself.
      if (action.actionId === actionId) queueMicrotask(() => pipe.sends("POST", saveWithQuery, "R1"));
    };
    const call = agent.call("browser_click", { arguments: { target: "e1" }, actionId });
    await this.advance(30_000);
    return call.result;
  }

  async pause(paused: boolean): Promise<void> {
    await this.room.handle("pause", { paused });
    await settle();
  }

  /** The newest Chrome of a slot. */
  chrome(slot: number): FakeChrome {
    const chrome = this.world.chromes.findLast((each) => each.slot === slot);
    if (!chrome) throw new Error(`slot ${slot} never had a Chrome`);
    return chrome;
  }

  /** The newest broker that was bound to a slot. */
  broker(slot: number): FakeBroker {
    const broker = this.world.brokers.findLast((each) => each.binding?.slot === slot);
    if (!broker) throw new Error(`slot ${slot} never had a broker`);
    return broker;
  }

  /** Every action that reached a broker, by id. */
  dispatched(): string[] {
    return this.world.brokers.flatMap((broker) => broker.actions.map((action) => action.actionId));
  }

  async advance(milliseconds: number): Promise<void> {
    await this.world.clock.advance(milliseconds);
  }

  settle(): Promise<void> {
    return settle();
  }
}
