import { identityOf, type WaitReason } from "../../../core/schedule/reasons.ts";
import type { Scheduler } from "../../../core/schedule/scheduler.ts";
import { waitSentence } from "../../../core/view/wait-words.ts";
import { budgets, type Room } from "../room.ts";
import type { Told, Waiter } from "./waiting.ts";

/** About a millisecond and a half. */
const toldAtOnce = 100;

/**
 * Tells agents why they wait (R11). The one that is next for a login is told at once when its reason becomes another
 * one. Whoever waits behind it, and what changes within a reason, such as who holds the slot or the place in the queue,
 * is told in rounds: so that a grant need not speak to a thousand that have only moved up by one.
 */
export class Teller {
  readonly #room: Room;
  readonly #scheduler: Scheduler;
  readonly #waiters: ReadonlyMap<string, Waiter>;
  readonly #sync: () => void;
  #round: { readonly at: number; cancel(): void } | null = null;
  /** When times were told anew last. */
  #toldTimesAt = 0;

  /** @param sync brings the facts of the scheduler up to date */
  constructor(room: Room, scheduler: Scheduler, waiters: ReadonlyMap<string, Waiter>, sync: () => void) {
    this.#room = room;
    this.#scheduler = scheduler;
    this.#waiters = waiters;
    this.#sync = sync;
  }

  /** After a decision. */
  tellChanged(): void {
    for (const { request, reason } of this.#scheduler.changed()) {
      const waiter = this.#waiters.get(request);
      if (waiter && waiter.told?.identity !== identityOf(reason)) this.#tell(waiter, reason);
    }
    this.#plan(budgets.waitNews);
  }

  /** Looks at one reason anew. */
  refresh(waiter: Waiter): void {
    const reason = this.#scheduler.reason(waiter.request.id);
    if (reason) this.#note(waiter, reason);
  }

  #plan(milliseconds: number): void {
    const { clock } = this.#room.ports;
    const at = clock.now() + milliseconds;
    if (this.#room.stopping || (this.#round !== null && this.#round.at <= at)) return;
    this.#round?.cancel();
    const timer = clock.after(milliseconds, () => this.#tellAgain());
    this.#round = { at, cancel: () => timer.cancel() };
  }

  /** A round, some at a time: what the person asks for meanwhile need not wait until a thousand have been told. */
  #tellAgain(): void {
    this.#round = null;
    const now = this.#room.ports.clock.now();
    const withTimes = now - this.#toldTimesAt >= budgets.waitAgain;
    if (withTimes) this.#toldTimesAt = now;
    this.#tellSome([...this.#waiters.values()], withTimes);
  }

  #tellSome(waiters: readonly Waiter[], withTimes: boolean): void {
    if (this.#waiters.size === 0 || this.#room.stopping) return;
    this.#sync();
    for (const waiter of waiters.slice(0, toldAtOnce)) {
      const { id } = waiter.request;
      const reason = this.#scheduler.reason(id);
      const { told } = waiter;
      // Who was told nothing yet waits for a decision that is about to be made; who has no reason has left.
      if (!reason || !told) continue;
      const isNews = told.identity !== identityOf(reason) || told.notice.position !== this.#scheduler.position(id);
      if (isNews || withTimes) this.#tell(waiter, reason);
    }
    this.#room.touch();
    const { clock } = this.#room.ports;
    const left = waiters.slice(toldAtOnce);
    if (left.length > 0) clock.after(0, () => this.#tellSome(left, withTimes));
    else this.#plan(Math.max(0, this.#toldTimesAt + budgets.waitAgain - clock.now()));
  }

  #tell(waiter: Waiter, reason: WaitReason): void {
    const before = waiter.told;
    const { identity, notice } = this.#note(waiter, reason);
    if (before?.notice.sentence === notice.sentence && before.notice.position === notice.position) return;
    if (before?.identity !== identity) {
      this.#room.event(null, "waiting", `${waiter.request.agent} waits: ${notice.sentence}`);
    }
    try {
      waiter.wish.notify(notice);
    } catch (error) {
      this.#room.ports.log(`${waiter.request.agent} could not be told why it waits`, error);
    }
  }

  #note(waiter: Waiter, reason: WaitReason): Told {
    const { id } = waiter.request;
    const sentence = waitSentence(reason, this.#room.ports.clock.now());
    const notice = { code: reason.code, sentence, position: this.#scheduler.position(id) };
    const told = { reason, identity: identityOf(reason), notice };
    waiter.told = told;
    return told;
  }
}
