import { type Grounds, shortageOf } from "./explain.ts";
import type { WaitReason } from "./reasons.ts";
import type { Waiter } from "./waiter.ts";

export interface Wait {
  readonly request: string;
  readonly reason: WaitReason;
}

/** Whose reason may have become another one since the reasons were given out last. */
export class WaitNews {
  readonly #isWaiting: (waiter: Waiter) => boolean;
  readonly #news = new Set<Waiter>();
  /** Those that were in line for a window that is closing, when reasons were given out last. */
  #line: readonly Waiter[] = [];
  #shortage: "cap_reached" | "memory_low" = "cap_reached";

  constructor(isWaiting: (waiter: Waiter) => boolean) {
    this.#isWaiting = isWaiting;
  }

  add(waiters: Iterable<Waiter>): void {
    for (const waiter of waiters) if (this.#isWaiting(waiter)) this.#news.add(waiter);
  }

  delete(waiter: Waiter): void {
    this.#news.delete(waiter);
  }

  /** Reasons with another code than was given out; from now on these are. */
  take({ limits, slots, keys, launch }: Grounds, explain: (waiter: Waiter) => WaitReason | null): readonly Wait[] {
    // Windows that are closing are for the first in line, who are told so; all others at the cap share one reason.
    const line = Array.from({ length: slots.leaving.size }, (_, rank) => launch.at(rank) ?? []).flat();
    this.add(keys.news());
    this.add(this.#line);
    this.add(line);
    this.#line = line;
    const shortage = shortageOf(limits, slots);
    if (shortage !== this.#shortage) this.add(launch);
    this.#shortage = shortage;
    const changed = [...this.#news].flatMap((waiter) => {
      const reason = explain(waiter);
      if (!reason || reason.code === waiter.said) return [];
      waiter.said = reason.code;
      return [{ request: waiter.request.id, reason }];
    });
    this.#news.clear();
    return changed;
  }
}
