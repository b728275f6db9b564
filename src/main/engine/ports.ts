import type { SeenRequest } from "../../core/action/evidence.ts";
import type { Outcome, Resolution } from "../../core/action/outcome.ts";
import type { Control } from "../../core/lease/control.ts";
import type { LoginHealth } from "../../core/login/health.ts";
import type { QuarantineReason, ResolveWay } from "../../core/slot/quarantine.ts";
import type { EventView, ReceiptView, Rectangle } from "../../core/view/snapshot.ts";
import type { FromBroker, ToBroker } from "../../shared/contract/broker.ts";
import type { ErrorBody } from "../../shared/errors.ts";
import type { Desktop } from "./desktop-port.ts";
import type { Workplaces } from "./workplaces-port.ts";

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

/** A Chrome without a pipe or any other debugging switch, in which the person logs in (R30). */
export interface PersonBrowser {
  readonly pid: number;
  /** Start time as the system states it; with the pid it names one process for good. */
  readonly startTime: string;
  /** What the locks on its profile had said that were found and locked nothing, as sentences (R12). */
  readonly replacedLocks: readonly string[];
  readonly exited: Promise<Exit>;
  /** The last lines that it wrote, for an error message. */
  output(): string;
  kill(): void;
}

export interface RunningBrowser extends PersonBrowser {
  readonly pipe: BrowserPipe;
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
  /** The profile's name, and the colour of its window's frame, such as `#1f63c4`. */
  readonly label: string;
  readonly colour: string;
}

export interface PersonRequest extends LaunchRequest {
  /** Where its window opens; null for a blank page. */
  readonly address: string | null;
  /** Where its window stands, in its own units, which are pixels divided by its scale; null where it likes to. */
  readonly place: Rectangle | null;
}

export interface Browsers {
  /** The pinned browser, or the error that says how to get one (R22). */
  choice(): BrowserChoice | ErrorBody;
  readonly sandboxOff: boolean;
  /**
   * @throws DockError `BROWSER_MISSING`, `BROWSER_START_FAILED`, `PROFILE_LOCKED`
   */
  launch(request: LaunchRequest): Promise<RunningBrowser>;
  /**
   * Opens a window on the slot's profile in a Chrome that no program can drive.
   * @throws DockError `BROWSER_MISSING`, `BROWSER_START_FAILED`, `PROFILE_LOCKED`
   */
  openForPerson(request: PersonRequest): Promise<PersonBrowser>;
  /** Which process holds the profile, in words that follow its name; null when none does. */
  profileHolder(profile: string): string | null;
  choose(path: string): Promise<void>;
}

