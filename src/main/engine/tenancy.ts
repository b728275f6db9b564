import type { Lease } from "../../core/lease/control.ts";
import type { BrokerResult, FromBroker } from "../../shared/contract/broker.ts";
import { DockError } from "../../shared/errors.ts";
import { cutOff, type RunningAction, settleAction } from "./actions.ts";
import type { BrokerPool } from "./broker-pool.ts";
import type { BrokerProcess, Exit } from "./ports.ts";
import { quarantineForBroker } from "./quarantine.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";
import { within } from "./within.ts";

/** What the end of a tenancy has shown, each null while it was not observed (R2). */
export interface Retirement {
  readonly brokerCutOffAt: number | null;
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
   * Opens the leased endpoint and binds a broker to it, for the epoch that the lease was given in.
   * @throws DockError `EPOCH_STALE` when control changed meanwhile, `BROKER_LOST` when the broker could not connect,
   * `BROWSER_EXITED`
   */
  static async open(
    room: Room,
    slot: SlotRuntime,
    browser: LiveBrowser,
    leased: { readonly lease: Lease; readonly epoch: number },
    pool: BrokerPool,
  ): Promise<Tenancy> {
    const { lease, epoch } = leased;
    const sessionId = await attach(room, browser);
    if (slot.control.epoch !== epoch) {
      // No broker was started, so there is nothing but the session to undo (R42).
      await browser.gate.detachLease(sessionId).catch(() => {});
      throw stale();
    }
    const broker = pool.take();
    const offer = room.ports.endpoints.offer(lease.id, (socket) => browser.gate.admitTenant(sessionId, epoch, socket));
    const tenancy = new Tenancy(room, slot, browser, lease, { epoch, broker, sessionId, withdraw: offer.withdraw });
    // Known from here on, so that whatever ends the lease ends this broker at once.
    slot.tenancy = tenancy;
    slot.broker = { pid: broker.pid, state: "running", exitObservedAt: null };
    room.touch();
    try {
      await tenancy.#bind(offer);
      if (slot.control.epoch !== epoch) throw stale();
    } catch (error) {
      if (slot.tenancy === tenancy) slot.tenancy = null;
      await tenancy.retire("the lease could not be opened");
      throw slot.control.epoch === epoch ? error : stale();
    }
    pool.warm();
    return tenancy;
  }

  /** Settles when the broker has connected. */
  async #bind({ endpoint, token }: { endpoint: string; token: string }): Promise<void> {
    // Listening before anything is sent, so that no statement of the broker is missed.
    const ready = this.#listen();
    // Awaited below; a failure in between must not count as one that nobody handles.
    ready.catch(() => {});
    const { downloads, uploads } = this.#room.ports.slotDirectories(this.#slot.slot);
    this.#broker.send({
      kind: "bind",
      slot: this.#slot.slot,
      launch: this.#browser.launch,
      epoch: this.epoch,
      endpoint,
      token,
      downloadsDirectory: downloads,
      uploadsDirectory: uploads,
    });
    await ready;
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
   * Ends the broker and the leased session. The gate is closed for this epoch already. Answers that are under way get
   * a short grace, so that fewer outcomes stay unknown (R5); then the broker is cut off from Chrome, says what it had
   * seen of the running action, and is killed.
   */
  retire(why: string): Promise<Retirement> {
    this.#retirement ??= this.#retire(why);
    return this.#retirement;
  }

  async #retire(why: string): Promise<Retirement> {
    const { clock } = this.#room.ports;
    this.#withdraw();
    this.#setBroker("stopping", null);
    const dispatched = [...this.#slot.actions.values()].filter(
      (action) => action.record.epoch <= this.epoch && action.state.kind === "dispatched",
    );
    const settled = Promise.all(dispatched.map((action) => action.settled));
    if (dispatched.length > 0) await within(clock, budgets.replyGrace, settled);
    this.#browser.gate.cutTenant(this.#sessionId);
    const cutOffAt = clock.now();
    if (dispatched.length > 0) await within(clock, budgets.lastWord, settled);
    this.#broker.kill();
    const exit = await within<Exit>(clock, budgets.brokerExit, this.#broker.exited);
    cutOff(this.#room, this.#slot, this.epoch, why);
    if (!exit) quarantineForBroker(this.#room, this.#slot, this.#broker.pid);
    const detached = await within(
      clock,
      budgets.brokerExit,
      this.#browser.gate.detachLease(this.#sessionId).then(
        () => true,
        () => false,
      ),
    );
    return {
      brokerCutOffAt: cutOffAt,
      brokerExitAt: exit?.at ?? null,
      detachedAt: detached === true ? clock.now() : null,
    };
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
    void this.#broker.exited.then((exit) => {
      // Also when it comes too late for the retirement: what was observed is shown (R2).
      this.#setBroker("exited", exit.at);
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
    // The next one is bound when this one is all over.
    this.#slot.retiring = Promise.all([this.#slot.retiring, this.retire("the broker exited")]);
  }

  #setBroker(state: "stopping" | "exited", exitObservedAt: number | null): void {
    // A newer tenancy may have set its own broker already.
    if (this.#slot.broker?.pid !== this.#broker.pid) return;
    this.#slot.broker = { pid: this.#broker.pid, state, exitObservedAt };
    this.#room.touch();
  }
}

async function attach(room: Room, { gate }: LiveBrowser): Promise<string> {
  const sessionId = await within(room.ports.clock, budgets.brokerReady, gate.attachLease()).catch((cause: unknown) => {
    throw new DockError("BROWSER_EXITED", `Chrome gave no session for the lease: ${String(cause)}`, { cause });
  });
  if (sessionId === null) throw new DockError("BROWSER_EXITED", "Chrome did not answer in time.");
  return sessionId;
}

function stale(): DockError {
  return new DockError("EPOCH_STALE", "Control changed while the lease was opened.");
}
