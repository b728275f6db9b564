import type { SeenRequest } from "../action/evidence.ts";
import type { Outcome, Resolution } from "../action/outcome.ts";
import type { QuarantineCode, ResolveWay } from "../slot/quarantine.ts";

/**
 * What the control room window and `sessiondock status` draw. Plain data, numbered: a change names the
 * revision that it follows, and a gap asks for a new snapshot. Times are milliseconds since the Unix epoch.
 */

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type HolderView =
  | { readonly kind: "nobody" }
  | { readonly kind: "agent"; readonly agent: string; readonly leaseId: string }
  /** The agent vanished; its lease waits for the person. `isBack`: it is there again and asks for its slot. */
  | { readonly kind: "parked"; readonly agent: string; readonly leaseId: string; readonly isBack: boolean }
  /** `over` is the agent whose lease is suspended until the slot is handed back; one that vanished is parked then. */
  | { readonly kind: "human"; readonly over: string | null; readonly vanished: boolean };

export type SlotLifeView =
  /** No Chrome runs for this slot. */
  | { readonly kind: "empty" }
  | { readonly kind: "launching" }
  | { readonly kind: "live"; readonly pid: number; readonly since: number }
  | { readonly kind: "closing" };

/** R7: one reason why a slot is not offered, what is known, and what the person can do about it. */
export interface QuarantineView {
  readonly code: QuarantineCode;
  readonly since: number;
  readonly known: string;
  readonly next: string;
  /** The actions whose outcome is unknown, for the reasons that are about actions. */
  readonly actionIds: readonly string[];
  readonly ways: readonly ResolveWay[];
}

/** Asked for by the agent with `request_human`. */
export interface HelpView {
  readonly reason: string;
  readonly doneWhen: string;
  readonly since: number;
}

/** One line of what waits for the person, the most urgent first. */
export interface AttentionView {
  readonly slot: number;
  readonly kind: "quarantine" | "help" | "parked" | "no_window";
  readonly since: number;
  readonly text: string;
}

export interface ActionView {
  readonly id: string;
  readonly tool: string;
  /** For instance `click "Save"`; never holds typed text. */
  readonly summary: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  /** `running` until the action has ended. */
  readonly outcome: "running" | Outcome;
  /** R3: what is known of the website, in words; null while nothing is known yet. */
  readonly evidence: string | null;
  /** R3: the same as data. */
  readonly requests: readonly SeenRequest[];
  /** Set once an unknown outcome was cleared up; the outcome itself stays as it was stated. */
  readonly resolution: Resolution | null;
}

export interface BrokerView {
  readonly pid: number;
  /** R2: "stopping" is not "exited". */
  readonly state: "running" | "stopping" | "exited";
  readonly exitObservedAt: number | null;
}

/** The steps of a change of control, in the order in which they are taken. */
export const receiptSteps = [
  "fence",
  "recorded",
  "broker_told",
  "broker_cut_off",
  "chrome_barrier",
  "broker_exit",
  "chrome_exit",
  "detached",
  "released",
  "front",
] as const;

/** One step; `at` is null while it has not been observed. */
export interface ReceiptStep {
  readonly step: (typeof receiptSteps)[number];
  readonly at: number | null;
}

export interface ReceiptView {
  readonly slot: number;
  readonly epoch: number;
  /** `take_over`: the person took it. `parked`: the agent vanished. `restart`: the control room had ended. */
  readonly cause: "take_over" | "parked" | "restart";
  readonly from: string;
  readonly requestedAt: number;
  /** When nothing more was waited for; null while steps are still under way. */
  readonly completedAt: number | null;
  readonly steps: readonly ReceiptStep[];
  /** Keys and mouse buttons that the agent had left pressed and that were let go, such as `Shift` or `left button`. */
  readonly released: readonly string[];
  /** Methods of DevTools commands that were written before the fence and had no answer when it fell. */
  readonly unanswered: readonly string[];
  readonly lastAction: ActionView | null;
}

export interface EventView {
  readonly id: number;
  readonly at: number;
  readonly slot: number | null;
  readonly kind: string;
  readonly text: string;
}

