import { explain, type Grounds, placesLeft } from "./explain.ts";
import type { Limits, Request, SlotFacts } from "./facts.ts";
import { mostOvertakes } from "./facts.ts";
import { Heads } from "./heads.ts";
import { keysHeldBy, obstacleOf } from "./obstacle.ts";
import { Ordered } from "./ordered.ts";
import type { WaitReason } from "./reasons.ts";
import { SlotBook, type SlotEntry } from "./slot-book.ts";
import { type Wait, WaitNews } from "./wait-news.ts";
import { isOlder, newWaiter, type Waiter } from "./waiter.ts";

/** What the engine has to do next. */
export type Step =
  /** The slot is kept for that request until it was accepted or has left; `launch`: it has no window yet. */
  | { readonly kind: "offer"; readonly request: string; readonly slot: number; readonly launch: boolean }
  /**
   * The slot belongs to another target and is wiped, so that the request can be given it then (R14). Until the facts say
   * that this is over, its place is kept. When the slot changes before anything of it is touched, the step is void.
   */
  | { readonly kind: "wipe"; readonly request: string; readonly slot: number }
  /** A window that nobody needs makes room; its place comes back when its exit was observed (R52). */
  | { readonly kind: "make_room"; readonly slot: number };

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
 * One whose target has no slot, when all were used, has the longest unused one wiped first (R14), as late as that can
 * be: when there is a place for its window. Meanwhile it waits on.
 *
 * The order: of one login target the oldest; of several the oldest whose slot and conflict keys are free. A window under
 * the cap goes to the oldest that needs one. Younger ones may overtake one that waits for a held key, `mostOvertakes`
 * times.
 */
export class Scheduler {
  #limits: Limits = { cap: 0, paused: false, blocked: null, memory: null };
  readonly #slots = new SlotBook();
  readonly #heads = new Heads(this.#slots, (waiter) => this.#news.add([waiter]));
  readonly #waiters = new Map<string, Waiter>();
  readonly #order = new Ordered<Waiter>(isOlder);
  readonly #news = new WaitNews((waiter) => this.#waiters.has(waiter.request.id));
  #joined = 0;

  get size(): number {
    return this.#waiters.size;
  }

  limits(limits: Limits): void {
    const before = this.#limits;
    this.#limits = limits;
    if (before.paused !== limits.paused || before.blocked !== limits.blocked) this.#news.add(this.#order);
  }

  /** The facts of one slot are these now. An offer of it that they contradict is withdrawn. */
  slot(facts: SlotFacts): void {
    const before = this.#slots.get(facts.slot);
    const isStill = before?.toldToClose === true && before.facts.life === facts.life;
    const wipe = facts.wiping === null ? null : (before?.wipe ?? null);
    const wanted = this.#heads.isWanted(facts.target);
    this.#file({ facts, offer: before?.offer ?? null, toldToClose: isStill, wipe, wanted });
    if (before?.wipe && !wipe) this.#wipeIsOver(before.wipe, facts);
    const { offer } = before ?? {};
    const now = { facts, offer: null, toldToClose: false, wipe, wanted };
    if (offer && obstacleOf(now, "") !== null) this.#withdraw(offer);
  }

  join(request: Request): void {
    this.#joined += 1;
    const group = this.#heads.groupOf(request.target);
    const waiter = newWaiter(request, this.#joined, group);
    this.#waiters.set(request.id, waiter);
    this.#order.add(waiter);
    group.waiters.add(waiter);
    this.#wanted(request.target);
    this.#heads.mark(group);
    this.#news.add([waiter]);
  }

  /** It was granted, or waits no longer. */
  leave(id: string): void {
    const waiter = this.#waiters.get(id);
    if (!waiter) return;
    if (waiter.offer !== null) this.#withdraw(waiter);
    if (waiter.wiping !== null) this.#wipeIsForNobody(waiter);
    this.#waiters.delete(id);
    this.#order.delete(waiter);
    this.#news.delete(waiter);
    waiter.group.waiters.delete(waiter);
    this.#wanted(waiter.request.target);
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
      else {
        const entry = this.#heads.entryFor(first.group);
        const wiped = entry ? undefined : this.#slots.reassignable.first;
        // A window that is open in it makes room by itself.
        const needsPlace = this.#heads.launch.has(first) && wiped?.facts.life !== "live";
        if (needsPlace && this.#places() <= 0) return this.#makeRoom();
        if (entry) return this.#offer(first, entry);
        return wiped ? this.#wipe(first, wiped) : null;
      }
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
    return this.#news.take(this.#grounds(), (waiter) => this.#explain(waiter));
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

  /** The wipe that is under way for it has failed: it gets no second one. */
  wipeHasFailed(id: string): void {
    const waiter = this.#waiters.get(id);
    if (!waiter) return;
    waiter.wipeFailed = true;
    this.#heads.mark(waiter.group);
  }

  /** Whether a slot was to be wiped for it, and that failed. */
  wipeFailed(id: string): boolean {
    return this.#waiters.get(id)?.wipeFailed ?? false;
  }

  /** Whether somebody waits for the login. */
  isWanted(target: string | null): boolean {
    return this.#heads.isWanted(target);
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

  #wipe(waiter: Waiter, entry: SlotEntry): Step {
    const { slot } = entry.facts;
    waiter.wiping = slot;
    waiter.group.offered = waiter;
    this.#file({ ...entry, wipe: waiter });
    this.#heads.mark(waiter.group);
    return { kind: "wipe", request: waiter.request.id, slot };
  }

  #offer(waiter: Waiter, entry: SlotEntry): Step {
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

  /** A slot that is in quarantine now was lost to it; one that had changed before anything was touched was not. */
  #wipeIsOver(waiter: Waiter, { quarantine }: SlotFacts): void {
    if (quarantine !== null) waiter.wipeFailed = true;
    this.#wipeIsForNobody(waiter);
  }

  #wipeIsForNobody(waiter: Waiter): void {
    const entry = waiter.wiping === null ? null : this.#slots.get(waiter.wiping);
    waiter.wiping = null;
    waiter.group.offered = null;
    this.#heads.mark(waiter.group);
    if (entry) this.#file({ ...entry, wipe: null });
  }

  /** Whether somebody waits for the target may be another thing now. */
  #wanted(target: string): void {
    const entry = this.#slots.ofTarget(target);
    const wanted = this.#heads.isWanted(target);
    if (entry && entry.wanted !== wanted) this.#file({ ...entry, wanted });
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
    const hadReassignable = this.#slots.reassignable.size > 0;
    this.#slots.set(entry);
    this.#heads.keys.heldBy(entry.facts.slot, before ? keysHeldBy(before) : [], keysHeldBy(entry));
    if (!before || standIn(before) !== standIn(entry)) {
      if (before) this.#heads.markTarget(before.facts.target);
      this.#heads.markTarget(entry.facts.target);
    }
    const { unused, reassignable } = this.#slots;
    if (hadUnused !== unused.size > 0 || hadReassignable !== reassignable.size > 0) this.#heads.markHomeless();
  }
}

/** What of a slot decides how the head of its target is filed. */
function standIn(entry: SlotEntry): string {
  const { life, target } = entry.facts;
  return `${obstacleOf(entry, "")?.code} ${life === "live"} ${target}`;
}
