import { KeyBook } from "./key-book.ts";
import { obstacleOf } from "./obstacle.ts";
import { Ordered } from "./ordered.ts";
import type { SlotBook, SlotEntry } from "./slot-book.ts";
import { type Group, isOlder, type Waiter } from "./waiter.ts";

/**
 * The one that is next for each login, and where it stands: at a conflict key, before an open window, before one that
 * has to be opened, or nowhere while its slot is not free. Whatever may move a head marks its group; `settle` then files
 * the marked ones anew, and looks at no other.
 */
export class Heads {
  readonly keys = new KeyBook((waiter) => this.mark(waiter.group));
  /** Heads that could have their slot in the window that is there. */
  readonly live = new Ordered<Waiter>(isOlder);
  /** Heads that could have their slot if one more window may be opened. */
  readonly launch = new Ordered<Waiter>(isOlder);
  readonly #slots: SlotBook;
  readonly #moved: (waiter: Waiter) => void;
  readonly #groups = new Map<string, Group>();
  /** Groups whose target has no slot yet. */
  readonly #homeless = new Set<Group>();
  readonly #marked = new Set<Group>();

  /** @param moved told of each head that is filed anew: the reason why it waits may be another one */
  constructor(slots: SlotBook, moved: (waiter: Waiter) => void) {
    this.#slots = slots;
    this.#moved = moved;
  }

  groupOf(target: string): Group {
    const known = this.#groups.get(target);
    if (known) return known;
    const group: Group = { target, waiters: new Ordered(isOlder), offered: null, head: null };
    this.#groups.set(target, group);
    return group;
  }

  mark(group: Group): void {
    this.#marked.add(group);
  }

  markTarget(target: string | null): void {
    const group = target === null ? undefined : this.#groups.get(target);
    if (group) this.mark(group);
  }

  /** Whether somebody waits for the login. */
  isWanted(target: string | null): boolean {
    return target !== null && (this.#groups.get(target)?.waiters.size ?? 0) > 0;
  }

  /** Whether a slot of another target may be wiped for it. */
  mayWipe(waiter: Waiter): boolean {
    return !waiter.wipeFailed && this.#slots.reassignable.size > 0;
  }

  /** There is a slot for new targets now, or there is none any more. */
  markHomeless(): void {
    for (const group of this.#homeless) this.mark(group);
  }

  settle(): void {
    // Filing one may mark others; a set hands these on, too.
    for (const group of this.#marked) {
      this.#marked.delete(group);
      this.#file(group);
    }
  }

  /**
   * The slot that the group gets: its target's, the one that is offered to it, or the first that was never used. Null
   * when there is none; one may have to be wiped then.
   */
  entryFor({ target, offered }: Group): SlotEntry | null {
    const offer = offered?.offer ?? null;
    const own = this.#slots.ofTarget(target) ?? (offer === null ? null : this.#slots.get(offer));
    return own ?? this.#slots.unused.first ?? null;
  }

  #file(group: Group): void {
    const former = group.head;
    if (former) this.#unfile(former);
    group.head = null;
    const head = group.offered ?? group.waiters.first;
    if (!head) {
      // One that came after it was empty may have made the group anew.
      if (this.#groups.get(group.target) === group) this.#groups.delete(group.target);
      this.#homeless.delete(group);
      return;
    }
    if (this.#slots.ofTarget(group.target)) this.#homeless.delete(group);
    else this.#homeless.add(group);
    this.#moved(head);
    if (former && former !== head) this.#moved(former);
    group.head = head;
    if (head.wiping !== null) return;
    const entry = this.entryFor(group);
    const isFree = entry ? obstacleOf(entry, "") === null : this.mayWipe(head);
    if (!isFree || !this.keys.file(head)) return;
    (entry?.facts.life === "live" ? this.live : this.launch).add(head);
  }

  #unfile(head: Waiter): void {
    this.keys.unfile(head);
    this.live.delete(head);
    this.launch.delete(head);
  }
}
