import type { SeenRequest } from "../shared/contract/broker.ts";
import { duration } from "./deadline.ts";
import { isUnclear, neverReachedSite, type Seen } from "./seen.ts";
import type { Watch } from "./watch.ts";

/** More than this many requests of one action are counted, not listed. */
const listed = 20;

/** Requests that say something about the website's state (R3): reads are left out. */
function telling(watch: Watch): readonly Seen[] {
  return watch.seen.filter((seen) => seen.kind !== "read");
}

export function seenRequests(watch: Watch): SeenRequest[] {
  return telling(watch).map(({ method, url, state, status }) => ({ method, url, state, status }));
}

/** Requests that may have changed something, of which it isn't known what became. */
export function unclear(watch: Watch): readonly Seen[] {
  return watch.seen.filter((seen) => isUnclear(seen) && !leftBehind(seen));
}

/**
 * A beacon that its page left behind: nobody can see its answer any more, not even the page that sent it. Pages send
 * them to count clicks; they are told, but don't make every link that is followed an unknown outcome.
 */
function leftBehind(seen: Seen): boolean {
  return seen.beacon && seen.state === "failed";
}

/** @param elapsedMs since the action began */
export function describeRequest(seen: Seen, elapsedMs: number): string {
  const what = `${seen.method} ${seen.url}`;
  if (seen.state === "answered") return `${what} was answered with ${seen.status ?? "no status"}`;
  if (seen.state === "sent") return `${what} was sent and had no answer after ${duration(elapsedMs)}`;
  const cause = seen.failure === null ? "" : ` (${seen.failure})`;
  if (leftBehind(seen)) return `beacon ${what} was sent; its answer can't be seen`;
  if (neverReachedSite(seen)) return `${what} did not reach the site${cause}`;
  return `${what} was sent and failed without an answer${cause}`;
}

/** One line for what is known about the website (R3). */
export function describeTraffic(watch: Watch, elapsedMs: number): string {
  const all = telling(watch);
  if (all.length === 0) return "No request was seen that could change the website.";
  const lines = all.slice(0, listed).map((seen) => describeRequest(seen, elapsedMs));
  if (all.length > listed) lines.push(`${all.length - listed} more requests`);
  return `${lines.join("; ")}.`;
}
