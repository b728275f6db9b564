import type { SeenRequest } from "../../../core/action/evidence.ts";
import { parseTargetInfo, textOf } from "../gate/messages.ts";
import type { RoomChannel } from "../gate/room-channel.ts";
import type { ActionWatch, Followed } from "./action-watch.ts";
import { type NetworkChange, networkEvents, readNetworkEvent } from "./network-events.ts";

/** Buffers of zero bytes: what was sent and answered is never kept, only that it was (R31). */
const withoutBodies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** A trip into the page and back: what its script dispatched in the same turn has been sent when it returns. */
const pageTurn = "new Promise((done) => setTimeout(done, 0))";

interface OwnSession {
  readonly tab: string;
  /** Workers have no page to make a trip into. */
  readonly isPage: boolean;
}

/**
 * Watches the network of the agent's tabs on DevTools sessions of the control room's own (R3): frames of other sites,
 * workers and service workers too, which are targets of their own. It reads; it never holds anything back.
 */
export class Observer {
  readonly #channel: RoomChannel;
  readonly #now: () => number;
  readonly #sessions = new Map<string, OwnSession>();
  readonly #tabs = new Set<string>();
  readonly #openers = new Map<string, string>();
  readonly #requests = new Map<string, { readonly watch: ActionWatch; readonly request: Followed }>();
  /** Sockets by their id; messages on them are attributed one by one. */
  readonly #sockets = new Map<string, string>();
  /** What to add to Chrome's times to get ours, milliseconds; never above 0. */
  #ahead = 0;
  #current: ActionWatch | null = null;
  /** The one before, for what a page tells only after a dialog that had stopped it. */
  #former: ActionWatch | null = null;

  constructor(channel: RoomChannel, now: () => number) {
    this.#channel = channel;
    this.#now = now;
    channel.onEvent(["Target.attachedToTarget", "Target.detachedFromTarget"], (method, params, parent) => {
      const child = textOf(params, "sessionId");
      if (child === null) return;
      if (method === "Target.detachedFromTarget") this.#sessions.delete(child);
      else if (parent !== null) this.#attached(child, params, parent);
    });
    channel.onEvent(networkEvents, (method, params, sessionId) => {
      const session = sessionId === null ? null : this.#sessions.get(sessionId);
      if (session === undefined) return;
      for (const change of readNetworkEvent(method, params)) this.#apply(change, session?.tab ?? null);
    });
  }

