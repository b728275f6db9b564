import {
  addTab,
  emptyLedger,
  mayDrive,
  removeTab,
  type TabLedger,
  tabsOf,
  withTab,
} from "../../../core/tabs/ledger.ts";
import type { BrowserPipe, TenantSocket } from "../ports.ts";
import { readEnvelope } from "./envelope.ts";
import { LeasedSession } from "./leased-session.ts";
import { parseTargetInfo, textOf } from "./messages.ts";
import { RoomChannel } from "./room-channel.ts";

/** What the gate asks of its slot. */
export interface GateSlot {
  currentEpoch(): number;
  holder(): "nobody" | "agent" | "human";
  readonly downloads: string;
  mayUpload(path: string): boolean;
  onTabsChanged(): void;
  onRefused(method: string, reason: string): void;
}

/**
 * The last local hop before one Chrome: the only place that writes to its pipe (R4). It carries the control room's
 * own commands and those of at most one lease, and keeps the ledger of tabs (R40).
 */
export class Gate {
  readonly room: RoomChannel;
  readonly #pipe: BrowserPipe;
  readonly #slot: GateSlot;
  #lease: LeasedSession | null = null;
  #ledger: TabLedger = emptyLedger;
  #roomAsks = 0;

  constructor(pipe: BrowserPipe, slot: GateSlot) {
    this.#pipe = pipe;
    this.#slot = slot;
    this.room = new RoomChannel((message) => pipe.write(message));
    this.room.onEvent((method, params) => this.#roomEvent(method, params));
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

  agentTabs(): string[] {
    return tabsOf(this.#ledger, "agent");
  }

  personTabs(): string[] {
    return tabsOf(this.#ledger, "person");
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
          this.#roomAsks -= 1;
          if (targetId !== null) this.#setLedger(withTab(this.#ledger, targetId, "agent"));
        },
        downloads: this.#slot.downloads,
        mayUpload: (path) => this.#slot.mayUpload(path),
        onRefused: (method, reason) => this.#slot.onRefused(method, reason),
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
    this.#lease?.close();
    this.#lease = null;
    this.room.close(reason);
    this.#pipe.close();
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
    this.#slot.onTabsChanged();
  }
}
