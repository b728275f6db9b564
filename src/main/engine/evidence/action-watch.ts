import { isDecisive, isReading, type SeenRequest } from "../../../core/action/evidence.ts";
import type { CommandLog } from "../gate/command-log.ts";
import type { Clock } from "../ports.ts";

/** Chrome's clock and ours are read at different moments; milliseconds. */
const clockSlack = 5;

/** A request as it is followed: the statement about it, and what only the waiting needs. */
export interface Followed {
  seen: SeenRequest;
  readonly tab: string;
  /** A read that a page may need before it shows what the action led to. */
  readonly awaited: boolean;
  /** Its body came to an end as well. */
  ended: boolean;
}

/**
 * What one action is seen to start (R3).
 *
 * ```
 *   open ──settled──▶ trailing ──next action, or control changes──▶ closed
 * ```
 * While open, new requests count as the action's. While trailing they are told as "later", since a page may save what
 * was typed some moments afterwards. A closed watch gets no new request, but still hears of the end of those it has.
 */
export class ActionWatch {
  readonly log: CommandLog;
  readonly resumes: boolean;
  #heir: ActionWatch | null = null;
  phase: "open" | "trailing" | "closed" = "open";
  readonly #openedAt: number;
  #settledAt: number | null = null;
  /** False once something of the action's tabs could not be looked at. */
  watched = true;
  /** Chrome is gone: what the page may still have sent was seen by nobody. */
  ended = false;
  /** Called after every change that the evidence has to show. */
  onChange: () => void = () => {};
  readonly #clock: Clock;
  readonly #followed: Followed[] = [];
  /** The action that a dialog had stopped, while this one answers the dialog: what it sent is waited for as well. */
  #stopped: ActionWatch | null = null;
  readonly #waiting = new Set<() => void>();

  /** @param resumes it answers a dialog, so that the action before goes on with it */
  constructor(clock: Clock, log: CommandLog, resumes = false) {
    this.#clock = clock;
    this.log = log;
    this.resumes = resumes;
    this.#openedAt = clock.now();
  }

  /** @param former the action before, which goes on with this one when a dialog had stopped it */
  follows(former: ActionWatch | null): void {
    if (!this.resumes || former === null) return;
    this.#stopped = former;
    former.#heir = this;
  }

  /** The action has settled: what begins from here on is told as later. */
  settle(): void {
    if (this.phase !== "open") return;
    this.phase = "trailing";
    this.#settledAt = this.#clock.now();
  }

  /** Nothing that begins from here on is this action's. */
  close(): void {
    this.#settledAt ??= this.#clock.now();
    this.phase = "closed";
  }

  /** Whether something that was sent at that time was sent while the action ran. */
  wasOpenAt(at: number): boolean {
    return at >= this.#openedAt - clockSlack && at <= (this.#settledAt ?? Number.POSITIVE_INFINITY);
  }

  /** Whether that time was before it began, to the millisecond. */
  openedAfter(at: number): boolean {
    return at < this.#openedAt;
  }

  /** What is told: everything that may change something, navigations of the tab, downloads. */
  get requests(): SeenRequest[] {
    return this.#followed.filter((each) => isTold(each.seen)).map((each) => each.seen);
  }

  follow(request: Followed): void {
    this.#followed.push(request);
    this.changed(request);
  }

  changed(request: Followed): void {
    if (bringsDocument(request.seen)) this.#leaveBehind(request);
    this.wake();
    if (isTold(request.seen)) this.onChange();
  }

  /** A new document was asked for in a tab that the action worked in. */
  leaves(): boolean {
    return this.#followed.some(({ seen }) => seen.kind === "navigation" && isDecisive(seen));
  }

  /** A new document is on its way into the tab: the last navigation was answered with one. */
  bringsDocument(): boolean {
    if (this.#followed.some(({ seen }) => seen.kind === "download")) return false;
    const last = this.#followed.findLast(({ seen }) => seen.kind === "navigation" && isDecisive(seen))?.seen;
    return last !== undefined && bringsDocument(last);
  }

  /** Whether there is nothing left to wait for that may change something. */
  isAnswered(): boolean {
    if (this.#stopped?.isAnswered() === false) return false;
    return this.#followed.every((each) => each.seen.state !== "sent" || !this.#isWaitedFor(each));
  }

  socketsAnswered(): boolean {
    return this.#followed.every(({ seen }) => seen.kind !== "socket" || seen.state !== "sent" || !isDecisive(seen));
  }

  readsEnded(): boolean {
    return this.#followed.every((each) => each.ended || !each.awaited);
  }

  /** So many requests of the action may change something or bring a document: more than before is something new. */
  get effects(): number {
    return this.#followed.filter(({ seen }) => isDecisive(seen) && isTold(seen)).length;
  }

  /** A beacon's answer can't be seen any more once its page is gone, not even by the page; should it come, it is told. */
  #leaveBehind({ seen: { sentAt, endedAt }, tab }: Followed): void {
    for (const each of this.#followed) {
      const { seen } = each;
      if (each.tab !== tab || seen.kind !== "beacon" || seen.state !== "sent" || seen.sentAt > sentAt) continue;
      each.seen = { ...seen, state: "failed", endedAt };
    }
  }

  #isWaitedFor({ seen, tab }: Followed): boolean {
    if (!isDecisive(seen) || seen.kind === "socket") return false;
    if (seen.kind !== "navigation" && isReading(seen.method)) return false;
    // The document that sent it is gone: its answer can't be seen any more.
    const left = (other: Followed) =>
      other.tab === tab && bringsDocument(other.seen) && other.seen.sentAt >= seen.sentAt;
    return seen.kind === "navigation" || !this.#followed.some(left);
  }

  /** Makes `until` look again. */
  wake(): void {
    for (const look of [...this.#waiting]) look();
    this.#heir?.wake();
  }

  /** Waits until the condition holds, at most so many milliseconds; it is looked at on every change. */
  async until(condition: () => boolean, milliseconds: number): Promise<boolean> {
    if (condition()) return true;
    if (milliseconds <= 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => {
      if (condition()) resolve(true);
    };
    const timer = this.#clock.after(milliseconds, () => resolve(condition()));
    this.#waiting.add(look);
    try {
      return await promise;
    } finally {
      timer.cancel();
      this.#waiting.delete(look);
    }
  }
}

function isTold(seen: SeenRequest): boolean {
  return seen.kind !== "request" || !isReading(seen.method);
}

/** A navigation of the tab that was answered with a document: not with nothing, and not with another address. */
function bringsDocument({ kind, state, status }: SeenRequest): boolean {
  if (kind !== "navigation" || state !== "answered") return false;
  return status !== 204 && status !== 205 && (status === null || status < 300 || status >= 400);
}
