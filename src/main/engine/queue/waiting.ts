import type { Lease } from "../../../core/lease/control.ts";
import type { Request } from "../../../core/schedule/facts.ts";
import { secondsUntilAskedAgain, type WaitCode, type WaitReason } from "../../../core/schedule/reasons.ts";
import { waitAdvice } from "../../../core/view/wait-words.ts";
import { duration } from "../../../core/view/words.ts";
import type { WaitingFacts } from "../../../shared/contract/agent.ts";
import { DockError } from "../../../shared/errors.ts";
import type { SlotRuntime } from "../slot-runtime.ts";

export interface Grant {
  readonly slot: SlotRuntime;
  readonly lease: Lease;
}

/** Why an agent waits, as it was told: the window and the command line show the same. */
export interface WaitNotice {
  readonly code: WaitCode;
  readonly sentence: string;
  readonly position: number;
}

/** A call that needs a slot. */
export interface Wish {
  readonly session: string;
  readonly agent: string;
  readonly agentId: string;
  readonly target: string;
  readonly worktree: string | null;
  readonly waitMs: number;
  /** Aborted when the agent no longer waits for it. */
  readonly signal: AbortSignal;
  /** Asked at the moment of the grant: nothing is opened for a waiter that has gone. */
  stillThere(): boolean;
  /** Asks the agent's side itself, which may have gone without our having heard of it; null where there is no way. */
  readonly prove: (() => Promise<boolean>) | null;
  notify(notice: WaitNotice): void;
}

export interface Told {
  readonly reason: WaitReason;
  /** Of the reason, by which another one is known. */
  readonly identity: string;
  readonly notice: WaitNotice;
}

/** A wish in the queue. */
export interface Waiter {
  request: Request;
  readonly wish: Wish;
  /** What it was told last; null before the first decision. */
  told: Told | null;
  resolve(grant: Grant): void;
  reject(error: DockError): void;
}

/** The deadline came first. Says what the reason was then, and whether to ask again. */
export class WaitDeadline extends DockError {
  readonly waiting: WaitingFacts | null;

  constructor(waitMs: number, waitedMs: number, last: Told | null) {
    const reason = last?.notice.sentence ?? "No decision was made yet.";
    super(
      "WAIT_DEADLINE",
      `No slot within ${duration(waitMs)}. ${reason}`,
      last ? { hint: waitAdvice(last.reason) } : {},
    );
    this.waiting = last && waitingFacts(last.reason, last.notice, waitedMs);
  }
}

function waitingFacts(reason: WaitReason, notice: WaitNotice, waitedMs: number): WaitingFacts {
  const seconds = secondsUntilAskedAgain(reason);
  return {
    ...notice,
    waited_s: Math.floor(waitedMs / 1000),
    ...(seconds === null ? { retry: false } : { after_s: seconds }),
  };
}
