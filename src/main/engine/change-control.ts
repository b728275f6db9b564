import type { ControlEffect, ControlInput, ControlRefusal, EndReason, Lease } from "../../core/lease/control.ts";
import { decideControl } from "../../core/lease/decide.ts";
import { DockError } from "../../shared/errors.ts";
import { bestEffort } from "./best-effort.ts";
import type { BrokerPool } from "./broker-pool.ts";
import { clearFormerCaches } from "./clear-caches.ts";
import { answersTooLate, controlChanged } from "./cut-off.ts";
import { closeFormerTabs } from "./former-tabs.ts";
import { quarantineUnknown } from "./resolutions.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { StartLimit } from "./start-limit.ts";
import type { Supervisor } from "./supervisor.ts";
import { type Retirement, Tenancy } from "./tenancy.ts";
import type { Foreground, Shown } from "./wall/foreground.ts";
import { within } from "./within.ts";

/** What a change of control has set going; each promise settles when its part was observed. */
export interface Change {
  readonly fencedAt: number | null;
  /** Null when the disk refused it; the change stands nevertheless and the slot says so. */
  readonly recordedAt: number | null;
  /** DevTools commands that were written before the fence and had no answer when it fell (R2). */
  readonly unanswered: readonly string[];
  /** When Chrome had read everything that was written before the fence; null when that was not observed. */
  readonly barrier: Promise<number | null>;
  /** A broker and a leased session are being ended. */
  readonly retires: boolean;
  readonly retired: Promise<Retirement | null>;
  readonly front: Promise<number | null>;
  /** What a lease that is over has left behind is accounted for; at once when none is. */
  readonly accounted: Promise<unknown>;
}

type Progress = { -readonly [Key in keyof Change]: Change[Key] };

const refusals: Readonly<Record<ControlRefusal, (slot: number) => DockError>> = {
  held_already: (slot) => new DockError("INTERNAL", `Slot ${slot} is held already.`),
  human_holds: (slot) => new DockError("HUMAN_IN_CONTROL", `A person holds slot ${slot}.`),
  not_held_by_human: (slot) => new DockError("NOT_HELD", `You do not hold slot ${slot}.`),
  lease_unknown: (slot) => new DockError("LEASE_ENDED", `That lease of slot ${slot} is over.`),
  not_parked: (slot) => new DockError("NOT_PARKED", `Slot ${slot} has no parked lease.`),
};

/** Carries out what `core/lease` decided. The only place where a slot's control changes. */
export class ControlDesk {
  readonly #room: Room;
  readonly #supervisor: Supervisor;
  readonly #pool: BrokerPool;
  readonly #foreground: Foreground;
  readonly #starts: StartLimit;

  constructor(room: Room, parts: { supervisor: Supervisor; pool: BrokerPool; foreground: Foreground }) {
    this.#room = room;
    this.#supervisor = parts.supervisor;
    this.#pool = parts.pool;
    this.#foreground = parts.foreground;
    this.#starts = new StartLimit(room.settings.startsAtOnce);
  }

