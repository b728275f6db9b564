import { explain, type Grounds, placesLeft, shortageOf } from "./explain.ts";
import type { Limits, Request, SlotFacts } from "./facts.ts";
import { mostOvertakes } from "./facts.ts";
import { Heads } from "./heads.ts";
import { keysHeldBy, obstacleOf } from "./obstacle.ts";
import { Ordered } from "./ordered.ts";
import type { WaitReason } from "./reasons.ts";
import { SlotBook, type SlotEntry } from "./slot-book.ts";
import { isOlder, type Waiter } from "./waiter.ts";

/** What the engine has to do next. */
export type Step =
  /** The slot is kept for that request until it was accepted or has left; `launch`: it has no window yet. */
  | { readonly kind: "offer"; readonly request: string; readonly slot: number; readonly launch: boolean }
  /** A window that nobody needs makes room; its place comes back when its exit was observed (R52). */
  | { readonly kind: "make_room"; readonly slot: number };

export interface Wait {
  readonly request: string;
  readonly reason: WaitReason;
}

/**
 * Who gets which slot next, or why not (R10–R12, R14, R17). No clock and no I/O: it is told what has changed and says
 * what to do, one step at a time, oldest request first. Each event and each step takes time in proportion to log n of
 * slots and waiters; one that changes the reasons of several heads takes that for each of them.
 *
 * ```
 *            join                    next: offer               accept
 *   (none) ────────▶ waits ◀──────────────────────▶ offered ─────────▶ (granted)
 *                      │     its slot was taken away    │
 *                      └─────────── leave ──────────────┴────────────▶ (gone)
 * ```
 *
 * The order: of one login target the oldest; of several the oldest whose slot and conflict keys are free. A window under
 * the cap goes to the oldest that needs one. Younger ones may overtake one that waits for a held key, `mostOvertakes`
 * times.
 */
export class Scheduler {
  #limits: Limits = { cap: 0, paused: false, blocked: null, memory: null };
  readonly #slots = new SlotBook();
  readonly #heads = new Heads(this.#slots, (waiter) => this.#tell([waiter]));
  readonly #waiters = new Map<string, Waiter>();
  readonly #order = new Ordered<Waiter>(isOlder);
  /** Whose reason may have become another one. */
  readonly #news = new Set<Waiter>();
  /** Those that were in line for a window that is closing, when reasons were given out last. */
  #line: readonly Waiter[] = [];
  #shortage: "cap_reached" | "memory_low" = "cap_reached";
  #joined = 0;

  get size(): number {
    return this.#waiters.size;
  }

  limits(limits: Limits): void {
    const before = this.#limits;
    this.#limits = limits;
    if (before.paused !== limits.paused || before.blocked !== limits.blocked) this.#tell(this.#order);
  }

  /** The facts of one slot are these now. An offer of it that they contradict is withdrawn. */
  slot(facts: SlotFacts): void {
    const before = this.#slots.get(facts.slot);
    const isStill = before?.toldToClose === true && before.facts.life === facts.life;
    this.#file({ facts, offer: before?.offer ?? null, toldToClose: isStill });
    const { offer } = before ?? {};
    if (offer && obstacleOf({ facts, offer: null, toldToClose: false }, "") !== null) this.#withdraw(offer);
  }

