import type { Control } from "../../core/lease/control.ts";
import type { ActionView, EventView, MonitorView, Outcome, ReceiptView } from "../../core/view/snapshot.ts";
import type { FromBroker, ToBroker } from "../../shared/contract/broker.ts";
import type { ErrorBody } from "../../shared/errors.ts";

/** What the engine needs of the world. Adapters implement these; tests may too. */

/** One private DevTools connection to one Chrome. */
export interface BrowserPipe {
  /** Writes one message; the bytes are handed to the kernel's pipe in this turn, or queued behind earlier ones. */
  write(message: string): void;
  /** @param listener gets one whole message, without its terminator */
  onMessage(listener: (message: Buffer) => void): void;
  /** Closes our end. Chrome then closes itself cleanly. */
  close(): void;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** When the exit was observed, milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface RunningBrowser {
  readonly pid: number;
  /** Start time as the system states it; with the pid it names one process for good. */
  readonly startTime: string;
  readonly pipe: BrowserPipe;
  readonly exited: Promise<Exit>;
  /** The last lines that it wrote, for an error message. */
  output(): string;
  kill(): void;
}

export interface BrowserChoice {
  readonly path: string;
  readonly version: string;
  readonly chosenBy: string;
}

export interface LaunchRequest {
  readonly slot: number;
  readonly profile: string;
  readonly downloads: string;
  readonly uploads: string;
  readonly scale: number;
  readonly label: string;
}

export interface Browsers {
  /** The pinned browser, or the error that says how to get one (R22). */
  choice(): BrowserChoice | ErrorBody;
  readonly sandboxOff: boolean;
  /**
   * @throws DockError `BROWSER_MISSING`, `BROWSER_START_FAILED`, `PROFILE_LOCKED`
   */
  launch(request: LaunchRequest): Promise<RunningBrowser>;
  choose(path: string): Promise<void>;
}

export interface BrokerProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  send(message: ToBroker): void;
  onMessage(listener: (message: FromBroker) => void): void;
  kill(): void;
}

export interface Brokers {
  spawn(): BrokerProcess;
}

/** The other end of a lease: what a tenant's socket needs. */
export interface Tenant {
  /** A message from the client. */
  receive(text: string): void;
  /** The client has gone. */
  gone(): void;
}

export interface TenantSocket {
  send(message: Buffer | string): void;
  close(): void;
}

export interface LeaseEndpoints {
  /**
   * Offers one DevTools endpoint, for one connection that shows the token.
   * @param accept is called when the client has connected
   */
  offer(
    leaseId: string,
    accept: (socket: TenantSocket) => Tenant,
  ): { endpoint: string; token: string; withdraw(): void };
}

export interface Desktop {
  monitors(): Promise<readonly MonitorView[]>;
  onMonitorsChanged(listener: () => void): void;
  /** `observed` is false where the system does not tell which window is in front. */
  bringToFront(pid: number): Promise<{ readonly inFront: boolean; readonly observed: boolean }>;
}

export interface ActionRecord {
  readonly id: string;
  readonly slot: number;
  readonly epoch: number;
  readonly leaseId: string;
  readonly session: string;
  readonly agent: string;
  readonly tool: string;
  readonly summary: string;
  readonly effect: "reads" | "acts";
  readonly admittedAt: number;
}

export interface SlotRecord {
  readonly control: Control;
  readonly target: string | null;
  readonly lastUsedAt: number;
}

export interface LaunchRecord {
  readonly launch: string;
  readonly slot: number;
  readonly pid: number | null;
  readonly startTime: string | null;
}

/** What is remembered. Every method has happened when it returns; control changes survive a power cut. */
export interface Store {
  slots(): readonly SlotRecord[];
  /** @throws DockError `EPOCH_STALE` when the stored epoch is not older (R1) */
  recordControl(control: Control): void;
  bindTarget(slot: number, target: string): void;
  touchSlot(slot: number, at: number): void;
  launchBegins(launch: string, slot: number, at: number): void;
  launchRuns(launch: string, pid: number, startTime: string): void;
  launchEnds(launch: string, at: number, how: string): void;
  openLaunches(): readonly LaunchRecord[];
  /** @returns false when the id was used before (R6: an id is never executed twice) */
  admitAction(action: ActionRecord): boolean;
  dispatchAction(id: string, at: number): void;
  settleAction(id: string, outcome: Outcome, evidence: string | null, at: number): void;
  openActions(): readonly (ActionRecord & { readonly dispatched: boolean })[];
  lastMutations(): ReadonlyMap<number, ActionView>;
  saveReceipt(receipt: ReceiptView): void;
  receipts(): ReadonlyMap<number, ReceiptView>;
  appendEvent(slot: number | null, kind: string, text: string, at: number): EventView;
  recentEvents(limit: number): readonly EventView[];
}

export interface Processes {
  /** Whether this very process still runs: same pid and same start time. */
  isAlive(pid: number, startTime: string): boolean;
  /** @returns false when it still runs after so many milliseconds */
  waitForExit(pid: number, startTime: string, milliseconds: number): Promise<boolean>;
  kill(pid: number, startTime: string): void;
  /** PSS of a process tree in MiB; null where the system does not tell. */
  memoryMb(pids: readonly number[]): Promise<number | null>;
}

export interface Clock {
  /** Milliseconds since the Unix epoch, with fractions. */
  now(): number;
  /** Runs once after so many milliseconds, unless cancelled. */
  after(milliseconds: number, run: () => void): { cancel(): void };
}

export interface Ports {
  readonly store: Store;
  readonly browsers: Browsers;
  readonly brokers: Brokers;
  readonly endpoints: LeaseEndpoints;
  readonly desktop: Desktop;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly slotDirectories: (slot: number) => { profile: string; downloads: string; uploads: string };
  /** Whether a file lies in one of the directories once symbolic links are resolved. */
  readonly isInside: (path: string, directories: readonly string[]) => boolean;
  readonly log: (line: string, detail?: unknown) => void;
}
