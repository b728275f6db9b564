import type { Control, Holder } from "../../core/lease/control.ts";
import { type SlotLife, takesPlace } from "../../core/slot/life.ts";
import type { ActionView, BrokerView, ReceiptView } from "../../core/view/snapshot.ts";
import type { RunningAction } from "./actions.ts";
import type { Gate } from "./gate/gate.ts";
import type { RunningBrowser, SlotRecord } from "./ports.ts";
import type { Tenancy } from "./tenancy.ts";

/** A Chrome that lives, with its gate and its first window. */
export interface LiveBrowser {
  readonly launch: string;
  readonly process: RunningBrowser;
  readonly gate: Gate;
  readonly windowId: number;
  readonly homeTarget: string;
}

/** One slot while the control room runs: the decided values and the live things that belong to them. */
export class SlotRuntime {
  readonly slot: number;
  control: Control;
  target: string | null;
  lastUsedAt: number;
  life: SlotLife = { kind: "empty" };
  browser: LiveBrowser | null = null;
  /** The launch under way, so that nobody starts a second one. */
  launching: Promise<LiveBrowser> | null = null;
  /** The broker and leased session of the present epoch; null when nobody is lent the slot. */
  tenancy: Tenancy | null = null;
  opening: Promise<Tenancy> | null = null;
  /** Settles when the former tenancy is over; the next one waits for it (R2). */
  retiring: Promise<unknown> = Promise.resolve();
  readonly actions = new Map<string, RunningAction>();
  /** Actions of one slot run one at a time; the next begins when this settles. */
  turn: Promise<unknown> = Promise.resolve();
  lastMutation: ActionView | null = null;
  receipt: ReceiptView | null = null;
  broker: BrokerView | null = null;
  /** Index of the cell on the wall; kept while others come and go. */
  cell: number | null = null;
  lastActivityAt: number | null = null;
  lastHeartbeatAt: number | null = null;
  /** Tabs of a former lease that could not be closed yet (R43). */
  warnings: string[] = [];

  constructor(record: SlotRecord) {
    this.slot = record.control.slot;
    this.control = record.control;
    this.target = record.target;
    this.lastUsedAt = record.lastUsedAt;
  }

  get holder(): Holder["kind"] {
    return this.control.holder.kind;
  }

  get takesPlace(): boolean {
    return takesPlace(this.life);
  }

  running(): RunningAction | null {
    for (const action of this.actions.values()) if (action.state.kind === "dispatched") return action;
    return null;
  }
}
