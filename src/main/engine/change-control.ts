import type { ControlEffect, ControlInput, ControlRefusal, Lease } from "../../core/lease/control.ts";
import { decideControl } from "../../core/lease/decide.ts";
import { DockError } from "../../shared/errors.ts";
import type { BrokerPool } from "./broker-pool.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { StartLimit } from "./start-limit.ts";
import type { Supervisor } from "./supervisor.ts";
import { type Retirement, Tenancy } from "./tenancy.ts";

/** What a change of control has set going; each promise settles when its part was observed. */
export interface Change {
  readonly fencedAt: number | null;
  readonly recordedAt: number | null;
  /** DevTools commands that were written before the fence and had no answer when it fell (R2). */
  readonly unanswered: readonly string[];
  /** When Chrome had read everything that was written before the fence; null when that was not observed. */
  readonly barrier: Promise<number | null>;
  readonly retired: Promise<Retirement | null>;
  readonly front: Promise<number | null>;
}

type Progress = { -readonly [Key in keyof Change]: Change[Key] };

const refusals: Readonly<Record<ControlRefusal, (slot: number) => DockError>> = {
  held_already: (slot) => new DockError("INTERNAL", `Slot ${slot} is held already.`),
  human_holds: (slot) => new DockError("HUMAN_IN_CONTROL", `A person holds slot ${slot}.`),
  not_held_by_human: (slot) => new DockError("NOT_HELD", `You do not hold slot ${slot}.`),
  lease_unknown: (slot) => new DockError("LEASE_ENDED", `That lease of slot ${slot} is over.`),
};

/** Carries out what `core/lease` decided. The only place where a slot's control changes. */
export class ControlDesk {
  readonly #room: Room;
  readonly #supervisor: Supervisor;
  readonly #pool: BrokerPool;
  readonly #starts: StartLimit;

  constructor(room: Room, supervisor: Supervisor, pool: BrokerPool) {
    this.#room = room;
    this.#supervisor = supervisor;
    this.#pool = pool;
    this.#starts = new StartLimit(room.settings.startsAtOnce);
  }

  /**
   * Changes control in this turn of the event loop: memory first (deny first), then the gate, then SQLite, then
   * everything that takes time.
   * @throws DockError when the present holder does not allow it; nothing has changed then
   */
  change(slot: SlotRuntime, input: ControlInput): Change {
    const { clock } = this.#room.ports;
    const decision = decideControl(slot.control, input, clock.now());
    if (!decision.ok) throw refusals[decision.code](slot.slot);
    slot.control = decision.control;
    const nothing = Promise.resolve(null);
    const progress: Progress = {
      fencedAt: null,
      recordedAt: null,
      unanswered: [],
      barrier: nothing,
      retired: nothing,
      front: nothing,
    };
    for (const effect of decision.effects) this.#run(slot, effect, progress);
    this.#room.touch();
    this.#room.pump();
    return progress;
  }

  #run(slot: SlotRuntime, effect: ControlEffect, progress: Progress): void {
    const { clock, store } = this.#room.ports;
    switch (effect.kind) {
      case "fence": {
        progress.unanswered = slot.browser?.gate.unanswered() ?? [];
        const { browser } = slot;
        if (browser) {
          progress.barrier = browser.gate.fence().then(
            () => clock.now(),
            () => null,
          );
        }
        progress.fencedAt = clock.now();
        return;
      }
      case "record":
        store.recordControl(slot.control);
        progress.recordedAt = clock.now();
        return;
      case "retire":
        progress.retired = this.#retire(slot);
        slot.retiring = progress.retired;
        return;
      case "bring_to_front":
        progress.front = this.bringToFront(slot).then(({ inFront }) => (inFront ? clock.now() : null));
        return;
      case "open_lease":
        this.#open(slot, effect.lease);
        return;
      case "lease_over":
        this.#room.event(slot.slot, "lease_over", `The lease of ${effect.lease.agent} is over: ${effect.reason}.`);
        store.touchSlot(slot.slot, clock.now());
        slot.lastUsedAt = clock.now();
        void progress.retired.then(() => this.#closeAgentTabs(slot));
        return;
      default:
        effect satisfies never;
    }
  }

