import type { SlotFacts } from "./facts.ts";
import { Ordered } from "./ordered.ts";
import type { Waiter } from "./waiter.ts";

/** A slot as the scheduler sees it: the facts, and what it has decided itself since they were told. */
export interface SlotEntry {
  readonly facts: SlotFacts;
  readonly offer: Waiter | null;
  /** Its window was told to close, and the facts do not say so yet. */
  readonly toldToClose: boolean;
}

const bySlot = (one: SlotEntry, other: SlotEntry) => one.facts.slot < other.facts.slot;
const byLastUse = (one: SlotEntry, other: SlotEntry) =>
  one.facts.lastUsedAt === other.facts.lastUsedAt ? bySlot(one, other) : one.facts.lastUsedAt < other.facts.lastUsedAt;

/** The slots, sorted by what is looked for: each change and each question takes time in proportion to log n. */
export class SlotBook {
  /** Windows that nobody needs now, the longest unused first: they may be closed to make room. */
  readonly idle = new Ordered<SlotEntry>(byLastUse);
  /** Windows on their way out. One whose exit was waited for in vain makes no room. */
  readonly leaving = new Ordered<SlotEntry>(bySlot);
  /** Slots that were never used: a new target gets the first. */
  readonly unused = new Ordered<SlotEntry>(bySlot);
  readonly #entries = new Map<number, SlotEntry>();
  readonly #ofTarget = new Map<string, number>();
  #taken = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** How many places are taken, those included that are offered (R10). */
  get taken(): number {
    return this.#taken;
  }

  get(slot: number): SlotEntry | null {
    return this.#entries.get(slot) ?? null;
  }

  /** The slot that belongs to the target (R14). */
  ofTarget(target: string): SlotEntry | null {
    const slot = this.#ofTarget.get(target);
    return slot === undefined ? null : this.get(slot);
  }

  set(entry: SlotEntry): void {
    const before = this.get(entry.facts.slot);
    if (before) this.#file(before, false);
    this.#entries.set(entry.facts.slot, entry);
    this.#file(entry, true);
  }

  #file(entry: SlotEntry, there: boolean): void {
    const { slot, target } = entry.facts;
    if (target !== null) {
      if (there) this.#ofTarget.set(target, slot);
      else this.#ofTarget.delete(target);
    }
    if (takesPlace(entry)) this.#taken += there ? 1 : -1;
    for (const [set, belongs] of [
      [this.idle, isIdle],
      [this.leaving, isLeaving],
      [this.unused, isUnused],
    ] as const) {
      if (!belongs(entry)) continue;
      if (there) set.add(entry);
      else set.delete(entry);
    }
  }
}

function takesPlace({ facts, offer }: SlotEntry): boolean {
  return facts.takesPlace || offer !== null;
}

function isIdle({ facts, offer, toldToClose }: SlotEntry): boolean {
  const { holder, life, quarantine, settling } = facts;
  return holder === "nobody" && life === "live" && quarantine === null && !settling && offer === null && !toldToClose;
}

function isLeaving({ facts, toldToClose }: SlotEntry): boolean {
  return (facts.life === "closing" || toldToClose) && facts.quarantine === null;
}

/** A person who used a slot without a target may have logged in there: it is nobody else's (R14). */
function isUnused({ facts, offer }: SlotEntry): boolean {
  const { holder, lastUsedAt, life, quarantine, settling, target } = facts;
  const isFresh = target === null && lastUsedAt === 0 && life === "empty" && !settling;
  return isFresh && holder === "nobody" && quarantine === null && offer === null;
}
