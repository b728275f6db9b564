import type { BrokerProcess, Exit, LeaseEndpoints, Tenant, TenantSocket } from "../../src/main/engine/ports.ts";
import type {
  BrokerAction,
  BrokerBinding,
  BrokerPerformed,
  BrokerResult,
  FromBroker,
  ToBroker,
} from "../../src/shared/contract/broker.ts";
import type { Alive } from "./fake-chrome.ts";
import { FakeSocket } from "./fake-pipe.ts";

/** Leased endpoints without a socket: a fake broker that knows endpoint and token is connected at once. */
export class FakeEndpoints implements LeaseEndpoints {
  readonly #offers = new Map<string, (socket: TenantSocket) => Tenant>();
  #count = 0;

  offer(leaseId: string, accept: (socket: TenantSocket) => Tenant) {
    this.#count += 1;
    const endpoint = `fake:${leaseId}:${this.#count}`;
    this.#offers.set(endpoint, accept);
    return { endpoint, token: `token ${this.#count}`, withdraw: () => this.#offers.delete(endpoint) };
  }

  connect(endpoint: string, socket: TenantSocket): Tenant | null {
    const accept = this.#offers.get(endpoint);
    this.#offers.delete(endpoint);
    return accept?.(socket) ?? null;
  }
}

/** What a fake broker does by itself. */
export interface BrokerHabits {
  /** Null: it never gets ready. A text: it can't bind, for this reason. */
  binding: "ready" | null | { readonly failure: string };
  /** @returns null when it gives no answer */
  answer: (action: BrokerAction) => FromBroker | null;
  diesWhenKilled: boolean;
  /** Of an acting tool something reaches Chrome before it is answered. */
  writes: boolean;
}

export function done(action: BrokerAction, part: Partial<BrokerResult> = {}): BrokerResult {
  const content = [{ type: "text" as const, text: `${action.tool} done` }];
  return { kind: "result", actionId: action.actionId, outcome: "done", content, ...part };
}

/** The steps have ended; what they started is for the control room to see. */
export function performed(action: BrokerAction, part: Partial<BrokerPerformed> = {}): BrokerPerformed {
  return {
    kind: "performed",
    actionId: action.actionId,
    finished: true,
    failed: null,
    touched: true,
    partly: false,
    dialogOpen: false,
    pageClosed: false,
    note: null,
    ...part,
  };
}

/** As a real broker answers: what looks has a result, what acts has ended its steps. */
export function carriesOut(action: BrokerAction): FromBroker {
  return action.tool === "browser_snapshot" ? done(action) : performed(action);
}

/** A broker whose words and life the test decides. */
export class FakeBroker implements BrokerProcess {
  readonly pid: number;
  readonly startTime: string;
  readonly exited: Promise<Exit>;
  readonly sent: ToBroker[] = [];
  readonly socket = new FakeSocket();
  tenant: Tenant | null = null;
  killed = false;
  orphaned = false;
  readonly habits: BrokerHabits;
  readonly #endpoints: FakeEndpoints;
  readonly #alive: Alive;
  readonly #exit: (exit: Exit) => void;
  readonly #now: () => number;
  readonly #onAction: (broker: FakeBroker, action: BrokerAction) => void;
  #listener: (message: FromBroker) => void = () => {};

  constructor(
    pid: number,
    habits: BrokerHabits,
    world: { endpoints: FakeEndpoints; alive: Alive; now: () => number },
    onAction: (broker: FakeBroker, action: BrokerAction) => void,
  ) {
    const { promise, resolve } = Promise.withResolvers<Exit>();
    this.pid = pid;
    this.startTime = `start of ${pid}`;
    this.habits = habits;
    this.exited = promise;
    this.#exit = resolve;
    this.#endpoints = world.endpoints;
    this.#alive = world.alive;
    this.#now = world.now;
    this.#onAction = onAction;
    this.#alive.set(pid, `start of ${pid}`);
  }

  get alive(): boolean {
    return this.#alive.has(this.pid);
  }

  get binding(): BrokerBinding | null {
    return this.sent.find((message) => message.kind === "bind") ?? null;
  }

  get actions(): BrokerAction[] {
    return this.sent.filter((message) => message.kind === "action");
  }

  send(message: ToBroker): void {
    if (!this.alive) return;
    this.sent.push(message);
    if (message.kind === "bind") this.#bind(message);
    if (message.kind === "report") {
      const content = [{ type: "text" as const, text: "the page as it is now" }];
      queueMicrotask(() => this.says({ kind: "reported", actionId: message.actionId, content }));
    }
    if (message.kind !== "action") return;
    this.#onAction(this, message);
    if (this.habits.writes && message.tool !== "browser_snapshot") {
      // In the slot's first tab, as if on its session.
      this.drives(1_000 + this.actions.length, "Input.dispatchMouseEvent", { targetId: "TAB1" });
    }
    const answer = this.habits.answer(message);
    if (answer) queueMicrotask(() => this.says(answer));
  }

  onMessage(listener: (message: FromBroker) => void): void {
    this.#listener = listener;
  }

  says(message: FromBroker): void {
    if (this.alive && !this.orphaned) this.#listener(message);
  }

  /** Writes to Chrome through the leased endpoint, as playwright would. */
  drives(id: number, method: string, params: object = {}): void {
    this.tenant?.receive(JSON.stringify({ id, method, params }));
  }

  exits(code: number | null = 1, signal: string | null = null): void {
    if (!this.alive) return;
    this.#alive.delete(this.pid);
    if (!this.orphaned) this.#exit({ code, signal, at: this.#now() });
  }

  kill(): void {
    this.killed = true;
    if (this.habits.diesWhenKilled) this.exits(null, "SIGKILL");
  }

  #bind({ endpoint }: BrokerBinding): void {
    const { binding } = this.habits;
    if (binding === null) return;
    queueMicrotask(() => {
      if (binding !== "ready") return this.says({ kind: "bind_failed", message: binding.failure });
      this.tenant = this.#endpoints.connect(endpoint, this.socket);
      this.says({ kind: "ready" });
    });
  }
}
