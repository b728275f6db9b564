import type {
  BrowserChoice,
  Browsers,
  LaunchRequest,
  PersonRequest,
  Ports,
  Store,
} from "../../src/main/engine/ports.ts";
import type { Workplaces } from "../../src/main/engine/workplaces-port.ts";
import type { BrokerAction } from "../../src/shared/contract/broker.ts";
import type { ErrorBody } from "../../src/shared/errors.ts";
import { type BrokerHabits, done, FakeBroker, FakeEndpoints } from "./fake-broker.ts";
import { type Alive, FakeChrome } from "./fake-chrome.ts";
import { FakeClock, settle } from "./fake-clock.ts";
import { FakeDesktop } from "./fake-desktop.ts";

const chosen: BrowserChoice = { path: "/fake/chrome", version: "156.0", chosenBy: "a test" };

/** Browsers that are launched at once, fail, or wait until the test lets them come up. */
export class FakeBrowsers implements Browsers {
  readonly sandboxOff = false;
  current: BrowserChoice | ErrorBody = chosen;
  /** Thrown by the next launches of that slot. */
  readonly failures = new Map<number, Error>();
  /** While set, a launch waits for it. */
  held: PromiseWithResolvers<void> | null = null;
  /** Done to each Chrome before the control room sees it. */
  prepare: (chrome: FakeChrome) => void = () => {};
  readonly #start: (request: LaunchRequest) => FakeChrome;

  constructor(start: (request: LaunchRequest) => FakeChrome) {
    this.#start = start;
  }

  /** Which foreign program holds the profile of that slot, by its path. */
  readonly holders = new Map<string, string>();

  profileHolder(profile: string): string | null {
    return this.holders.get(profile) ?? null;
  }

  choice(): BrowserChoice | ErrorBody {
    return this.current;
  }

  async launch(request: LaunchRequest): Promise<FakeChrome> {
    await this.held?.promise;
    const failure = this.failures.get(request.slot);
    if (failure) throw failure;
    const chrome = this.#start(request);
    this.prepare(chrome);
    return chrome;
  }

  async openForPerson(request: PersonRequest): Promise<FakeChrome> {
    return this.launch(request);
  }

  async choose(path: string): Promise<void> {
    this.current = { ...chosen, path };
  }

  hold(): void {
    this.held = Promise.withResolvers<void>();
  }

  letUp(): void {
    this.held?.resolve();
    this.held = null;
  }
}

/** The world around the engine, made of fakes. Only the store is real. It outlives a control room, for restarts. */
export class FakeWorld {
  readonly alive: Alive = new Map();
  readonly chromes: FakeChrome[] = [];
  readonly brokers: FakeBroker[] = [];
  readonly endpoints = new FakeEndpoints();
  readonly habits: BrokerHabits = { binding: "ready", answer: done, diesWhenKilled: true, writes: true };
  readonly browsers = new FakeBrowsers((request) => this.#chrome(request));
  readonly log: string[] = [];
  /** Thrown by the named method of the store. */
  readonly storeFaults = new Map<keyof Store, Error>();
  readonly desktop = new FakeDesktop();
  boot = "the same boot";
  readonly wiped: number[] = [];
  /** Another one for each process that works on the same records. */
  idPrefix = "id";
  readonly movedAside: number[] = [];
  wipeFault: Error | null = null;
  /** While set, what was moved aside is not removed yet. */
  wipeHeld: PromiseWithResolvers<void> | null = null;
  /** Real ones, for tests with real files. */
  workplaces: Workplaces | null = null;
  /** Told when a workplace is moved aside, and when what it held is gone. */
  onWipe: (slot: number) => void = () => {};
  /** PSS of all Chromes together. */
  memoryMb: number | null = 100;
  clock = new FakeClock();
  onAction: (broker: FakeBroker, action: BrokerAction) => void = () => {};
  #count = 0;
  #wipes = 0;
  #runs = 0;

  constructor() {
    this.desktop.onAskToClose = (pid) => {
      const chrome = this.chromes.find((each) => each.pid === pid);
      if (chrome?.closesWhenAsked) queueMicrotask(() => chrome.exits());
      return chrome?.alive ? 1 : 0;
    };
  }

  ports(store: Store): Ports {
    const { alive, browsers, clock, endpoints } = this;
    return {
      store: faulty(store, this.storeFaults),
      browsers,
      brokers: { spawn: () => this.#broker() },
      endpoints,
      desktop: this.desktop,
      processes: {
        bootId: () => this.boot,
        isAlive: (pid, startTime) => alive.get(pid) === startTime,
        waitForExit: async (pid, startTime) => alive.get(pid) !== startTime,
        kill: (pid) => this.chromes.find((chrome) => chrome.pid === pid)?.kill(),
        memoryMb: async () => this.memoryMb,
      },
      clock,
      newId: () => `${this.idPrefix}${this.#next()}`,
      slotDirectories: (slot) => ({ profile: `/s/${slot}/p`, downloads: `/s/${slot}/d`, uploads: `/s/${slot}/u` }),
      workplaces: this.workplaces ?? {
        moveAside: (slot) => {
          this.onWipe(slot);
          this.movedAside.push(slot);
        },
        remove: async (slot) => {
          const run = this.#runs;
          await this.wipeHeld?.promise;
          // Now longer, now shorter: of two that begin together one ends first.
          this.#wipes += 1;
          for (let turn = this.#wipes % 4; turn >= 0; turn -= 1) await settle();
          // A process that was killed goes on with nothing.
          if (run !== this.#runs) await new Promise<never>(() => {});
          this.onWipe(slot);
          if (this.wipeFault) throw this.wipeFault;
          this.wiped.push(slot);
        },
        sweep: async () => [],
      },
      isInside: () => false,
      log: (line, detail) => this.log.push(detail === undefined ? line : `${line}: ${String(detail)}`),
    };
  }

  /** kill -9 of the control room: Chromes see their pipe close, brokers their channel, nobody is told. */
  crash(): void {
    this.#runs += 1;
    this.clock.drop();
    this.clock = new FakeClock(this.clock.now() + 1000);
    for (const broker of this.brokers) {
      broker.orphaned = true;
      broker.exits();
    }
    for (const chrome of this.chromes) {
      chrome.orphaned = true;
      chrome.pipe.close();
    }
    this.browsers.held = null;
  }

  #chrome(request: LaunchRequest): FakeChrome {
    const chrome = new FakeChrome(this.#next(), request, this.alive, () => this.clock.now());
    this.chromes.push(chrome);
    return chrome;
  }

  #broker(): FakeBroker {
    const { alive, endpoints, habits } = this;
    const world = { alive, endpoints, now: () => this.clock.now() };
    const broker = new FakeBroker(this.#next(), habits, world, (own, action) => this.onAction(own, action));
    this.brokers.push(broker);
    return broker;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}

function faulty(store: Store, faults: ReadonlyMap<keyof Store, Error>): Store {
  const byName = (name: string | symbol) => [...faults].find(([method]) => method === name)?.[1];
  return new Proxy(store, {
    get: (target, name, receiver) => {
      const fault = byName(name);
      if (!fault) return Reflect.get(target, name, receiver);
      return () => {
        throw fault;
      };
    },
  });
}
