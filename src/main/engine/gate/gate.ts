import {
  addTab,
  emptyLedger,
  mayDrive,
  removeTab,
  type TabLedger,
  type TabOwner,
  tabsOf,
  withTab,
} from "../../../core/tabs/ledger.ts";
import { Observer } from "../evidence/observer.ts";
import type { BrowserPipe, TenantSocket } from "../ports.ts";
import type { CommandLog } from "./command-log.ts";
import { readEnvelope } from "./envelope.ts";
import { LeasedSession } from "./leased-session.ts";
import { parseTargetInfo, textOf } from "./messages.ts";
import type { Pressed } from "./pressed.ts";
import { RoomChannel } from "./room-channel.ts";

/** What the gate asks of its slot. */
export interface GateSlot {
  currentEpoch(): number;
  holder(): "nobody" | "agent" | "human" | "parked";
  /** Milliseconds since the Unix epoch. */
  now(): number;
  readonly downloads: string;
  mayUpload(path: string): boolean;
  /**
   * Whether a tab may be shown in its window, which Chrome does only together with a request for the keyboard: where
   * the window is guarded from that (R21).
   */
  mayShowTabs(): boolean;
  onTabsChanged(): void;
  /** A page has come, in whichever window. */
  onTabOpened(targetId: string): void;
  onRefused(method: string, reason: string): void;
}

/**
 * The last local hop before one Chrome: the only place that writes to its pipe (R4). It carries the control room's
 * own commands and those of at most one lease, and keeps the ledger of tabs (R40).
 */
export class Gate {
  readonly room: RoomChannel;
  /** What the agent's tabs send to the network, from a session of our own (R3). */
  readonly observer: Observer;
  readonly #pipe: BrowserPipe;
  readonly #slot: GateSlot;
  #lease: LeasedSession | null = null;
  #ledger: TabLedger = emptyLedger;
  #roomAsks = 0;
  /** Where the commands of the action that runs now are noted. */
  log: CommandLog | null = null;