  /** The lease's tenancy, opened if it is not there: after a launch, a hand-back, or a lost broker. */
  tenancy(slot: SlotRuntime, lease: Lease): Promise<Tenancy> {
    if (slot.tenancy?.epoch === slot.control.epoch) return Promise.resolve(slot.tenancy);
    if (!slot.opening) this.#open(slot, lease);
    return slot.opening ?? Promise.reject(new DockError("LEASE_ENDED", "The lease is over."));
  }

  async bringToFront(slot: SlotRuntime): Promise<{ inFront: boolean; observed: boolean }> {
    const browser = slot.browser ?? (await this.#supervisor.ensureLive(slot).catch(() => null));
    if (!browser) return { inFront: false, observed: false };
    const shown = await this.#room.ports.desktop
      .bringToFront(browser.process.pid)
      .catch(() => ({ inFront: false, observed: false }));
    if (shown.inFront || shown.observed) return shown;
    // Where the desktop can't be asked, Chrome itself is; whether it worked is then not observed.
    await browser.gate.room.command("Target.activateTarget", { targetId: browser.homeTarget }).catch(() => {});
    return shown;
  }

  #open(slot: SlotRuntime, lease: Lease): void {
    const former = slot.retiring;
    const opening = (async () => {
      // One broker a slot at a time: the former one's exit is observed before the next is bound (R2).
      await former;
      return this.#starts.run(async () => {
        const browser = await this.#supervisor.ensureLive(slot);
        return Tenancy.open(this.#room, slot, browser, lease, this.#pool);
      });
    })();
    slot.opening = opening;
    opening.then(
      (tenancy) => {
        if (slot.opening === opening) slot.opening = null;
        if (slot.control.epoch === tenancy.epoch) slot.tenancy = tenancy;
        this.#room.touch();
      },
      (error: unknown) => {
        if (slot.opening === opening) slot.opening = null;
        this.#room.ports.log(`slot ${slot.slot}: the lease could not be opened`, error);
      },
    );
  }

  async #retire(slot: SlotRuntime): Promise<Retirement | null> {
    const { tenancy, opening } = slot;
    slot.tenancy = null;
    slot.opening = null;
    const retirement = await (tenancy?.retire("control changed") ??
      opening?.then(
        (opened) => opened.retire("control changed"),
        () => null,
      ) ??
      null);
    if (retirement && retirement.brokerExitAt === null) this.#quarantine(slot);
    return retirement;
  }

  #quarantine(slot: SlotRuntime): void {
    const pid = slot.broker?.pid ?? 0;
    const { life } = slot;
    slot.life = {
      kind: "quarantined",
      code: "broker_exit_not_observed",
      known: `The broker (process ${pid}) was killed and its exit was not seen within ${budgets.brokerExit} ms.`,
      since: this.#room.ports.clock.now(),
      running: life.kind === "live" ? { launch: life.launch, pid: life.pid } : null,
    };
    this.#room.event(
      slot.slot,
      "quarantined",
      `Quarantined: the exit of the broker (process ${pid}) was not observed.`,
    );
  }

  /** R43: the agent's tabs are closed, the person's live on; the window keeps one blank tab so that it stays open. */
  async #closeAgentTabs(slot: SlotRuntime): Promise<void> {
    const { browser } = slot;
    if (!browser || slot.holder === "agent" || this.#room.stopping) return;
    slot.warnings = [];
    try {
      const tabs = browser.gate.agentTabs();
      const home = tabs.includes(browser.homeTarget) ? browser.homeTarget : tabs[0];
      for (const targetId of tabs) {
        if (targetId !== home) await browser.gate.room.command("Target.closeTarget", { targetId });
      }
      if (home !== undefined && slot.holder === "nobody") await blank(browser.gate.room, home);
    } catch (error) {
      slot.warnings = [`cleanup failed: ${error instanceof Error ? error.message : String(error)}`];
    }
    this.#room.touch();
  }
}

async function blank(
  room: { command(method: string, params?: object, sessionId?: string): Promise<Readonly<Record<string, unknown>>> },
  targetId: string,
): Promise<void> {
  const { sessionId } = await room.command("Target.attachToTarget", { targetId, flatten: true });
  if (typeof sessionId !== "string") return;
  await room.command("Page.navigate", { url: "about:blank" }, sessionId);
  await room.command("Target.detachFromTarget", { sessionId });
}
