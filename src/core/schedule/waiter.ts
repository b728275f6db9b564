import type { Request } from "./facts.ts";
import type { Ordered } from "./ordered.ts";
import type { WaitCode } from "./reasons.ts";

/** A request in the queue, and what became of it so far. */
export interface Waiter {
  readonly request: Request;
  /** Breaks the tie of two that wait since the same moment. */
  readonly order: number;
  readonly group: Group;
  overtaken: number;
  /** The slot that it is offered; null while it waits for its turn. */
  offer: number | null;
  /** The slot that is being wiped for it; null while none is. */
  wiping: number | null;
  /** One wipe a request: whatever made it fail may fail again, and each time a slot is lost. */
  wipeFailed: boolean;
  /** The reason that was given out last. */
  said: WaitCode | null;
}

export function newWaiter(request: Request, order: number, group: Group): Waiter {
  const { overtaken, wipeFailed } = request;
  return { request, order, group, overtaken, offer: null, wiping: null, wipeFailed, said: null };
}

/** All that wait for one login target. Only the oldest, its head, can get the slot; the others wait behind it. */
export interface Group {
  readonly target: string;
  readonly waiters: Ordered<Waiter>;
  /** The one that the slot is offered to, or that one is wiped for. It stays the head until that is over. */
  offered: Waiter | null;
  /** The head that stands in the scheduler's sets; null while it stands in none. */
  head: Waiter | null;
}

export function isOlder(one: Waiter, other: Waiter): boolean {
  const [first, second] = [one.request.since, other.request.since];
  return first === second ? one.order < other.order : first < second;
}