  join(request: Request): void {
    this.#joined += 1;
    const group = this.#heads.groupOf(request.target);
    const { overtaken } = request;
    const waiter: Waiter = { request, order: this.#joined, group, overtaken, offer: null, said: null };
    this.#waiters.set(request.id, waiter);
    this.#order.add(waiter);
    group.waiters.add(waiter);
    this.#heads.mark(group);
    this.#news.add(waiter);
  }

  /** It was granted, or waits no longer. */
  leave(id: string): void {
    const waiter = this.#waiters.get(id);
    if (!waiter) return;
    if (waiter.offer !== null) this.#withdraw(waiter);
    this.#waiters.delete(id);
    this.#order.delete(waiter);
    this.#news.delete(waiter);
    waiter.group.waiters.delete(waiter);
    this.#heads.mark(waiter.group);
  }

  /** The next step, until there is none. What it decided is taken for done; facts that come later say what was. */
  next(): Step | null {
    if (this.#limits.paused || this.#limits.blocked !== null) return null;
    for (;;) {
      this.#heads.settle();
      const first = this.#first();
      const parked = this.#heads.keys.front();
      if (parked && (!first || isOlder(parked, first))) this.#heads.mark(parked.group);
      else if (!first) return null;
      else if (this.#heads.launch.has(first) && this.#places() <= 0) return this.#makeRoom();
      else return this.#offer(first);
    }
  }

  /**
   * The one that was offered a slot is there and takes it.
   * @returns the slot, and it has left the queue; `late`: it has left as well, with nothing; `withdrawn`: the slot can't
   * be had any more, and it goes on waiting
   */
  accept(id: string, now: number): number | "late" | "withdrawn" {
    const waiter = this.#waiters.get(id);
    const slot = waiter?.offer ?? null;
    if (!waiter || slot === null) return "withdrawn";
    const { conflictKeys, deadline } = waiter.request;
    const isRefused = this.#limits.paused || this.#limits.blocked !== null;
    // A person may have taken a slot with the same key meanwhile; nobody asked them to wait.
    if (isRefused || conflictKeys.some((key) => this.#heads.keys.isHeldBeside(key, slot))) {
      this.#withdraw(waiter);
      return "withdrawn";
    }
    this.leave(id);
    return deadline <= now ? "late" : slot;
  }

  /**
   * Whose reason has another code than it was given out with last, and the reason. Of those that wait for one login only
   * the first is looked at, and whoever has just joined; `reason` tells the others', whenever they are asked for.
   */
  changed(): readonly Wait[] {
    this.#heads.settle();
    // Windows that are closing are for the first in line, who are told so; all others at the cap share one reason.
    const line = Array.from(
      { length: this.#slots.leaving.size },
      (_, rank) => this.#heads.launch.at(rank) ?? [],
    ).flat();
    this.#tell(this.#heads.keys.news());
    this.#tell(this.#line);
    this.#tell(line);
    this.#line = line;
    const shortage = shortageOf(this.#limits, this.#slots);
    if (shortage !== this.#shortage) this.#tell(this.#heads.launch);
    this.#shortage = shortage;
    const changed = [...this.#news].flatMap((waiter) => {
      const reason = this.#explain(waiter);
      if (!reason || reason.code === waiter.said) return [];
      waiter.said = reason.code;
      return [{ request: waiter.request.id, reason }];
    });
    this.#news.clear();
    return changed;
  }

  /** Why it waits, as of now; null when nothing is in its way, or it does not wait. */
  reason(id: string): WaitReason | null {
    this.#heads.settle();
    const waiter = this.#waiters.get(id);
    return waiter ? this.#explain(waiter) : null;
  }

  /** Its place in the order of service, counted from 1. */
  position(id: string): number {
    const waiter = this.#waiters.get(id);
    return waiter ? this.#order.rank(waiter) + 1 : 0;
  }

  /** How often younger ones have taken a conflict key that it wants. */
  overtaken(id: string): number {
    return this.#waiters.get(id)?.overtaken ?? 0;
  }

  /** The ids of all that wait, in the order of service. */
  *ids(): Generator<string> {
    for (const { request } of this.#order) yield request.id;
  }

  #explain(waiter: Waiter): WaitReason | null {
    return explain(waiter, this.#heads.entryFor(waiter.group), this.#grounds());
  }

  #grounds(): Grounds {
    return { limits: this.#limits, slots: this.#slots, keys: this.#heads.keys, launch: this.#heads.launch };
  }

  #places(): number {
    return placesLeft(this.#limits, this.#slots);
  }

  /** The oldest head that a step can be made for. */
  #first(): Waiter | null {
    // Windows that are leaving are for the first in line; each one after them needs a window that can be closed.
    const places = this.#places();
    const next = places > 0 ? this.#heads.launch.first : this.#heads.launch.at(this.#slots.leaving.size);
    const launch = places > 0 || this.#slots.idle.size > 0 ? next : undefined;
    const live = this.#heads.live.first;
    if (!launch || !live) return launch ?? live ?? null;
    return isOlder(launch, live) ? launch : live;
  }

  #makeRoom(): Step | null {
    const entry = this.#slots.idle.first;
    if (!entry) return null;
    this.#file({ ...entry, toldToClose: true });
    return { kind: "make_room", slot: entry.facts.slot };
  }

  #offer(waiter: Waiter): Step | null {
    const entry = this.#heads.entryFor(waiter.group);
    if (!entry) return null;
    for (const overtaken of this.#heads.keys.overtakenBy(waiter)) {
      overtaken.overtaken += 1;
      if (overtaken.overtaken === mostOvertakes) this.#heads.mark(overtaken.group);
    }
    const { slot, life } = entry.facts;
    waiter.offer = slot;
    waiter.group.offered = waiter;
    this.#file({ ...entry, offer: waiter });
    this.#heads.mark(waiter.group);
    return { kind: "offer", request: waiter.request.id, slot, launch: life === "empty" };
  }

  #withdraw(waiter: Waiter): void {
    const entry = waiter.offer === null ? null : this.#slots.get(waiter.offer);
    waiter.offer = null;
    waiter.group.offered = null;
    this.#heads.mark(waiter.group);
    if (entry) this.#file({ ...entry, offer: null });
  }

  /** The one place where a slot's entry changes: whoever that concerns is filed anew. */
  #file(entry: SlotEntry): void {
    const before = this.#slots.get(entry.facts.slot);
    const hadUnused = this.#slots.unused.size > 0;
    this.#slots.set(entry);
    this.#heads.keys.heldBy(entry.facts.slot, before ? keysHeldBy(before) : [], keysHeldBy(entry));
    if (!before || standIn(before) !== standIn(entry)) {
      if (before) this.#heads.markTarget(before.facts.target);
      this.#heads.markTarget(entry.facts.target);
    }
    if (hadUnused !== this.#slots.unused.size > 0) this.#heads.markHomeless();
  }

  #tell(waiters: Iterable<Waiter>): void {
    for (const waiter of waiters) if (this.#waiters.has(waiter.request.id)) this.#news.add(waiter);
  }
}

/** What of a slot decides how the head of its target is filed. */
function standIn(entry: SlotEntry): string {
  const { life, target } = entry.facts;
  return `${obstacleOf(entry, "")?.code} ${life === "live"} ${target}`;
}
