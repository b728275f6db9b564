import type { Lease } from "../../core/lease/control.ts";
import type { ToolContent } from "../../shared/contract/agent.ts";
import type { FromBroker } from "../../shared/contract/broker.ts";
import { DockError } from "../../shared/errors.ts";
import type { RunningAction } from "./actions.ts";
import type { BrokerPool } from "./broker-pool.ts";
import { concludeCutOff, concludePerformed, concludeResult } from "./conclude.ts";
import { brokerExited, type CutOff, internal } from "./cut-off.ts";
import { flush } from "./evidence/settle.ts";
import { watchAction } from "./evidence/watch-action.ts";
import type { BrokerProcess, Exit } from "./ports.ts";
import { quarantineForBroker } from "./quarantine.ts";
import { releasePressed } from "./release-pressed.ts";
import { budgets, type Room } from "./room.ts";
import type { LiveBrowser, SlotRuntime } from "./slot-runtime.ts";
import { within } from "./within.ts";

/** What the end of a tenancy has shown, each null while it was not observed (R2). */
export interface Retirement {
  readonly brokerToldAt: number;
  readonly brokerCutOffAt: number;
  readonly brokerExitAt: number | null;
  readonly detachedAt: number | null;
  readonly releasedAt: number | null;
  /** Keys and buttons that were let go. */
  readonly released: readonly string[];
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
  /** The report that was asked for and has not come. */
  #report: { readonly actionId: string; resolve(content: readonly ToolContent[] | null): void } | null = null;

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
      await tenancy.retire({
        reason: "the lease could not be opened",
        error: error instanceof DockError ? error.body() : new DockError("BROKER_LOST", String(error)).body(),
      });
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
  dispatch(action: RunningAction): void {
    const { id, tool } = action.record;
    watchAction(this.#room, this.#slot, this.#browser.gate, action);
    this.#broker.send({
      kind: "action",
      actionId: id,
      tool,
      arguments: { ...action.input },
      timeoutMs: this.#room.settings.actionTimeoutMs,
    });
  }

  /**
   * Ends the broker and the leased session. The gate is closed for this epoch already. In order: the broker is told, and
   * replies that are under way get a short grace, so that fewer outcomes stay unknown (R5); it is cut off and killed, and
   * its exit observed; what it had begun is accounted for; the leased session is detached; what it had left pressed is
   * let go.
   */
  retire(cutOff: CutOff): Promise<Retirement> {
    this.#retirement ??= this.#retire(cutOff);
    return this.#retirement;
  }

  async #retire(cutOff: CutOff): Promise<Retirement> {
    const { clock } = this.#room.ports;
    const { gate } = this.#browser;
    this.#withdraw();
    this.#setBroker("stopping", null);
    this.#broker.send({ kind: "stop" });
    const brokerToldAt = clock.now();
    this.#report?.resolve(null);
    const dispatched = [...this.#slot.actions.values()].filter(
      (action) => action.record.epoch <= this.epoch && action.state.kind === "dispatched",
    );
    for (const action of dispatched) action.watch?.wake();
    const stepsEnded = Promise.all(dispatched.map((action) => action.stepsEnded));
    if (dispatched.length > 0) await within(clock, budgets.replyGrace, stepsEnded);
    const pressed = gate.pressed();
    gate.cutTenant(this.#sessionId);
    const brokerCutOffAt = clock.now();
    if (dispatched.length > 0) await within(clock, budgets.lastWord, stepsEnded);
    this.#broker.kill();
    const [exit] = await Promise.all([
      within<Exit>(clock, budgets.brokerExit, this.#broker.exited),
      ...dispatched.map((action) => this.#flush(action)),
    ]);
    // What begins from here on is not the agent's any more.
    gate.observer.release();
    this.#conclude(cutOff);
    if (!exit) quarantineForBroker(this.#room, this.#slot, this.#broker.pid, this.#broker.startTime);
    const detached = await within(
      clock,
      budgets.brokerExit,
      gate.detachLease(this.#sessionId).then(
        () => true,
        () => false,
      ),
    );
    const detachedAt = detached === true ? clock.now() : null;
    const released = await releasePressed(clock, gate, pressed);
    return {
      brokerToldAt,
      brokerCutOffAt,
      brokerExitAt: exit?.at ?? null,
      detachedAt,
      releasedAt: released === null ? null : clock.now(),
      released: released ?? [],
    };
  }

  async #flush({ watch }: RunningAction): Promise<void> {
    if (watch === null) return;
    await flush({ watch, observer: this.#browser.gate.observer, clock: this.#room.ports.clock }, budgets.flush);
  }

  /** Whatever was admitted under this epoch or before it and has no settlement gets one now (R5). */
  #conclude(cutOff: CutOff): void {
    for (const action of [...this.#slot.actions.values()]) {
      if (action.record.epoch <= this.epoch) concludeCutOff(this.#room, this.#slot, action, cutOff);
    }
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
    if (message.kind === "warm" || message.kind === "ready" || message.kind === "bind_failed") return;
    const action = this.#slot.actions.get(message.actionId);
    // A statement of an earlier epoch still says what happened to its own action; nobody else's is touched.
    if (action?.record.epoch !== this.epoch) return;
    switch (message.kind) {
      case "performed":
        action.heard(message);
        void this.#performed(action);
        return;
      case "interrupted":
        action.interrupted(message);
        return;
      case "reported":
        if (this.#report?.actionId === message.actionId) this.#report.resolve(message.content);
        return;
      case "result":
        concludeResult(this.#room, this.#slot, action, message);
        return;
      default:
        message satisfies never;
    }
  }

  async #performed(action: RunningAction): Promise<void> {
    const report = (newDocument: boolean, deadline: number) => this.#askReport(action.record.id, newDocument, deadline);
    const { observer } = this.#browser.gate;
    try {
      const isOver = () => this.#retirement !== null;
      await concludePerformed(this.#room, this.#slot, action, { observer, isOver, report });
    } catch (error) {
      this.#room.ports.log(`slot ${this.#slot.slot}: an action could not be concluded`, error);
      concludeCutOff(this.#room, this.#slot, action, internal(error));
    }
  }

  /** @param deadline when the action's time is over, milliseconds since the Unix epoch */
  async #askReport(actionId: string, newDocument: boolean, deadline: number): Promise<readonly ToolContent[] | null> {
    const { promise, resolve } = Promise.withResolvers<readonly ToolContent[] | null>();
    const report = { actionId, resolve };
    this.#report = report;
    this.#broker.send({ kind: "report", actionId, newDocument, tabs: this.#browser.gate.agentTabs().length });
    const { clock } = this.#room.ports;
    const left = Math.max(deadline - clock.now(), budgets.closing) + budgets.reportMargin;
    const content = await within(clock, left, promise);
    if (this.#report === report) this.#report = null;
    return content;
  }

  /** The broker went without being told: what it had begun is unknown, and the agent's next call gets a new one. */
  #brokerGone(): void {
    if (this.#retirement !== null) return;
    this.#room.event(this.#slot.slot, "broker_lost", `The broker (process ${this.#broker.pid}) has exited by itself.`);
    if (this.#slot.tenancy === this) this.#slot.tenancy = null;
    // The next one is bound when this one is all over.
    this.#slot.retiring = Promise.all([this.#slot.retiring, this.retire(brokerExited(this.#broker.pid))]);
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
