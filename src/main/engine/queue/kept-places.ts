import type { Clock } from "../ports.ts";
import { budgets } from "../room.ts";

/** What an agent takes along when it asks again after its deadline. */
export interface Place {
  /** Since when it has waited, all its calls together; milliseconds since the Unix epoch. */
  readonly since: number;
  readonly overtaken: number;
  /** A slot was to be wiped for it, and that failed: no second one is, however often it asks. */
  readonly wipeFailed: boolean;
}

/**
 * The places of agents whose call has reached its deadline. A client gives a call a minute or less, so an agent that
 * waits longer has to ask again and again; if each time it went to the end of the queue, it would never be served.
 */
export class KeptPlaces {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Place & { readonly timer: { cancel(): void } }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keep(agentId: string, target: string, place: Place): void {
    const key = keyOf(agentId, target);
    this.#kept.get(key)?.timer.cancel();
    const timer = this.#clock.after(budgets.placeKept, () => this.#kept.delete(key));
    this.#kept.set(key, { ...place, timer });
  }

  /** Its place, once; null when none is kept. */
  take(agentId: string, target: string): Place | null {
    const key = keyOf(agentId, target);
    const kept = this.#kept.get(key);
    kept?.timer.cancel();
    this.#kept.delete(key);
    if (!kept) return null;
    const { timer: _, ...place } = kept;
    return place;
  }
}

function keyOf(agentId: string, target: string): string {
  return JSON.stringify([agentId, target]);
}
