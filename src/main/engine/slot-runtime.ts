import type { Holder } from "../../core/lease/control.ts";
import { takesPlace } from "../../core/slot/life.ts";
import type { ConnectionLostView } from "../../core/view/connection-view.ts";
import type { ActionView, BrokerView, HelpView, ReceiptView } from "../../core/view/snapshot.ts";
import type { RunningAction } from "./actions.ts";
import type { Gate } from "./gate/gate.ts";
import { newSlotLogin, type SlotLogin } from "./login/slot-login.ts";
import type { ActionRecord, RunningBrowser, SlotRecord } from "./ports.ts";
import type { Tenancy } from "./tenancy.ts";
import type { SlotWindow } from "./wall/slot-window.ts";
import { WatchedFacts } from "./watched-facts.ts";

/** A Chrome that lives, with its gate and its first window. */
export interface LiveBrowser {
  readonly launch: string;
  readonly process: RunningBrowser;
  readonly gate: Gate;
  readonly windowId: number;
  readonly homeTarget: string;
  /** Its `--force-device-scale-factor`: what turns pixels into its own units. */
  readonly scale: number;
  readonly window: SlotWindow;
  /** Set once we have asked it to close; its exit is then no surprise. */
  toldToClose: boolean;
}

/** An action whose outcome is unknown and was not cleared up. */
export interface Unresolved {
  readonly record: ActionRecord;
  /** Since when that is so, milliseconds since the Unix epoch: a look before it says nothing about it. */
  readonly since: number;
  view: ActionView;
}

/** Something that became known of an earlier action, until its agent has been told. */
export interface News {
  readonly leaseId: string;
  readonly actionId: string;
  readonly text: string;
}

/** One slot while the control room runs: the decided values and the live things that belong to them. */
export class SlotRuntime extends WatchedFacts {
  readonly slot: number;
  browser: LiveBrowser | null = null;
  /** The launch under way, so that nobody starts a second one. */
  launching: Promise<LiveBrowser> | null = null;
  /** The close under way; it settles when the exit was observed, or when it was waited for in vain. */
  closing: Promise<void> | null = null;
  /** The discard under way, so that nobody launches a Chrome on what is wiped, or wipes it a second time. */
  discarding: Promise<void> | null = null;
  /** The broker and leased session of the present epoch, from the broker's start on; null when there is none. */
  tenancy: Tenancy | null = null;
  /** Settles when the tenancy of the present epoch may be used. */
  opening: Promise<Tenancy> | null = null;
  /** Settles when the former tenancy is over; the next one waits for it (R2). */
  retiring: Promise<unknown> = Promise.resolve();
  readonly actions = new Map<string, RunningAction>();
  /** Actions of one slot run one at a time; the next begins when this settles. */
  turn: Promise<unknown> = Promise.resolve();
  lastMutation: ActionView | null = null;
  /** Whose that was, by agent id: nobody else is told of it (R33). Null for one of a former run. */
  lastMutationBy: string | null = null;
  /** Oldest first. */
  unresolved: Unresolved[] = [];
  news: News[] = [];
  /** The agent's last look at the page: when, and under which epoch; references and knowledge die with it (R41). */
  looked: { readonly epoch: number; readonly at: number } | null = null;
  help: HelpView | null = null;
  readonly login: SlotLogin = newSlotLogin();
  /** Leases that the person reclaimed, by id, with the time, until their agents have been told. */
  readonly reclaimed = new Map<string, number>();
  /** The newest one; its steps and evidence may still come in. */
  receipt: { view: ReceiptView } | null = null;
  broker: BrokerView | null = null;
  /** Index of the cell on the wall; kept while others come and go. */
  cell: number | null = null;
  /** R16: when the connection of its agent has shown that somebody is there; may be of a former lease. */
  lastHeartbeatAt: number | null = null;
  /** R16: the connection of its agent has ended without a goodbye, and the lease is not parked yet. */
  connectionLost: ConnectionLostView | null = null;
  /** The person chose its window to be the large one of the wall. */
  chosenLarge = false;
  /** Tabs of a former lease are still open; the next lease begins only when they are closed (R40, R43). */
  formerTabs = false;
  /** What a former lease had loaded is still in Chrome's caches. */
  formerCaches = false;
  /** Why the present control is in memory only; null when it is on disk. */
  unrecorded: string | null = null;

  constructor(record: SlotRecord) {
    super(record);
    this.slot = record.control.slot;
  }

  get holder(): Holder["kind"] {
    return this.control.holder.kind;
  }

  /** While the person logs in the place is kept, also between two Chromes. */
  get takesPlace(): boolean {
    return takesPlace(this.life) || this.loginFlow.kind !== "idle";
  }

  /** A lent slot has its place from the offer on, although its Chrome may be launched only later (R10, R12). */
  get reservesPlace(): boolean {
    return this.takesPlace || this.offeredTo !== null || this.holder === "agent";
  }

  /** R16: the person logs in there, or has asked to see its window, in front of the others or larger than they are. */
  get isWatched(): boolean {
    if (this.loginFlow.kind !== "idle") return true;
    return this.browser !== null && (this.chosenLarge || this.browser.window.watched);
  }

  warnings(): string[] {
    return this.unrecorded === null ? [] : [this.unrecorded];
  }

  running(): RunningAction | null {
    for (const action of this.actions.values()) if (action.state.kind === "dispatched") return action;
    return null;
  }
}
