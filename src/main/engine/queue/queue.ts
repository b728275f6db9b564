import { type Lease, leaseOf } from "../../../core/lease/control.ts";
import type { MemoryLimit, Request } from "../../../core/schedule/facts.ts";
import { Scheduler, type Step } from "../../../core/schedule/scheduler.ts";
import type { WaiterView } from "../../../core/view/snapshot.ts";
import { DockError } from "../../../shared/errors.ts";
import type { ControlDesk } from "../change-control.ts";
import { budgets, type Room } from "../room.ts";
import type { SlotRuntime } from "../slot-runtime.ts";
import type { Supervisor } from "../supervisor.ts";
import { within } from "../within.ts";
import { grant } from "./grant.ts";
import { KeptPlaces } from "./kept-places.ts";
import { conflictKeysOf, factsOf, limitsOf } from "./slot-facts.ts";
import { Teller } from "./teller.ts";
import { type Grant, WaitDeadline, type Waiter, type Wish } from "./waiting.ts";

/** What the queue does to the rest of the engine. */
export interface QueueParts {
  readonly desk: Pick<ControlDesk, "change">;
  readonly supervisor: Pick<Supervisor, "close">;
  readonly memory: { readonly limit: MemoryLimit | null };
  /** Wipes the slot for a request, under its present epoch. Never rejects. */
  readonly reassign: (slot: SlotRuntime, request: Request, failed: () => void) => Promise<void>;
}

/**
 * Agents that wait for a slot. `core/schedule` decides who gets which one; this tells it what has changed, carries its
 * steps out one after another in one turn of the event loop (R12), and tells each agent why it waits (R11).
 */
export class Queue {
  readonly #room: Room;
  readonly #parts: QueueParts;
  readonly #scheduler = new Scheduler();
  readonly #waiters = new Map<string, Waiter>();
  readonly #places: KeptPlaces;
  readonly #teller: Teller;
  /** Slots with facts that the scheduler has not been told. */
  readonly #changed = new Set<SlotRuntime>();
  #scheduled = false;

  constructor(room: Room, parts: QueueParts) {
    this.#room = room;
    this.#parts = parts;
    this.#places = new KeptPlaces(room.ports.clock);
    this.#teller = new Teller(room, this.#scheduler, this.#waiters, () => this.#sync());
    for (const slot of room.slots) {
      this.#changed.add(slot);
      slot.changed = (decides) => {
        this.#changed.add(slot);
        if (decides) this.pump();
      };
    }
  }

