import { isLongerUnused, reassignObstacle, wasUsed } from "../slot/reassign.ts";
import type { SlotFacts } from "./facts.ts";
import { Ordered } from "./ordered.ts";
import type { Waiter } from "./waiter.ts";

/** A slot as the scheduler sees it: the facts, and what it has decided itself since they were told. */
export interface SlotEntry {
  readonly facts: SlotFacts;
  readonly offer: Waiter | null;
  /** Its window was told to close, and the facts do not say so yet. */
  readonly toldToClose: boolean;
  /** The request that its workplace is wiped for. Its place and its conflict keys are kept for that. */
  readonly wipe: Waiter | null;
  /** Somebody waits for its target. */
  readonly wanted: boolean;
}

const bySlot = (one: SlotEntry, other: SlotEntry) => one.facts.slot < other.facts.slot;
const byLastUse = (one: SlotEntry, other: SlotEntry) => isLongerUnused(one.facts, other.facts);

/** The slots, sorted by what is looked for: each change and each question takes time in proportion to log n. */
export class SlotBook {
  /** Windows that nobody needs now, the longest unused first: they may be closed to make room. */
  readonly idle = new Ordered<SlotEntry>(byLastUse);
  /** Windows on their way out. One whose exit was waited for in vain makes no room. */
  readonly leaving = new Ordered<SlotEntry>(bySlot);
  /** Slots that were never used: a new target gets the first. */
  readonly unused = new Ordered<SlotEntry>(bySlot);
  /** Slots that a new target may get once they are wiped, the longest unused first. */
  readonly reassignable = new Ordered<SlotEntry>(byLastUse);
  readonly #entries = new Map<number, SlotEntry>();
  readonly #ofTarget = new Map<string, number>();
  #taken = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** How many places are taken, those included that are offered or wiped for somebody (R10). */
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
      [this.reassignable, isReassignable],
    ] as const) {
      if (!belongs(entry)) continue;
      if (there) set.add(entry);
      else set.delete(entry);
    }
  }
}

function takesPlace({ facts, offer, wipe }: SlotEntry): boolean {
  return facts.takesPlace || offer !== null || wipe !== null;
}

function isIdle({ facts, offer, toldToClose, wipe }: SlotEntry): boolean {
  const { holder, life, quarantine, settling, watched, wiping } = facts;
  const isKept = offer !== null || wipe !== null || wiping !== null;
  const isClear = quarantine === null && !settling && !isKept && !toldToClose;
  return holder === "nobody" && life === "live" && isClear && !watched;
}

/** The place of one that is wiped for somebody does not come back: it is theirs. */
function isLeaving({ facts, toldToClose, wipe }: SlotEntry): boolean {
  return (facts.life === "closing" || toldToClose) && facts.quarantine === null && wipe === null;
}

function isReassignable({ facts, offer, toldToClose, wipe, wanted }: SlotEntry): boolean {
  if (toldToClose || wipe !== null || !wasUsed(facts)) return false;
  return reassignObstacle({ ...facts, offered: offer !== null, wanted }) === null;
}

/** A person who used a slot without a target may have logged in there: it is nobody else's before a wipe (R14). */
function isUnused({ facts, offer }: SlotEntry): boolean {
  const { holder, life, quarantine, settling, wiping } = facts;
  const isFresh = !wasUsed(facts) && life === "empty" && !settling && wiping === null;
  return isFresh && holder === "nobody" && quarantine === null && offer === null;
}