  constructor(pipe: BrowserPipe, slot: GateSlot) {
    this.#pipe = pipe;
    this.#slot = slot;
    this.room = new RoomChannel((message) => pipe.write(message));
    this.observer = new Observer(this.room, () => slot.now());
    const events = ["Target.targetCreated", "Target.targetDestroyed"];
    this.room.onEvent(events, (method, params, sessionId) => {
      if (sessionId === null) this.#roomEvent(method, params);
    });
    pipe.onMessage((message) => this.#receive(message));
  }

  /** Asks Chrome to tell of every tab; without it no tab would have an owner. */
  async start(): Promise<void> {
    await this.room.command("Target.setDiscoverTargets", { discover: true });
  }

  /** Commands of the present lease that were written and are unanswered (R2). */
  unanswered(): string[] {
    return this.#lease?.unanswered() ?? [];
  }

  /** Keys and buttons that the present or last tenant left pressed. */
  pressed(): Pressed[] {
    return this.#lease?.pressed() ?? [];
  }

  agentTabs(): string[] {
    return tabsOf(this.#ledger, "agent");
  }

  personTabs(): string[] {
    return tabsOf(this.#ledger, "person");
  }

  ownerOf(targetId: string): TabOwner {
    return this.#ledger.tabs.get(targetId) ?? "person";
  }

  /** Opens a window or tab that belongs to the lease from its birth. */
  async openTab(parameters: object): Promise<string> {
    this.#roomAsks += 1;
    try {
      const { targetId } = await this.room.command("Target.createTarget", parameters);
      const id = typeof targetId === "string" ? targetId : "";
      this.#setLedger(withTab(this.#ledger, id, "agent"));
      return id;
    } finally {
      this.#roomAsks -= 1;
    }
  }

  /** Attaches a browser session for one lease; the tenant speaks on it once its socket is there. */
  async attachLease(): Promise<string> {
    const { sessionId } = await this.room.command("Target.attachToBrowserTarget");
    if (typeof sessionId !== "string") throw new Error("Chrome gave no session for the lease");
    return sessionId;
  }

  admitTenant(sessionId: string, epoch: number, socket: TenantSocket): LeasedSession {
    this.#lease?.close();
    const lease = new LeasedSession(
      {
        sessionId,
        epoch,
        currentEpoch: () => this.#slot.currentEpoch(),
        write: (message) => this.#pipe.write(message),
        mayDrive: (targetId) => mayDrive(this.#ledger, targetId),
        tabAsked: () => {
          this.#roomAsks += 1;
        },
        tabAnswered: (targetId) => {
          if (targetId !== null) this.#show(targetId);
          this.#roomAsks -= 1;
          if (targetId !== null) this.#setLedger(withTab(this.#ledger, targetId, "agent"));
        },
        tabWanted: (targetId) => this.#show(targetId),
        downloads: this.#slot.downloads,
        mayUpload: (path) => this.#slot.mayUpload(path),
        onRefused: (method, reason) => this.#slot.onRefused(method, reason),
        log: () => this.log,
      },
      socket,
    );
    this.#lease = lease;
    return lease;
  }

  /**
   * Closes the last hop for the present lease and sends a barrier behind everything that was written before.
   * @returns settles when Chrome has answered the barrier: it has then read all of the lease's commands
   */
  fence(): Promise<void> {
    this.#lease?.fence();
    return this.room.command("Browser.getVersion").then(() => undefined);
  }

  /** Takes the tenant's connection away; what Chrome still says of its tabs is kept in the ledger. */
  cutTenant(sessionId: string): void {
    if (this.#lease?.sessionId === sessionId) this.#lease.cut();
  }

  /** Ends the leased session in Chrome; the pages live on. */
  async detachLease(sessionId: string): Promise<void> {
    if (this.#lease?.sessionId === sessionId) {
      this.#lease.close();
      this.#lease = null;
    }
    await this.room.command("Target.detachFromTarget", { sessionId });
  }

  close(reason: string): void {
    this.observer.close();
    this.#lease?.close();
    this.#lease = null;
    this.room.close(reason);
    this.#pipe.close();
  }

  /** A tab behind another one is not painted: its timers and frames stand still, and no picture can be taken of it. */
  #show(targetId: string): void {
    if (!this.#slot.mayShowTabs()) return;
    // One that has closed meanwhile needs no window.
    this.room.command("Target.activateTarget", { targetId }).catch(() => {});
  }

  #receive(message: Buffer): void {
    const envelope = readEnvelope(message);
    const { sessionId } = envelope;
    if (sessionId !== null && this.#lease?.owns(sessionId)) this.#lease.deliver(message, envelope, sessionId);
    else this.room.receive(message, envelope);
  }

  #roomEvent(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === "Target.targetDestroyed") {
      this.#setLedger(removeTab(this.#ledger, textOf(params, "targetId") ?? ""));
      return;
    }
    if (method !== "Target.targetCreated") return;
    const target = parseTargetInfo(params["targetInfo"]);
    if (target?.type !== "page") return;
    if (target.openerId !== null) this.observer.opened(target.targetId, target.openerId);
    this.#slot.onTabOpened(target.targetId);
    // While a tab of the lease's own is being created its owner is settled by the answer, not by this event.
    if (this.#roomAsks > 0 && target.openerId === null) return;
    this.#setLedger(
      addTab(this.#ledger, {
        id: target.targetId,
        opener: target.openerId,
        askedByLease: false,
        holder: this.#slot.holder(),
      }),
    );
  }

  #setLedger(ledger: TabLedger): void {
    if (ledger === this.#ledger) return;
    this.#ledger = ledger;
    this.observer.watchOnly([...tabsOf(ledger, "agent"), ...tabsOf(ledger, "lent")]);
    this.#slot.onTabsChanged();
  }
}