export interface SlotView {
  readonly slot: number;
  readonly target: string | null;
  readonly life: SlotLifeView;
  /** Empty for a slot that may be offered. */
  readonly quarantine: readonly QuarantineView[];
  readonly holder: HolderView;
  readonly epoch: number;
  readonly since: number;
  /** Where the window stands on the wall, in pixels of the screen; null while the slot has no cell. */
  readonly cell: Rectangle | null;
  readonly action: ActionView | null;
  /** R2: actions that were admitted and wait for their turn. */
  readonly actionsWaiting: number;
  readonly lastMutation: ActionView | null;
  /** Actions whose outcome is unknown and was not cleared up yet, oldest first. */
  readonly unresolved: readonly ActionView[];
  readonly help: HelpView | null;
  /** What the target's check looks for, in words; null where the configuration names none. */
  readonly check: string | null;
  readonly broker: BrokerView | null;
  /** R2: DevTools commands of the present lease that were sent and have no answer. */
  readonly commandsUnanswered: number;
  readonly receipt: ReceiptView | null;
  readonly lastActivityAt: number | null;
  readonly lastHeartbeatAt: number | null;
  readonly needsYou: string | null;
  readonly warnings: readonly string[];
}

export interface WaiterView {
  readonly id: string;
  readonly agent: string;
  readonly target: string;
  readonly since: number;
  readonly position: number;
  readonly code: string;
  /** R11: the same sentence that the agent gets. */
  readonly sentence: string;
}

export interface MonitorView {
  readonly id: string;
  readonly name: string;
  readonly bounds: Rectangle;
  readonly scale: number;
  readonly primary: boolean;
}

export interface BrowserView {
  readonly path: string;
  readonly version: string;
  readonly chosenBy: string;
  /** True only where the configuration asks for it; always shown, because pages are then less contained. */
  readonly sandboxOff: boolean;
}

export interface RoomView {
  readonly version: string;
  readonly runtime: "electron" | "electron stand-in";
  readonly startedAt: number;
  readonly live: number;
  readonly cap: number;
  readonly paused: boolean;
  /** PSS of all slots' Chromes in MiB; null before it has been measured. */
  readonly chromeMemoryMb: number | null;
  readonly browser: BrowserView | null;
  readonly problems: readonly { readonly code: string; readonly message: string; readonly hint: string }[];
  readonly wallMonitor: string | null;
  readonly monitors: readonly MonitorView[];
  /** The lines that an agent's MCP configuration needs. */
  readonly mcpConfiguration: string;
}

export interface Snapshot {
  readonly revision: number;
  readonly room: RoomView;
  readonly slots: readonly SlotView[];
  readonly queue: readonly WaiterView[];
  readonly attention: readonly AttentionView[];
  /** The newest events, newest first. */
  readonly events: readonly EventView[];
}

/** Whatever is absent has not changed. `slots` holds only slots that changed; `events` only new ones, newest first. */
export interface Change {
  readonly after: number;
  readonly revision: number;
  readonly room?: RoomView;
  readonly slots?: readonly SlotView[];
  readonly queue?: readonly WaiterView[];
  readonly attention?: readonly AttentionView[];
  readonly events?: readonly EventView[];
}

/** @returns the snapshot after the change, or null when a change was missed and a new snapshot is needed. */
export function applyChange(snapshot: Snapshot, change: Change): Snapshot | null {
  if (change.after !== snapshot.revision) return null;
  const changed = new Map((change.slots ?? []).map((slot) => [slot.slot, slot]));
  return {
    revision: change.revision,
    room: change.room ?? snapshot.room,
    slots: changed.size === 0 ? snapshot.slots : snapshot.slots.map((slot) => changed.get(slot.slot) ?? slot),
    queue: change.queue ?? snapshot.queue,
    attention: change.attention ?? snapshot.attention,
    events: change.events ? [...change.events, ...snapshot.events].slice(0, newestEventsKept) : snapshot.events,
  };
}

/** Enough for the timeline of a glance; the whole log is in the database. */
export const newestEventsKept = 200;
