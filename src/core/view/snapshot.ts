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
  /** `over` is the agent whose lease is suspended until the slot is handed back. */
  | { readonly kind: "human"; readonly over: string | null };

export type SlotLifeView =
  /** No Chrome runs for this slot. */
  | { readonly kind: "empty" }
  | { readonly kind: "launching" }
  | { readonly kind: "live"; readonly pid: number; readonly since: number }
  | { readonly kind: "closing" }
  | { readonly kind: "quarantined"; readonly code: string; readonly known: string; readonly next: string };

/** R6: the only four things that may be said of an action that has ended. */
export type Outcome = "not_sent" | "done" | "failed" | "unknown";

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
}

export interface BrokerView {
  readonly pid: number;
  /** R2: "stopping" is not "exited". */
  readonly state: "running" | "stopping" | "exited";
  readonly exitObservedAt: number | null;
}

/** One step of a take-over; `at` is null while it has not been observed. */
export interface ReceiptStep {
  readonly step: "fence" | "recorded" | "broker_cut_off" | "broker_exit" | "chrome_barrier" | "detached" | "front";
  readonly at: number | null;
}

export interface ReceiptView {
  readonly slot: number;
  readonly epoch: number;
  readonly from: string;
  readonly requestedAt: number;
  readonly steps: readonly ReceiptStep[];
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
  readonly holder: HolderView;
  readonly epoch: number;
  readonly since: number;
  /** Where the window stands on the wall, in pixels of the screen; null while the slot has no cell. */
  readonly cell: Rectangle | null;
  readonly action: ActionView | null;
  /** R2: actions that were admitted and wait for their turn. */
  readonly actionsWaiting: number;
  readonly lastMutation: ActionView | null;
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
    events: change.events ? [...change.events, ...snapshot.events].slice(0, newestEventsKept) : snapshot.events,
  };
}

/** Enough for the timeline of a glance; the whole log is in the database. */
export const newestEventsKept = 200;