  /**
   * Changes control in this turn of the event loop: memory first (deny first), then the gate, then SQLite, then
   * everything that takes time.
   *
   * When the disk refuses the record, a change that lets an agent act is not made. One that takes something away
   * stands in memory, is written as soon as the disk allows, and the slot says so meanwhile.
   * @throws DockError when the present holder does not allow it, or `DISK_FULL`; nothing has changed then
   */
  change(slot: SlotRuntime, input: ControlInput): Change {
    const { clock } = this.#room.ports;
    const decision = decideControl(slot.control, input, clock.now());
    if (!decision.ok) throw refusals[decision.code](slot.slot);
    const before = slot.control;
    const opens = decision.effects.some((effect) => effect.kind === "open_lease");
    slot.control = decision.control;
    const nothing = Promise.resolve(null);
    const progress: Progress = {
      fencedAt: null,
      recordedAt: null,
      unanswered: [],
      barrier: nothing,
      retires: false,
      retired: nothing,
      front: nothing,
      accounted: nothing,
    };
    try {
      for (const effect of decision.effects) this.#run(slot, effect, progress, opens);
    } catch (error) {
      // The new epoch was seen by nobody: it is taken back in the turn in which it was made.
      if (opens) slot.control = before;
      throw error;
    }
    if (slot.holder === "nobody") this.#used(slot);
    // Of a lease that has just ended they are cleared behind its tabs.
    if (slot.holder === "nobody" && !slot.settling) void clearFormerCaches(this.#room, slot);
    // A window that the person looks at stays where it is while the same agent holds the slot.
    if (slot.control.epoch !== before.epoch || slot.holder === "human") this.#foreground.controlChanged(slot);
    this.#room.touch();
    this.#room.pump();
    return progress;
  }

  #run(slot: SlotRuntime, effect: ControlEffect, progress: Progress, opens: boolean): void {
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
        if (opens) {
          store.recordControl(slot.control);
          slot.unrecorded = null;
        } else this.#record(slot);
        progress.recordedAt = slot.unrecorded === null ? clock.now() : null;
        return;
      case "retire":
        progress.retires = slot.tenancy !== null;
        progress.retired = this.#retire(slot);
        slot.retiring = Promise.all([slot.retiring, progress.retired]);
        return;
      case "bring_to_front":
        progress.front = this.#front(slot, progress.retired);
        return;
      case "open_lease":
        // Its failure is logged there, and the call that needs it hears of it.
        void this.#open(slot, effect.lease);
        return;
      case "lease_over": {
        this.#room.event(slot.slot, "lease_over", `The lease of ${effect.lease.agent} is over: ${effect.reason}.`);
        slot.formerTabs = true;
        slot.formerCaches = true;
        slot.settling = true;
        const endedAt = clock.now();
        progress.accounted = slot.retiring.then(() => this.#accountFor(slot, effect.lease, effect.reason, endedAt));
        slot.retiring = progress.accounted;
        return;
      }
      default:
        effect satisfies never;
    }
  }

  /**
   * What a lease leaves behind: an unknown outcome keeps the slot from being offered (R7), and its tabs as they are, for
   * whoever looks; else the tabs are closed (R43), or the whole window where it was reclaimed (R16). Only then may the
   * slot be lent again.
   */
  async #accountFor(slot: SlotRuntime, lease: Lease, reason: EndReason, endedAt: number): Promise<void> {
    quarantineUnknown(this.#room, slot, lease.id, reason === "browser_gone" ? endedAt : null);
    slot.help = null;
    slot.looked = null;
    slot.news = slot.news.filter((each) => each.leaseId !== lease.id);
    if (slot.holder === "nobody" && slot.quarantine.length === 0) {
      if (reason === "reclaimed_by_person") await this.#supervisor.close(slot, "you reclaimed the slot to make room");
      else await closeFormerTabs(this.#room, slot);
    }
    slot.settling = false;
    this.#room.event(slot.slot, "accounted_for", `What the lease of ${lease.agent} left behind is accounted for.`);
    this.#room.touch();
    this.#room.pump();
  }

  /** Written later when the disk refuses it now: after a restart the present holder would be another one (R1). */
  #record(slot: SlotRuntime): void {
    const { clock, log, store } = this.#room.ports;
    try {
      store.recordControl(slot.control);
      slot.unrecorded = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`slot ${slot.slot}: a change of control could not be written`, error);
      slot.unrecorded = `Who holds this slot could not be written down, so a restart would forget it: ${reason}`;
      clock.after(budgets.recordAgain, () => {
        if (slot.unrecorded === null || this.#room.stopping) return;
        this.#record(slot);
        this.#room.touch();
      });
    }
  }

  #used(slot: SlotRuntime): void {
    const now = this.#room.ports.clock.now();
    slot.lastUsedAt = now;
    bestEffort(this.#room, "the time of last use", () => this.#room.ports.store.touchSlot(slot.slot, now));
  }

  /**
   * The lease's tenancy, opened if it is not there: after a launch, a hand-back, or a lost broker.
   * @throws DockError `EPOCH_STALE` when the lease may not act now, and why it could not be opened
   */
  tenancy(slot: SlotRuntime, lease: Lease): Promise<Tenancy> {
    const { holder, epoch } = slot.control;
    if (slot.opening) return slot.opening;
    if (slot.tenancy?.epoch === epoch) return Promise.resolve(slot.tenancy);
    if (holder.kind !== "agent" || holder.lease.id !== lease.id) return Promise.reject(stale());
    const unclear = quarantined(slot);
    if (unclear) return Promise.reject(unclear);
    return this.#open(slot, lease);
  }