export interface BrokerProcess {
  readonly pid: number;
  /** With the pid it names one process for good; null when it could not be read. */
  readonly startTime: string | null;
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

export interface ActionRecord {
  readonly id: string;
  readonly slot: number;
  readonly epoch: number;
  readonly leaseId: string;
  readonly session: string;
  readonly agent: string;
  readonly agentId: string;
  readonly tool: string;
  readonly summary: string;
  readonly effect: "reads" | "acts";
  readonly admittedAt: number;
}

/** An action as it is remembered. */
export interface StoredAction extends ActionRecord {
  readonly dispatchedAt: number | null;
  /** When the first command that can have an effect was about to be written to Chrome; null for none. */
  readonly writtenAt: number | null;
  readonly settledAt: number | null;
  readonly outcome: Outcome | null;
  readonly evidence: string | null;
  readonly requests: readonly SeenRequest[];
  readonly resolution: Resolution | null;
}

export interface SlotRecord {
  readonly control: Control;
  readonly target: string | null;
  readonly lastUsedAt: number;
}

/** One end of a workplace: whose it was, by whose word it is wiped, and why. */
export interface WipeRecord {
  readonly id: string;
  readonly slot: number;
  /** Null for a slot that belonged to none. */
  readonly target: string | null;
  /** Of the slot, when it was decided (R12). */
  readonly epoch: number;
  readonly beganAt: number;
  readonly who: string;
  readonly why: string;
}

export interface LaunchRecord {
  readonly launch: string;
  readonly slot: number;
  readonly pid: number | null;
  readonly startTime: string | null;
  /** It has no pipe: the person logs in with it, and it outlives the control room. */
  readonly forPerson: boolean;
}

/** What is remembered. Every method has happened when it returns; control changes survive a power cut. */
export interface Store {
  slots(): readonly SlotRecord[];
  /** @throws DockError `EPOCH_STALE` when the stored epoch is not older (R1) */
  recordControl(control: Control): void;
  bindTarget(slot: number, target: string): void;
  touchSlot(slot: number, at: number): void;
  /** @param forPerson it has no pipe, so that it does not end with the control room; false when absent */
  launchBegins(launch: string, slot: number, at: number, forPerson?: boolean): void;
  launchRuns(launch: string, pid: number, startTime: string): void;
  launchEnds(launch: string, at: number, how: string): void;
  openLaunches(): readonly LaunchRecord[];
  /** @returns false when the id was used before (R6: an id is never executed twice) */
  admitAction(action: ActionRecord): boolean;
  dispatchAction(id: string, at: number): void;
  /** Before the first effect of an action is written to Chrome: whoever finds no such time knows that none was. */
  actionWrites(id: string, at: number): void;
  /** What was seen so far, or since: evidence grows while an action runs, and after it. */
  noteEvidence(id: string, evidence: string | null, requests: readonly SeenRequest[]): void;
  settleAction(
    id: string,
    outcome: Outcome,
    seen: { readonly evidence: string; readonly requests: readonly SeenRequest[] },
    at: number,
  ): void;
  /** What was called done or failed is unknown after all: evidence of its own time came late. */
  reviseAction(id: string, evidence: string, requests: readonly SeenRequest[]): void;
  /** @returns false when it is no unknown outcome, or was cleared up before */
  resolveAction(id: string, resolution: Resolution): boolean;
  findAction(id: string): StoredAction | null;
  openActions(): readonly StoredAction[];
  /** Actions whose outcome is unknown and was not cleared up, oldest first. */
  unresolvedActions(): readonly StoredAction[];
  /** The newest action of each slot that could change something. */
  lastMutations(): ReadonlyMap<number, StoredAction>;
  /** The highest epoch that any record names for each slot (R1, R50). */
  highestEpochs(): ReadonlyMap<number, number>;
  openQuarantine(slot: number, reason: QuarantineReason): void;
  closeQuarantine(id: string, how: QuarantineEnd): void;
  openQuarantines(): ReadonlyMap<number, readonly QuarantineReason[]>;
  /** R30: what is known of a slot's login. It goes with the slot's target. */
  saveLogin(slot: number, health: LoginHealth): void;
  logins(): ReadonlyMap<number, LoginHealth>;
  saveReceipt(receipt: ReceiptView): void;
  /** The newest receipt of each slot. */
  receipts(): ReadonlyMap<number, ReceiptView>;
  /** Receipts that were not complete when the control room ended. */
  openReceipts(): readonly ReceiptView[];
  /** On the disk before anything of the slot is touched. */
  wipeBegins(wipe: WipeRecord): void;
  wipeMoved(id: string, at: number): void;
  /** Nothing of the former target is left in the slot, and in the same moment it belongs to no target (R14). */
  wipeProven(id: string, at: number): void;
  /** It was given up; the slot's quarantine says why it is not offered. */
  wipeFails(id: string, at: number, failure: string): void;
  /** Wipes that were begun, and neither proven nor given up: their control room ended meanwhile. */
  openWipes(): readonly WipeRecord[];
  /**
   * A run of the control room begins.
   * @param boot names this boot of the machine
   * @returns whether the machine is still in the boot of the last run: then every write of that run is there, also
   * those that a power cut could have lost
   */
  beginRun(boot: string, at: number): boolean;
  /** What of which slot could not be read so far, in words: one bad row must not cost the others. */
  unreadable(): ReadonlyMap<number, string>;
  appendEvent(slot: number | null, kind: string, text: string, at: number): EventView;
  recentEvents(limit: number): readonly EventView[];
}

/** How a reason for quarantine came to its end; all of it is kept (R7). */
export interface QuarantineEnd {
  readonly at: number;
  readonly way: ResolveWay | "evidence";
  readonly who: string;
  readonly why: string;
}

export interface Processes {
  /** Names this boot of the machine; empty where the system does not tell. */
  bootId(): string;
  /** Whether this very process still runs: same pid and same start time. */
  isAlive(pid: number, startTime: string): boolean;
  /** @returns false when it still runs after so many milliseconds */
  waitForExit(pid: number, startTime: string, milliseconds: number): Promise<boolean>;
  kill(pid: number, startTime: string): void;
  /** PSS of a process tree in MiB; null where the system does not tell. */
  memoryMb(pids: readonly number[]): Promise<number | null>;
}

/** The configuration file, for the person who edits it in the window. */
export interface ConfigFile {
  readonly file: string;
  /** As it stands; empty where there is none. @throws DockError `CONFIG_INVALID` when it can't be read */
  text(): string;
  /**
   * What is wrong with a text, and the text with one field set, comments kept. Nothing is written.
   * @param set `value` undefined takes the field away
   */
  edit(
    text: string,
    set: { readonly path: readonly string[]; readonly value?: unknown } | null,
  ): { text: string; faults: { line: number; field: string; message: string }[] };
  /**
   * Writes it as a whole, and settles when the control room goes by it.
   * @param was what the person began with: what somebody else has written since is not overwritten
   * @throws DockError `CONFIG_INVALID`, `DISK_FULL`; nothing has changed then
   */
  save(text: string, was: string): Promise<void>;
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
  readonly workplaces: Workplaces;
  /** Whether a file lies in one of the directories once symbolic links are resolved. */
  readonly isInside: (path: string, directories: readonly string[]) => boolean;
  readonly log: (line: string, detail?: unknown) => void;
}