  /** From here on new requests are this action's; the action before gets no more. */
  begin(watch: ActionWatch): void {
    this.release();
    watch.follows(this.#former);
    this.#current = watch;
    // A tab that is only now being attached to may have sent something unseen.
    watch.watched = [...this.#tabs].every((tab) => this.sessionOf(tab) !== null);
  }

  /** What begins from here on is nobody's: a person holds the slot, or the lease is over. */
  release(): void {
    if (this.#current === null) return;
    this.#current.close();
    this.#former = this.#current;
    this.#current = null;
  }

  /** Chrome is gone, and nothing more will be seen. */
  close(): void {
    if (this.#current) this.#current.ended = true;
  }

  /** The tabs that are the agent's; others are let go of. */
  watchOnly(tabs: readonly string[]): void {
    const wanted = new Set(tabs);
    for (const tab of [...this.#tabs].filter((each) => !wanted.has(each))) {
      this.#tabs.delete(tab);
      const sessionId = this.sessionOf(tab);
      // A tab that is gone has taken its sessions along.
      if (sessionId !== null) this.#channel.command("Target.detachFromTarget", { sessionId }).catch(() => {});
      for (const [id, session] of this.#sessions) if (session.tab === tab) this.#sessions.delete(id);
    }
    for (const tab of [...wanted].filter((each) => !this.#tabs.has(each))) {
      this.#tabs.add(tab);
      this.#attach(tab).catch(() => {
        if (this.#current && this.#tabs.has(tab)) this.#current.watched = false;
      });
    }
  }

  /** A tab that another one opened works for the same action. */
  opened(tab: string, opener: string): void {
    this.#openers.set(tab, opener);
  }

  /** Our own session on a tab; null while there is none. */
  sessionOf(tab: string): string | null {
    for (const [id, session] of this.#sessions) if (session.tab === tab && session.isPage) return id;
    return null;
  }

  /**
   * Settles when everything that the pages of these tabs had sent has been reported here. Rejects when one of them
   * showed another document meanwhile, or was closed; that is an answer as well.
   */
  async turn(tabs: Iterable<string>): Promise<void> {
    const wanted = new Set(tabs);
    const sessions = [...this.#sessions].filter(([, { tab, isPage }]) => isPage && wanted.has(tab));
    await Promise.all(
      sessions.map(([id]) =>
        this.#channel.command(
          "Runtime.evaluate",
          { expression: pageTurn, awaitPromise: true, returnByValue: true },
          id,
        ),
      ),
    );
  }

  async #attach(tab: string): Promise<void> {
    const { sessionId } = await this.#channel.command("Target.attachToTarget", { targetId: tab, flatten: true });
    if (typeof sessionId !== "string") throw new Error("Chrome gave no session to watch with");
    this.#sessions.set(sessionId, { tab, isPage: true });
    await this.#enable(sessionId);
  }

  async #enable(sessionId: string): Promise<void> {
    const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await Promise.all([
      this.#channel.command("Network.enable", withoutBodies, sessionId),
      this.#channel.command("Target.setAutoAttach", autoAttach, sessionId),
    ]);
  }

  /** A frame of another site or a worker of a watched page. */
  #attached(child: string, params: Readonly<Record<string, unknown>>, parent: string): void {
    const session = this.#sessions.get(parent);
    if (session === undefined) return;
    const type = parseTargetInfo(params["targetInfo"])?.type;
    this.#sessions.set(child, { tab: session.tab, isPage: type === "iframe" });
    // A worker without a network domain, or a frame that is gone already, has nothing to tell.
    this.#enable(child).catch(() => {});
  }

  #apply(change: NetworkChange, tab: string | null): void {
    switch (change.kind) {
      case "began":
        this.#began(change, tab);
        return;
      case "socket":
        this.#sockets.set(change.id, change.url);
        return;
      case "socket_sent": {
        const url = this.#sockets.get(change.id);
        if (url === undefined) return;
        this.#began({ ...socketMessage, kind: "began", id: `${change.id} message`, url }, tab);
        return;
      }
      default:
        this.#changed(change);
    }
  }

  #began(change: Extract<NetworkChange, { kind: "began" }>, tab: string | null): void {
    const { id, isMain, awaited, sort, kind: _, at, ...facts } = change;
    const sentAt = this.#sentAt(at);
    const watch = this.#watchAt(sentAt);
    if (watch === null) return;
    // Several messages on one socket are told once.
    if (sort === "socket" && this.#requests.get(id)?.watch === watch) {
      this.#update(id, (seen) => ({ ...seen, state: "sent", endedAt: null }));
      return;
    }
    const isNavigation = sort === "document" && isMain === tab;
    const known = this.#requests.get(id)?.request.seen;
    // A frame's document is told of by its own session and by the one around it.
    if (known?.url === facts.url && known.method === facts.method) return;
    const request: Followed = {
      seen: {
        ...facts,
        kind: isNavigation ? "navigation" : sort === "document" ? "request" : sort,
        state: "sent",
        status: null,
        failure: null,
        sentAt,
        endedAt: null,
        attribution: this.#attribution(watch, tab, sentAt),
        byServiceWorker: false,
      },
      tab: tab ?? "",
      awaited,
      ended: !awaited,
    };
    this.#requests.set(id, { watch, request });
    watch.follow(request);
  }

  /** A page that a dialog had stopped tells afterwards what it sent before: that belongs to the action of that time. */
  #watchAt(sentAt: number): ActionWatch | null {
    const [current, former] = [this.#current, this.#former];
    // The next action may have come within the slack of the clocks, and the time is never stated too early.
    if (former?.wasOpenAt(sentAt) && (current === null || current.openedAfter(sentAt))) return former;
    return current;
  }

  /**
   * When it was sent, by our clock. Chrome tells it by the system's clock, which may be ahead of ours: a machine that was
   * paused sets it forward. An event can't come before it happened, so the smallest distance seen is that difference.
   */
  #sentAt(at: number | null): number {
    const now = this.#now();
    if (at === null) return now;
    this.#ahead = Math.min(this.#ahead, now - at);
    const sentAt = at + this.#ahead;
    return now - sentAt < longestDelay ? sentAt : now;
  }

  #attribution(watch: ActionWatch, tab: string | null, sentAt: number): SeenRequest["attribution"] {
    if (!watch.wasOpenAt(sentAt)) return "later";
    // A download names a frame that need not be known; a tab that the action opened works for it.
    if (tab === null) return "window";
    for (let each: string | undefined = tab; each !== undefined; each = this.#openers.get(each)) {
      if (watch.log.tabs.has(each)) return "window";
    }
    return "other_tab";
  }

  #changed(change: Exclude<NetworkChange, { kind: "began" | "socket" | "socket_sent" }>): void {
    const at = this.#now();
    switch (change.kind) {
      case "answered":
        this.#update(change.id, (seen) => ({
          ...seen,
          state: "answered",
          status: change.status,
          endedAt: at,
          byServiceWorker: change.byServiceWorker,
        }));
        return;
      case "ended":
        this.#ends(change.id);
        return;
      case "failed":
        this.#update(change.id, (seen) =>
          seen.state === "sent" ? { ...seen, state: change.state, failure: change.failure, endedAt: at } : seen,
        );
        this.#ends(change.id);
        return;
      case "socket_received":
        this.#update(`${change.id} message`, (seen) => ({ ...seen, state: "answered", endedAt: at }));
        return;
      default:
        change satisfies never;
    }
  }

  #update(id: string, change: (seen: SeenRequest) => SeenRequest): void {
    const known = this.#requests.get(id);
    if (!known) return;
    const { request, watch } = known;
    const seen = change(request.seen);
    if (seen === request.seen) return;
    request.seen = seen;
    watch.changed(request);
  }

  #ends(id: string): void {
    const known = this.#requests.get(id);
    if (!known) return;
    known.request.ended = true;
    this.#requests.delete(id);
    known.watch.wake();
  }
}

const socketMessage = {
  method: "WebSocket",
  sort: "socket",
  initiator: "script",
  isMain: null,
  awaited: false,
  at: null,
} as const;

/** A page that a dialog stops tells what it had sent when the dialog is answered: minutes later, at times. Milliseconds. */
const longestDelay = 3_600_000;