  /**
   * Waits for a slot.
   * @throws DockError `WAIT_DEADLINE` (`WaitDeadline`), `LEASE_ENDED` when the session or the call ends meanwhile
   */
  acquire(wish: Wish): Promise<Grant> {
    if (!wish.stillThere()) return Promise.reject(new DockError("LEASE_ENDED", "The session or the call has ended."));
    const { clock, newId } = this.#room.ports;
    const { promise, resolve, reject } = Promise.withResolvers<Grant>();
    const { agent, agentId, target, waitMs } = wish;
    const place = this.#places.take(agentId, target);
    const request = {
      id: newId(),
      agent,
      agentId,
      target,
      conflictKeys: conflictKeysOf(this.#room, target),
      since: place?.since ?? clock.now(),
      deadline: clock.now() + waitMs,
      overtaken: place?.overtaken ?? 0,
      wipeFailed: place?.wipeFailed ?? false,
    };
    const waiter: Waiter = { request, wish, told: null, resolve, reject };
    const deadline = clock.after(waitMs, () => this.#tooLate(waiter));
    const cancelled = () => this.#drop(waiter, new DockError("LEASE_ENDED", "The call was cancelled while it waited."));
    wish.signal.addEventListener("abort", cancelled, { once: true });
    this.#waiters.set(request.id, waiter);
    this.#scheduler.join(request);
    this.pump();
    return promise.finally(() => {
      deadline.cancel();
      wish.signal.removeEventListener("abort", cancelled);
    });
  }

  /** The session has ended; one whose connection was only lost may be back soon, and finds its place then. */
  forget(session: string, place?: "keep its place"): void {
    for (const waiter of this.#waitersOf(session)) {
      if (place) this.#keepPlace(waiter);
      this.#drop(waiter, new DockError("LEASE_ENDED", "The session ended while it waited."));
    }
  }

  /** Whether somebody waits for this login. */
  isWanted(target: string | null): boolean {
    return this.#scheduler.isWanted(target);
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

  /** The settings have changed: what they say of conflict keys holds for those that wait as well (R17). */
  settingsChanged(): void {
    for (const slot of this.#room.slots) this.#changed.add(slot);
    for (const waiter of [...this.#waiters.values()]) {
      const { id, target } = waiter.request;
      const overtaken = this.#scheduler.overtaken(id);
      const request = { ...waiter.request, conflictKeys: conflictKeysOf(this.#room, target), overtaken };
      if (request.conflictKeys.join("\n") === waiter.request.conflictKeys.join("\n")) continue;
      this.#scheduler.leave(id);
      waiter.request = request;
      this.#scheduler.join(request);
    }
    this.pump();
  }

  /** What the session waits for is its own after all: it was connected twice for a moment. */
  serve(session: string, grant: Grant): void {
    for (const waiter of this.#waitersOf(session)) {
      this.#leave(waiter);
      waiter.resolve(grant);
    }
  }

  /** The agent of a parked lease, when it has come back and waits for that slot; null while it has not. */
  returning(slot: SlotRuntime): Waiter | null {
    const { holder } = slot.control;
    if (holder.kind !== "parked") return null;
    const { agentId, target } = holder.lease;
    const isIt = ({ request }: Waiter) => request.agentId === agentId && request.target === target;
    return [...this.#waiters.values()].find(isIt) ?? null;
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
    this.#parts.desk.change(slot, { kind: "unpark", leaseId: lease.id, session: waiter.wish.session });
    this.#leave(waiter);
    const given = leaseOf(slot.control) ?? lease;
    waiter.resolve({ slot, lease: given });
    return given;
  }

  /** Who waits, in the order of service, and what each was told. */
  view(): WaiterView[] {
    return [...this.#scheduler.ids()].flatMap((id, index) => {
      const waiter = this.#waiters.get(id);
      if (!waiter) return [];
      const { agent, target, since } = waiter.request;
      const { code = "deciding", sentence = "Not decided yet." } = waiter.told?.notice ?? {};
      return [{ id, agent, target, since, position: index + 1, code, sentence }];
    });
  }

  #decide(): void {
    if (this.#waiters.size === 0 || this.#room.stopping) return;
    this.#sync();
    for (let step = this.#scheduler.next(); step; step = this.#scheduler.next()) {
      this.#carryOut(step);
      this.#sync();
    }
    this.#teller.tellChanged();
    this.#room.touch();
  }

  #sync(): void {
    this.#scheduler.limits(limitsOf(this.#room, this.#parts.memory.limit));
    for (const slot of this.#changed) this.#scheduler.slot(factsOf(this.#room, slot));
    this.#changed.clear();
  }

  #carryOut(step: Step): void {
    const slot = this.#room.slots[step.slot - 1];
    if (!slot) return;
    if (step.kind === "make_room") {
      void this.#parts.supervisor.close(slot, "to make room for a waiting agent");
      return;
    }
    const waiter = this.#waiters.get(step.request);
    if (waiter && step.kind === "wipe") {
      const { request } = waiter;
      void this.#parts.reassign(slot, request, () => this.#scheduler.wipeHasFailed(request.id));
      return;
    }
    if (!waiter) this.#scheduler.leave(step.request);
    else if (waiter.wish.prove === null || waiter.told === null) this.#give(waiter);
    else void this.#ask(waiter, slot, waiter.wish.prove);
  }

  /**
   * One that has waited proves that it is alive before anything is opened for it: a connection may have ended without
   * our having read its end. Meanwhile the slot is kept for it. One that asked just now has proven it by that.
   */
  async #ask(waiter: Waiter, slot: SlotRuntime, prove: () => Promise<boolean>): Promise<void> {
    const { agent, id, target } = waiter.request;
    slot.offeredTo = id;
    this.#room.event(slot.slot, "offered", `Offered to ${agent} for ${target}; it has to answer first.`);
    const isThere = await within(
      this.#room.ports.clock,
      budgets.proof,
      prove().catch(() => false),
    );
    if (slot.offeredTo === id) slot.offeredTo = null;
    if (this.#room.stopping || !this.#waiters.has(id)) return;
    if (isThere === true) this.#give(waiter);
    else this.#drop(waiter, new DockError("LEASE_ENDED", "It did not answer when its turn came."));
    this.pump();
  }

  #give(waiter: Waiter): void {
    const { clock } = this.#room.ports;
    if (!waiter.wish.stillThere()) {
      this.#drop(waiter, new DockError("LEASE_ENDED", "The session ended while it waited."));
      return;
    }
    // What has changed since the offer counts: a person may have taken the slot.
    this.#sync();
    const number = this.#scheduler.accept(waiter.request.id, clock.now());
    if (number === "withdrawn") return;
    if (number === "late") {
      this.#tooLate(waiter);
      return;
    }
    this.#leave(waiter);
    const slot = this.#room.slots[number - 1];
    if (slot) this.#grant(waiter, slot);
  }

  #grant(waiter: Waiter, slot: SlotRuntime): void {
    try {
      waiter.resolve({ slot, lease: grant(this.#room, this.#parts.desk, waiter, slot) });
    } catch (error) {
      // Nothing was lent, whatever the scheduler believes.
      this.#changed.add(slot);
      waiter.reject(error instanceof DockError ? error : new DockError("INTERNAL", String(error), { cause: error }));
    }
  }

  #tooLate(waiter: Waiter): void {
    const { request, wish } = waiter;
    if (!this.#waiters.has(request.id)) return;
    // The reason as it is now, not as it was when it was told last.
    this.#sync();
    this.#teller.refresh(waiter);
    this.#keepPlace(waiter);
    this.#drop(waiter, new WaitDeadline(wish.waitMs, this.#room.ports.clock.now() - request.since, waiter.told));
  }

  #keepPlace({ request: { agentId, id, since, target } }: Waiter): void {
    const place = { since, overtaken: this.#scheduler.overtaken(id), wipeFailed: this.#scheduler.wipeFailed(id) };
    this.#places.keep(agentId, target, place);
  }

  #waitersOf(session: string): Waiter[] {
    return [...this.#waiters.values()].filter(({ wish }) => wish.session === session);
  }

  #drop(waiter: Waiter, error: DockError): void {
    if (!this.#leave(waiter)) return;
    this.#room.event(null, "waits_no_more", `${waiter.request.agent} waits no more: ${error.message}`);
    waiter.reject(error);
    this.#room.touch();
    this.pump();
  }

  /** @returns false when it has left before */
  #leave({ request }: Waiter): boolean {
    this.#scheduler.leave(request.id);
    return this.#waiters.delete(request.id);
  }
}
