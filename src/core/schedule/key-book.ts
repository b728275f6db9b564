import { mostOvertakes } from "./facts.ts";
import { Ordered } from "./ordered.ts";
import { isOlder, type Waiter } from "./waiter.ts";

/** One conflict key (R17): which slots hold it, and which heads want it. */
class ConflictKey {
  readonly name: string;
  /** One slot; more only when a person has taken a slot without asking for its keys. */
  readonly holders = new Ordered<number>((one, other) => one < other);
  /** All heads that want it and whose slot is free. */
  readonly wanting = new Ordered<Waiter>(isOlder);
  /** Those that were found to wait for this key. */
  readonly parked = new Ordered<Waiter>(isOlder);
  /** Those that wait for no key at all. */
  readonly ready = new Ordered<Waiter>(isOlder);
  /** Those that it is kept for: they were overtaken as often as anybody may be. */
  readonly keeping = new Ordered<Waiter>(isOlder);
  /** What shut it when the reasons were given out last. */
  saidShut: "held" | "kept" | null = null;

  constructor(name: string) {
    this.name = name;
  }

  get shut(): "held" | "kept" | null {
    if (this.holders.size > 0) return "held";
    return this.keeping.size > 0 ? "kept" : null;
  }

  isShutFor(waiter: Waiter): boolean {
    return this.holders.size > 0 || this.keptFrom(waiter) !== null;
  }

  /** The older one that it is kept for; null when there is none. */
  keptFrom(waiter: Waiter): Waiter | null {
    const first = this.keeping.first;
    return first && isOlder(first, waiter) ? first : null;
  }
}

/**
 * Conflict keys and who waits for them. A head waits at one key, the first that it can't have; it is looked at again
 * only when that key comes free and everybody older has been served. So a key's change costs the few that it decides
 * about, not all that want it.
 */
export class KeyBook {
  readonly #keys = new Map<string, ConflictKey>();
  /** Keys that may have come free for one that is parked there. */
  readonly #opened = new Set<ConflictKey>();
  /** Keys that were taken, freed or kept since the reasons were given out last. */
  readonly #touched = new Set<ConflictKey>();
  readonly #parkedAt = new Map<Waiter, ConflictKey>();
  /** Told of heads that were ready and have to be looked at again. */
  readonly #shut: (waiter: Waiter) => void;

  constructor(shut: (waiter: Waiter) => void) {
    this.#shut = shut;
  }

  /** What a head waits for: a key that the named slot holds, or that is kept for an older head; null for neither. */
  obstacle(
    waiter: Waiter,
  ): { readonly key: string; readonly slot: number } | { readonly key: string; readonly keptFor: Waiter } | null {
    const key = this.#parkedAt.get(waiter);
    if (!key) return null;
    // The lowest, where a person has made it several.
    const slot = key.holders.first;
    if (slot !== undefined) return { key: key.name, slot };
    const keptFor = key.keptFrom(waiter);
    return keptFor && { key: key.name, keptFor };
  }

  isHeldBeside(name: string, slot: number): boolean {
    const holders = this.#key(name).holders;
    return holders.size > (holders.has(slot) ? 1 : 0);
  }

  /** The keys that a slot holds have changed. */
  heldBy(slot: number, before: readonly string[], after: readonly string[]): void {
    for (const name of before) {
      if (after.includes(name)) continue;
      const key = this.#key(name);
      key.holders.delete(slot);
      this.#touched.add(key);
      if (key.holders.size === 0) this.#opened.add(key);
    }
    for (const name of after) {
      const key = this.#key(name);
      key.holders.add(slot);
      this.#touched.add(key);
      for (const waiter of [...key.ready]) this.#shut(waiter);
    }
  }

  /** Files a head whose slot is free. @returns whether it waits for no key */
  file(waiter: Waiter): boolean {
    const keys = this.#keysOf(waiter);
    for (const key of keys) {
      key.wanting.add(waiter);
      if (waiter.overtaken >= mostOvertakes) this.#keep(key, waiter);
    }
    const shut = keys.find((key) => key.isShutFor(waiter));
    if (shut) {
      shut.parked.add(waiter);
      this.#parkedAt.set(waiter, shut);
    } else for (const key of keys) key.ready.add(waiter);
    return shut === undefined;
  }

  unfile(waiter: Waiter): void {
    this.#parkedAt.get(waiter)?.parked.delete(waiter);
    this.#parkedAt.delete(waiter);
    for (const key of this.#keysOf(waiter)) {
      key.wanting.delete(waiter);
      key.ready.delete(waiter);
      if (!key.keeping.has(waiter)) continue;
      key.keeping.delete(waiter);
      this.#touched.add(key);
      this.#opened.add(key);
    }
  }

  /** The oldest that is parked at a key which it may have now. */
  front(): Waiter | null {
    let oldest: Waiter | null = null;
    for (const key of this.#opened) {
      const first = key.parked.first;
      if (!first || key.isShutFor(first)) this.#opened.delete(key);
      else if (!oldest || isOlder(first, oldest)) oldest = first;
    }
    return oldest;
  }

  /** Everybody older that wants one of the keys and is overtaken when this one gets its slot. */
  overtakenBy(waiter: Waiter): ReadonlySet<Waiter> {
    const overtaken = new Set<Waiter>();
    for (const { wanting } of this.#keysOf(waiter)) {
      for (const other of wanting) {
        if (!isOlder(other, waiter)) break;
        overtaken.add(other);
      }
    }
    return overtaken;
  }

  /** Those that wait for a key which was held and is now kept for somebody, or the other way round. */
  *news(): Generator<Waiter> {
    for (const key of this.#touched) {
      if (key.shut !== key.saidShut) yield* key.parked;
      key.saidShut = key.shut;
    }
    this.#touched.clear();
  }

  #keep(key: ConflictKey, waiter: Waiter): void {
    key.keeping.add(waiter);
    this.#touched.add(key);
    for (const younger of [...key.ready]) if (isOlder(waiter, younger)) this.#shut(younger);
  }

  #keysOf({ request }: Waiter): ConflictKey[] {
    return request.conflictKeys.map((name) => this.#key(name));
  }

  #key(name: string): ConflictKey {
    const known = this.#keys.get(name);
    if (known) return known;
    const key = new ConflictKey(name);
    this.#keys.set(name, key);
    return key;
  }
}