  /** Its broker is past every deadline: what it had begun is accounted for, and the next call gets another one (R2). */
  giveUp(slot: SlotRuntime, tenancy: Tenancy): void {
    if (slot.tenancy === tenancy) slot.tenancy = null;
    slot.retiring = Promise.all([slot.retiring, tenancy.retire(answersTooLate)]);
  }

  /**
   * @param isWanted asked again once there is a window: it may have taken some time to open
   * @throws DockError why the window could not be opened, where there is none
   */
  async bringToFront(slot: SlotRuntime, isWanted = () => true): Promise<Shown> {
    const { chrome } = slot.login;
    if (chrome) return this.#room.ports.desktop.bringToFront(chrome.pid);
    // A person may look at what is in quarantine: that is how they decide. Only a Chrome on its way out is waited for.
    const browser = await this.#supervisor.ensureLive(slot);
    return isWanted() ? this.#foreground.show(slot, browser) : { inFront: false, observed: false };
  }

  /**
   * The take-over stands whether or not there is a window to show; why there is none is said. What the agent had left
   * pressed is let go before; a broker that is slow to end does not hold the person up for long. Once the person has given
   * the slot on, its window is not brought into their way any more (R12, R21).
   */
  async #front(slot: SlotRuntime, retired: Promise<unknown>): Promise<number | null> {
    const { epoch } = slot.control;
    await within(this.#room.ports.clock, budgets.frontWait, retired);
    if (slot.control.epoch !== epoch) return null;
    // A window to log in comes to the front by itself, in place of the one that is there now.
    if (slot.loginFlow.kind !== "idle" && !slot.login.chrome) return null;
    try {
      const { inFront } = await this.bringToFront(slot, () => slot.control.epoch === epoch);
      return inFront ? this.#room.ports.clock.now() : null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#room.event(slot.slot, "not_in_front", `The window could not be brought to the front: ${reason}`);
      return null;
    }
  }

  #open(slot: SlotRuntime, lease: Lease): Promise<Tenancy> {
    const { epoch } = slot.control;
    const opening = this.#opened(slot, lease, epoch, slot.retiring);
    slot.opening = opening;
    const over = () => {
      if (slot.opening === opening) slot.opening = null;
      this.#room.touch();
    };
    opening.then(over, (error: unknown) => {
      over();
      // That control changed meanwhile is no fault; whoever changed it is in the event log.
      if (error instanceof DockError && error.code === "EPOCH_STALE") return;
      this.#room.ports.log(`slot ${slot.slot}: the lease could not be opened`, error);
    });
    return opening;
  }

  async #opened(slot: SlotRuntime, lease: Lease, epoch: number, former: Promise<unknown>): Promise<Tenancy> {
    const goOn = () => {
      if (slot.control.epoch !== epoch) throw stale();
      const unclear = quarantined(slot);
      if (unclear) throw unclear;
    };
    // One broker a slot at a time: the former one's exit is observed before the next is bound (R2).
    await former;
    goOn();
    return this.#starts.run(async () => {
      goOn();
      const browser = await this.#supervisor.ensureLive(slot);
      goOn();
      await closeFormerTabs(this.#room, slot);
      goOn();
      if (slot.formerTabs) {
        throw new DockError("SLOT_QUARANTINED", "Tabs of the former agent are still open.");
      }
      return Tenancy.open(this.#room, slot, browser, { lease, epoch }, this.#pool);
    });
  }

  async #retire(slot: SlotRuntime): Promise<Retirement | null> {
    const { tenancy } = slot;
    // An opening that has no broker yet sees the new epoch and starts none.
    slot.tenancy = null;
    slot.opening = null;
    return (await tenancy?.retire(controlChanged)) ?? null;
  }
}

function quarantined(slot: SlotRuntime): DockError | null {
  const [reason] = slot.quarantine;
  return reason ? new DockError("SLOT_QUARANTINED", `Slot ${slot.slot} is in quarantine: ${reason.known}`) : null;
}

function stale(): DockError {
  return new DockError("EPOCH_STALE", "Control changed while the lease was opened.");
}
