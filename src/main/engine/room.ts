import type { Ports } from "./ports.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import type { TargetSettings } from "./target-settings.ts";

/** What every part of the engine shares: the slots, the ports, and three ways to say that something happened. */
export interface Room {
  readonly ports: Ports;
  /** Replaced as a whole when the configuration has changed: to be read where it is needed, and not kept. */
  settings: RoomSettings;
  readonly slots: readonly SlotRuntime[];
  /** R11: set by the person; no new lease is given meanwhile. */
  paused: boolean;
  /** Set while the control room closes: nothing is launched or granted any more. */
  stopping: boolean;
  /** Writes to the event log; the window shows it. */
  event(slot: number | null, kind: string, text: string): void;
  /** Something that the window draws has changed. */
  touch(): void;
  /** Something that the scheduler decides on has changed. */
  pump(): void;
}

export interface RoomSettings {
  readonly version: string;
  readonly runtime: "electron" | "electron stand-in";
  readonly slots: number;
  readonly cap: number;
  /** R21: on unless the configuration switches it off. */
  readonly focusGuard: boolean;
  readonly actionTimeoutMs: number;
  /** R16: how long a lease waits for an agent whose connection was lost, before it is parked, in milliseconds. */
  readonly reconnectGraceMs: number;
  /** How many leases may be opened at the same time. */
  readonly startsAtOnce: number;
  readonly mcpConfiguration: string;
  /** R11: no further Chrome is launched while everything together uses more, in MiB of PSS. */
  readonly memoryLimitMb: number;
  /** By login target; one that the configuration does not name has none. */
  readonly targets: ReadonlyMap<string, TargetSettings>;
}

/** Time budgets of the engine, in milliseconds, each with its reason. */
export const budgets = {
  /** An answer that Chrome has sent before the fence arrives within this; a longer wait would only hold the person up. */
  replyGrace: 60,
  /** A broker that has lost Chrome says how far it came within some milliseconds; the gate's own record stays anyway. */
  lastWord: 150,
  /** A page answers a trip into it within milliseconds; one that is busy must not hold the person up. */
  flush: 250,
  /** The window comes forward when the broker's exit was observed, or after this: the fence has held since before. */
  frontWait: 250,
  /** Kept of an action's time for the page's report, which is always given that long. */
  closing: 1_500,
  /** A broker ends its report by the action's own time; more than that, so that its word comes first. */
  reportMargin: 2_000,
  /** A killed process is gone within milliseconds; after this its exit counts as not observed. */
  brokerExit: 3_000,
  /** A broker connects in about 0.4 s; ten at once on two cores take some seconds. */
  brokerReady: 30_000,
  /** Chrome writes its cookies while it closes; killing it earlier would lose logins. */
  chromeClose: 10_000,
  chromeKill: 5_000,
  /** A Chrome whose windows were asked to close ends in about 0.3 s; one that is still there asks the person something. */
  loginClose: 10_000,
  /** A Chrome of the last run has lost its pipe before this start: most are gone already, and the window must not wait long. */
  orphanClose: 1_500,
  orphanKill: 1_000,
  /** Chrome opens a window in about 1 s; ten at once on two cores take 17 s. */
  chromeOpen: 60_000,
  /** Chrome closes a tab within milliseconds; after this it counts as hung. */
  tabsClose: 5_000,
  /** 50 MB in a hundred files take about 30 ms; nobody waits for it, so a slow disk may have its time. */
  cachesClear: 30_000,
  /** How long to wait before a control change that the disk refused is written again. */
  recordAgain: 5_000,
  /** More than the action's own budget, so that the broker's own statement comes first. */
  actionMargin: 5_000,
  /** Where the desktop says nothing of its windows they are looked at this often. */
  windowsEvery: 5_000,
  /** A drag comes as dozens of changes; the window is looked at when they pause. */
  windowSettles: 200,
  /** Window managers have had their last word on a placed window within half of this. */
  placeSettles: 1_000,
  /** A page answers within milliseconds; one with a dialog open does not. */
  pageLook: 1_000,
  /** A live agent's connection answers within milliseconds; one that does not in this time gets no slot. */
  proof: 5_000,
  /** R16: a wrapper that holds a slot is asked this often whether it is there. */
  heartbeat: 10_000,
  /** What changes within a reason to wait is told this late, so that many changes are told as one. */
  waitNews: 250,
  /** Times within a reason to wait are told anew this often; a client sees by it that its call is still alive. */
  waitAgain: 10_000,
  /** More than any advice to ask again after so many seconds, and more than a model needs to think about it. */
  placeKept: 60_000,
  /** One frame: changes in between reach the window together. */
  viewFlush: 16,
} as const;
