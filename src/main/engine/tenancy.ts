import type { Lease } from "../../core/lease/control.ts";
import type { BrokerResult, FromBroker } from "../../shared/contract/broker.ts";
import { DockError } from "../../shared/errors.ts";
import { cutOff, type RunningAction, settleAction } from "./actions.ts";
import type { BrokerPool } from "./broker-pool.ts";
import type { BrokerProcess, Exit } from "./ports.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";

/** What the end of a tenancy has shown, each null while it was not observed (R2). */
export interface Retirement {
  readonly brokerToldAt: number | null;
  readonly brokerExitAt: number | null;
  readonly detachedAt: number | null;
}

/**
 * One epoch of an agent in a slot: a leased DevTools session and the broker that speaks on it.
 *
 * ```
 *   opening ──ready──▶ ready ──retire──▶ retiring ──exit observed──▶ over
 *      └──────────────── retire ───────────▲
 * ```
 */
export class Tenancy {
  readonly epoch: number;
  readonly lease: Lease;
  readonly #room: Room;
  readonly #slot: SlotRuntime;
  readonly #browser: LiveBrowser;
  readonly #broker: BrokerProcess;
  readonly #sessionId: string;
  readonly #withdraw: () => void;
  #retirement: Promise<Retirement> | null = null;

  private constructor(
    room: Room,
    slot: SlotRuntime,
    browser: LiveBrowser,
    lease: Lease,
    parts: { epoch: number; broker: BrokerProcess; sessionId: string; withdraw: () => void },
  ) {
    this.epoch = parts.epoch;
    this.lease = lease;
    this.#room = room;
    this.#slot = slot;
    this.#browser = browser;
    this.#broker = parts.broker;
    this.#sessionId = parts.sessionId;
    this.#withdraw = parts.withdraw;
  }

  /**
   * Opens the leased endpoint and binds a broker to it.
   * @throws DockError `EPOCH_STALE` when control changed meanwhile, `BROKER_LOST` when the broker could not connect
   */
  static async open(
    room: Room,
    slot: SlotRuntime,
    browser: LiveBrowser,
    lease: Lease,
    pool: BrokerPool,
  ): Promise<Tenancy> {
    const { epoch } = slot.control;
    const sessionId = await browser.gate.attachLease();
    const offer = room.ports.endpoints.offer(lease.id, (socket) => browser.gate.admitTenant(sessionId, epoch, socket));
    const broker = pool.take();
    const tenancy = new Tenancy(room, slot, browser, lease, { epoch, broker, sessionId, withdraw: offer.withdraw });
    slot.broker = { pid: broker.pid, state: "running", exitObservedAt: null };
    room.touch();
    // Listening before anything is sent, so that no statement of the broker is missed.
    const ready = tenancy.#listen();
    broker.send({
      kind: "bind",
      slot: slot.slot,
      launch: browser.launch,
      epoch,
      endpoint: offer.endpoint,
      token: offer.token,
      ...directories(room, slot),
    });
    try {
      await ready;
      if (slot.control.epoch !== epoch)
        throw new DockError("EPOCH_STALE", "Control changed while the lease was opened.");
    } catch (error) {
      await tenancy.retire("the lease could not be opened");
      throw error;
    }
    pool.warm();
    return tenancy;
  }

  /** Hands an admitted action to the broker. Its settlement arrives on the action. */
  dispatch(action: RunningAction, input: Readonly<Record<string, unknown>>): void {
    const { id, tool } = action.record;
    this.#broker.send({
      kind: "action",
      actionId: id,
      tool,
      arguments: { ...input },
      timeoutMs: this.#room.settings.actionTimeoutMs,
    });
  }

  /**
   * Ends the broker and the leased session. The gate is closed for this epoch already; answers that are under way
   * get a short grace, so that fewer outcomes stay unknown (R5).
   */
  retire(why: string): Promise<Retirement> {
    this.#retirement ??= this.#retire(why);
    return this.#retirement;
  }

  async #retire(why: string): Promise<Retirement> {
    const { clock } = this.#room.ports;
    this.#withdraw();
    const told = clock.now();
    this.#setBroker("stopping", null);
    const dispatched = [...this.#slot.actions.values()].filter(
      (action) => action.record.epoch <= this.epoch && action.state.kind === "dispatched",
    );
    if (dispatched.length > 0) {
      await this.#within(budgets.replyGrace, Promise.all(dispatched.map((action) => action.settled)));
    }
    this.#broker.kill();
    const exit = await this.#within<Exit>(budgets.brokerExit, this.#broker.exited);
    cutOff(this.#room, this.#slot, this.epoch, why);
    if (exit) this.#setBroker("exited", exit.at);
    const detached = await this.#within(
      budgets.brokerExit,
      this.#browser.gate.detachLease(this.#sessionId).then(
        () => true,
        () => false,
      ),
    );
    return {
      brokerToldAt: told,
      brokerExitAt: exit?.at ?? null,
      detachedAt: detached === true ? clock.now() : null,
    };
  }

  get brokerPid(): number {
    return this.#broker.pid;
  }

  #listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = this.#room.ports.clock.after(budgets.brokerReady, () =>
      reject(new DockError("BROKER_LOST", "The broker did not connect in time.")),
    );
    this.#broker.onMessage((message) => {
      if (message.kind === "ready") resolve();
      else if (message.kind === "bind_failed") reject(new DockError("BROKER_LOST", `The broker: ${message.message}`));
      else this.#heard(message);
    });
    void this.#broker.exited.then(() => {
      reject(new DockError("BROKER_LOST", "The broker has exited."));
      this.#brokerGone();
    });
    return promise.finally(() => late.cancel());
  }

  #heard(message: FromBroker): void {
    if (message.kind !== "result") return;
    this.#settle(message);
  }

  #settle(result: BrokerResult): void {
    const action = this.#slot.actions.get(result.actionId);
    // A statement of an earlier epoch still says what happened to its own action; nobody else's is touched.
    if (action?.record.epoch === this.epoch) settleAction(this.#room, this.#slot, action, { kind: "answered", result });
  }

  /** The broker went without being told: what it had begun is unknown, and the agent's next call gets a new one. */
  #brokerGone(): void {
    if (this.#retirement !== null) return;
    this.#room.event(this.#slot.slot, "broker_lost", `The broker (process ${this.#broker.pid}) has exited by itself.`);
    if (this.#slot.tenancy === this) this.#slot.tenancy = null;
    if (this.#slot.opening) this.#slot.opening = null;
    void this.retire("the broker exited");
  }

  #setBroker(state: "stopping" | "exited", exitObservedAt: number | null): void {
    // A newer tenancy may have set its own broker already.
    if (this.#slot.broker?.pid !== this.#broker.pid) return;
    this.#slot.broker = { pid: this.#broker.pid, state, exitObservedAt };
    this.#room.touch();
  }

  #within<Value>(milliseconds: number, wanted: Promise<Value>): Promise<Value | null> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const timer = this.#room.ports.clock.after(milliseconds, () => resolve(null));
    return Promise.race([wanted, promise]).finally(() => timer.cancel());
  }
}

function directories(room: Room, slot: SlotRuntime): { downloadsDirectory: string; uploadsDirectory: string } {
  const { downloads, uploads } = room.ports.slotDirectories(slot.slot);
  return { downloadsDirectory: downloads, uploadsDirectory: uploads };
}
