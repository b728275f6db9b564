import type { SeenRequest } from "../action/evidence.ts";
import type { Outcome, Resolution } from "../action/outcome.ts";
import type { WaitCode } from "../schedule/reasons.ts";
import type { QuarantineCode, ResolveWay } from "../slot/quarantine.ts";
import type { ConnectionLostView } from "./connection-view.ts";
import type { LoginView } from "./login-view.ts";

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
  readonly kind: "quarantine" | "help" | "login_expired" | "parked" | "no_window";
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
  /** `take_over`, `reclaimed`: the person did it. `parked`: the agent vanished. `restart`: the control room had ended. */
  readonly cause: "take_over" | "parked" | "reclaimed" | "restart";
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
  /** When it was held last; 0 for a slot that was never used since it was wiped. */
  readonly lastUsedAt: number;
  /** Why it could not be given to another target now, in words (R14); null when it could, or has no target. */
  readonly keepsTarget: string | null;
  readonly isBeingWiped: boolean;
  /** R14: the checkout that the agent of the present lease works in; null where none is known, and without a lease. */
  readonly worktree: string | null;
  readonly life: SlotLifeView;
  /** Empty for a slot that may be offered. */
  readonly quarantine: readonly QuarantineView[];
  readonly holder: HolderView;
  readonly epoch: number;
  readonly since: number;
  /** Where the window stands on the wall, in pixels of the screen; null while the slot has no cell. */
  readonly cell: Rectangle | null;
  /** Null while it has no window. */
  readonly window: WindowView | null;
  readonly action: ActionView | null;
  /** R2: actions that were admitted and wait for their turn. */
  readonly actionsWaiting: number;
  readonly lastMutation: ActionView | null;
  /** Actions whose outcome is unknown and was not cleared up yet, oldest first. */
  readonly unresolved: readonly ActionView[];
  readonly help: HelpView | null;
  /** What the target's check looks for, in words; null where the configuration names none. */
  readonly check: string | null;
  readonly login: LoginView;
  readonly broker: BrokerView | null;
  /** R2: DevTools commands of the present lease that were sent and have no answer. */
  readonly commandsUnanswered: number;
  readonly receipt: ReceiptView | null;
  /** R16: when the agent of the present lease did something last; null before its first action, and without a lease. */
  readonly lastActivityAt: number | null;
  /** R16: when its connection has shown last that somebody is there; null while that is unknown, and without a lease. */
  readonly lastHeartbeatAt: number | null;
  readonly connectionLost: ConnectionLostView | null;
  readonly needsYou: string | null;
  readonly warnings: readonly string[];
}

export interface WaiterView {
  readonly id: string;
  readonly agent: string;
  readonly target: string;
  readonly since: number;
  readonly position: number;
  /** Of `core/schedule/reasons`; `deciding` in the turn in which it asks. */
  readonly code: WaitCode | "deciding";
  /** R11: the same sentence that the agent was told last. */
  readonly sentence: string;
}

export interface MonitorView {
  /** Stays the same for the same monitor over restarts and replugging. */
  readonly id: string;
  readonly name: string;
  /** In pixels of the screen, as every rectangle here. */
  readonly bounds: Rectangle;
  /** What panels and docks leave free. */
  readonly workArea: Rectangle;
  readonly scale: number;
  readonly primary: boolean;
}

/** How the windows are laid out: all in a grid, four at a time, or one large with the rest in a strip. */
export const wallModes = ["grid", "pages", "large"] as const;
export type WallMode = (typeof wallModes)[number];

export interface WallView {
  readonly mode: WallMode;
  /** Counted from 1; always 1 of 1 but in the mode `pages`. */
  readonly page: number;
  readonly pages: number;
  /** The slot whose window is the large one; null but in the mode `large`, and where there is no room for one. */
  readonly large: number | null;
  /** Where the windows stand now; null while there is no monitor. */
  readonly monitor: string | null;
  /** The monitor that they belong on, by its name, while it is not connected and they stand elsewhere; else null. */
  readonly missing: string | null;
  /** False when windows had to be larger than their cells and cover parts of others: the monitor is too small for all. */
  readonly fits: boolean;
}

/** R21: whether windows are kept from taking the keyboard, and what happened nevertheless since the start. */
export interface FocusGuardView {
  /** False where the system offers no way to do it. */
  readonly present: boolean;
  readonly taken: number;
  /** Of those, how many were seen to be reversed. */
  readonly reversed: number;
  readonly lastAt: number | null;
}

/** The window of a slot as it stands on the desktop. */
export interface WindowView {
  /**
   * `cell`: where the wall put it. `moved`: where the person left it, until the wall is arranged again.
   * `foreground`: large and on top, on request. `minimised`, `fullscreen`: as they say.
   */
  readonly place: "cell" | "moved" | "foreground" | "minimised" | "fullscreen";
  /** Whether it is kept from taking the keyboard now. */
  readonly guarded: boolean;
  /** False when another page of the wall covers it. */
  readonly inSight: boolean;
  /** Whether none of its pages is being painted; null while that is not known. */
  readonly throttled: boolean | null;
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
  /** Fields of the configuration that have changed and take effect only at the next start. */
  readonly configWaits: readonly string[];
  readonly wall: WallView;
  readonly focusGuard: FocusGuardView;
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
