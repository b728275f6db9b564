import type { Lease } from "../../core/lease/control.ts";
import { leaseOf } from "../../core/lease/control.ts";
import { type Limits, type Request, type SlotFacts, schedule, type WaitReason } from "../../core/schedule/schedule.ts";
import type { WaiterView } from "../../core/view/snapshot.ts";
import { duration, waitSentence } from "../../core/view/words.ts";
import { DockError } from "../../shared/errors.ts";
import type { ControlDesk } from "./change-control.ts";
import type { Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { Supervisor } from "./supervisor.ts";

export interface Grant {
  readonly slot: SlotRuntime;
  readonly lease: Lease;
}

export interface WaitNotice {
  readonly code: WaitReason["code"];
  readonly sentence: string;
  readonly position: number;
}

export interface Wish {
  readonly session: string;
  readonly agent: string;
  readonly agentId: string;
  readonly target: string;
  readonly waitMs: number;
  /** Aborted when the agent no longer waits for it. */
  readonly signal: AbortSignal;
  /** Asked at the moment of the grant: nothing is opened for a waiter that has gone. */
  stillThere(): boolean;
  notify(notice: WaitNotice): void;
}

interface Waiter extends Request {
  readonly wish: Wish;
  notice: WaitNotice | null;
  resolve(grant: Grant): void;
  reject(error: DockError): void;
}

/** Agents that wait for a slot, oldest first, each with the reason why (R11). */
export class Queue {
  readonly #room: Room;
  readonly #desk: ControlDesk;
  readonly #supervisor: Supervisor;
  #waiters: Waiter[] = [];
  #scheduled = false;

  constructor(room: Room, desk: ControlDesk, supervisor: Supervisor) {
    this.#room = room;
    this.#desk = desk;
    this.#supervisor = supervisor;
  }

  /**
   * Waits for a slot.
   * @throws DockError `WAIT_DEADLINE` with the reason, `LEASE_ENDED` when the session or the call ends meanwhile
   */
  acquire(wish: Wish): Promise<Grant> {
    if (!wish.stillThere()) return Promise.reject(new DockError("LEASE_ENDED", "The session or the call has ended."));
    const { clock, newId } = this.#room.ports;
    const { promise, resolve, reject } = Promise.withResolvers<Grant>();
    const waiter: Waiter = {
      id: newId(),
      agent: wish.agent,
      agentId: wish.agentId,
      target: wish.target,
      since: clock.now(),
      wish,
      notice: null,
      resolve,
      reject,
    };
    const deadline = clock.after(wish.waitMs, () => {
      const reason = waiter.notice?.sentence ?? "No decision was made yet.";
      this.#drop(waiter, new DockError("WAIT_DEADLINE", `No slot within ${duration(wish.waitMs)}. ${reason}`));
    });
    const cancelled = () => this.#drop(waiter, new DockError("LEASE_ENDED", "The call was cancelled while it waited."));
    wish.signal.addEventListener("abort", cancelled, { once: true });
    this.#waiters.push(waiter);
    this.pump();
    return promise.finally(() => {
      deadline.cancel();
      wish.signal.removeEventListener("abort", cancelled);
    });
  }

  /** The session has ended, or its call was cancelled. */
  forget(session: string): void {
    for (const waiter of this.#waiters.filter((each) => each.wish.session === session)) {
      this.#drop(waiter, new DockError("LEASE_ENDED", "The session ended while it waited."));
    }
  }

  /** Decides anew, once, at the end of this turn. */
  pump(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#decide();
    });
  }

  /** The agent of a parked lease, when it has come back and waits for that slot; null while it has not. */
  returning(slot: SlotRuntime): Waiter | null {
    const { holder } = slot.control;
    if (holder.kind !== "parked") return null;
    const { agentId, target } = holder.lease;
    return this.#waiters.find((each) => each.agentId === agentId && each.target === target) ?? null;
  }

  /**
   * The person gives a parked lease back to its agent; nothing resumes it by itself.
   * @throws DockError `NOT_PARKED` when the agent has not come back, `SLOT_QUARANTINED`, `DISK_FULL`
   */
  unpark(slot: SlotRuntime): Lease {
    const waiter = this.returning(slot);
    const lease = leaseOf(slot.control);
    const [reason] = slot.quarantine;
    if (reason) throw new DockError("SLOT_QUARANTINED", `Slot ${slot.slot} is in quarantine: ${reason.known}`);
    if (!waiter || !lease) throw new DockError("NOT_PARKED", `No agent waits for a parked lease of slot ${slot.slot}.`);
    this.#desk.change(slot, { kind: "unpark", leaseId: lease.id, session: waiter.wish.session });
    this.#waiters = this.#waiters.filter((each) => each !== waiter);
    const given = leaseOf(slot.control) ?? lease;
    waiter.resolve({ slot, lease: given });
    return given;
  }

  view(): WaiterView[] {
    return this.#waiters.map((waiter, index) => ({
      id: waiter.id,
      agent: waiter.agent,
      target: waiter.target,
      since: waiter.since,
      position: index + 1,
      code: waiter.notice?.code ?? "deciding",
      sentence: waiter.notice?.sentence ?? "Not decided yet.",
    }));
  }

  #decide(): void {
    if (this.#waiters.length === 0 || this.#room.stopping) return;
    const now = this.#room.ports.clock.now();
    const decisions = schedule(this.#room.slots.map(factsOf), this.#waiters, this.#limits());
    const byId = new Map(this.#waiters.map((waiter) => [waiter.id, waiter]));
    for (const decision of decisions) {
      if (decision.kind === "make_room") {
        const slot = this.#room.slots[decision.slot - 1];
        if (slot) void this.#supervisor.close(slot, "to make room for a waiting agent");
        continue;
      }
      const waiter = byId.get(decision.request);
      if (!waiter) continue;
      if (decision.kind === "grant") this.#grant(waiter, decision.slot);
      else this.#tell(waiter, decision.reason, now);
    }
    this.#room.touch();
  }

  #grant(waiter: Waiter, number: number): void {
    const slot = this.#room.slots[number - 1];
    this.#waiters = this.#waiters.filter((each) => each !== waiter);
    if (!slot) return;
    if (!waiter.wish.stillThere()) {
      waiter.reject(new DockError("LEASE_ENDED", "The session ended while it waited."));
      this.pump();
      return;
    }
    const { newId, clock, store } = this.#room.ports;
    const lease: Lease = {
      id: newId(),
      session: waiter.wish.session,
      agent: waiter.agent,
      agentId: waiter.agentId,
      target: waiter.target,
      grantedAt: clock.now(),
      returned: null,
    };
    try {
      if (slot.target !== waiter.target) {
        store.bindTarget(slot.slot, waiter.target);
        slot.target = waiter.target;
      }
      this.#desk.change(slot, { kind: "grant", lease });
      this.#room.event(
        slot.slot,
        "granted",
        `Lent to ${waiter.agent} for ${waiter.target} (epoch ${slot.control.epoch}).`,
      );
      waiter.resolve({ slot, lease });
    } catch (error) {
      waiter.reject(error instanceof DockError ? error : new DockError("INTERNAL", String(error), { cause: error }));
    }
  }

  #tell(waiter: Waiter, reason: WaitReason, now: number): void {
    const sentence = waitSentence(reason, now);
    const position = this.#waiters.indexOf(waiter) + 1;
    const known = waiter.notice;
    waiter.notice = { code: reason.code, sentence, position };
    if (known?.code === reason.code && known.position === position) return;
    this.#room.event(null, "waiting", `${waiter.agent} waits: ${sentence}`);
    try {
      waiter.wish.notify(waiter.notice);
    } catch (error) {
      this.#room.ports.log(`${waiter.agent} could not be told why it waits`, error);
    }
  }

  #drop(waiter: Waiter, error: DockError): void {
    if (!this.#waiters.includes(waiter)) return;
    this.#waiters = this.#waiters.filter((each) => each !== waiter);
    waiter.reject(error);
    this.#room.touch();
    this.pump();
  }

  #limits(): Limits {
    const choice = this.#room.ports.browsers.choice();
    return {
      cap: this.#room.settings.cap,
      paused: this.#room.paused,
      blocked: "code" in choice ? `${choice.message} ${choice.hint}` : null,
    };
  }
}

function factsOf(slot: SlotRuntime): SlotFacts {
  const { control, life } = slot;
  return {
    slot: slot.slot,
    target: slot.target,
    holder: control.holder.kind,
    heldBy: control.holder.kind === "human" ? "a person" : (leaseOf(control)?.agent ?? "nobody"),
    parkedFor: control.holder.kind === "parked" ? control.holder.lease.agentId : null,
    since: control.since,
    life: life.kind,
    settling: slot.settling,
    takesPlace: slot.reservesPlace,
    quarantine: slot.quarantine[0]?.code ?? null,
    lastUsedAt: slot.lastUsedAt,
  };
}
