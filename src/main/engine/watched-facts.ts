import type { Control } from "../../core/lease/control.ts";
import type { LoginFlow } from "../../core/login/flow.ts";
import type { SlotLife } from "../../core/slot/life.ts";
import type { QuarantineReason } from "../../core/slot/quarantine.ts";

/** A wipe of the slot's workplace under way (R14): whose it was, and for which waiting request. */
export interface Wiping {
  readonly formerTarget: string | null;
  /** Null for a wipe that the person asked for, or one that a crash had left unfinished. */
  readonly forRequest: string | null;
  /** Settles when it is over, whatever came of it. */
  readonly over: Promise<void>;
}

/** What of a slot's record is watched from the start. */
export interface FirstFacts {
  readonly control: Control;
  readonly target: string | null;
  readonly lastUsedAt: number;
}

/**
 * The facts of a slot that the scheduler decides on (R11). Whoever sets one of them need not think of the queue: the
 * slot says itself that it has changed, so that no change is missed and no other slot has to be looked at.
 */
export class WatchedFacts {
  /** Told after each change, in the same turn; `decides`: it can change who gets what, and not only what is said. */
  changed: (decides: boolean) => void = () => {};
  #control: Control;
  #target: string | null;
  #lastUsedAt: number;
  #life: SlotLife = { kind: "empty" };
  #loginFlow: LoginFlow = { kind: "idle" };
  #quarantine: QuarantineReason[] = [];
  #settling = false;
  #offeredTo: string | null = null;
  #wiping: Wiping | null = null;
  #lastActivityAt: number | null = null;

  constructor({ control, target, lastUsedAt }: FirstFacts) {
    this.#control = control;
    this.#target = target;
    this.#lastUsedAt = lastUsedAt;
  }

  get control(): Control {
    return this.#control;
  }

  set control(control: Control) {
    this.#control = control;
    this.changed(true);
  }

  get target(): string | null {
    return this.#target;
  }

  set target(target: string | null) {
    this.#target = target;
    this.changed(true);
  }

  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  set lastUsedAt(at: number) {
    this.#lastUsedAt = at;
    this.changed(true);
  }

  get life(): SlotLife {
    return this.#life;
  }

  set life(life: SlotLife) {
    this.#life = life;
    this.changed(true);
  }

  /** The login by hand that is under way in it: it keeps the slot's place between two Chromes (R30). */
  get loginFlow(): LoginFlow {
    return this.#loginFlow;
  }

  set loginFlow(flow: LoginFlow) {
    this.#loginFlow = flow;
    this.changed(true);
  }

  /** Why it is not offered (R7); empty for a slot that may be. */
  get quarantine(): readonly QuarantineReason[] {
    return this.#quarantine;
  }

  set quarantine(reasons: readonly QuarantineReason[]) {
    this.#quarantine = [...reasons];
    this.changed(true);
  }

  /** A lease is over and still being accounted for: until then nobody knows whether the slot may be offered. */
  get settling(): boolean {
    return this.#settling;
  }

  set settling(settling: boolean) {
    this.#settling = settling;
    this.changed(true);
  }

  /** The waiting request whose agent is being asked whether it is still there: meanwhile its place is kept (R12). */
  get offeredTo(): string | null {
    return this.#offeredTo;
  }

  set offeredTo(request: string | null) {
    this.#offeredTo = request;
    this.changed(true);
  }

  /** Null unless its workplace is being wiped: until that is over, nothing is opened in it and nobody gets it. */
  get wiping(): Wiping | null {
    return this.#wiping;
  }

  set wiping(wiping: Wiping | null) {
    this.#wiping = wiping;
    this.changed(true);
  }

  get lastActivityAt(): number | null {
    return this.#lastActivityAt;
  }

  set lastActivityAt(at: number | null) {
    this.#lastActivityAt = at;
    this.changed(false);
  }
}
