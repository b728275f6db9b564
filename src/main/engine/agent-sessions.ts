import { leaseOf } from "../../core/lease/control.ts";
import { targetKey } from "../../core/slot/target.ts";
import { connectionBackSentence, connectionLostSentence } from "../../core/view/liveness-words.ts";
import type { AgentIdentity, TargetRequest } from "../../shared/contract/agent.ts";
import { CallBook } from "./call-book.ts";
import type { ControlDesk } from "./change-control.ts";
import type { Queue } from "./queue/queue.ts";
import { budgets, type Room } from "./room.ts";
import type { SlotRuntime } from "./slot-runtime.ts";
import { park } from "./take-over.ts";

/**
 * One connection of one agent's wrapper (R44).
 *
 * ```
 *   connected ──goodbye──▶ over: its lease ends
 *       └─ connection ends ─▶ lost ──the grace is over──▶ over: its lease is parked
 *                              └──the same agent is back──▶ over: its lease goes on in the new session
 * ```
 */
export interface AgentSession {
  readonly id: string;
  readonly agent: AgentIdentity;
  readonly target: TargetRequest;
  /** False once its connection has ended. */
  alive: boolean;
  /** The slot that is lent to it, or suspended while a person holds it. */
  held: { readonly slot: SlotRuntime; readonly leaseId: string } | null;
  acquiring: Promise<void> | null;
  /** Its calls by action id; an agent that comes back in time has them still. */
  readonly calls: CallBook;
  /** Aborted with the connection: what was not sent by then is not sent any more. */
  readonly ended: AbortController;
}

/** The sessions of the agents, and their two ends: a goodbye, or a connection that is lost (R16). */
export class AgentSessions {
  readonly #room: Room;
  readonly #desk: ControlDesk;
  readonly #queue: Queue;
  readonly #connected = new Set<AgentSession>();
  readonly #lost = new Map<AgentSession, { readonly since: number; readonly timer: { cancel(): void } }>();

  constructor(room: Room, desk: ControlDesk, queue: Queue) {
    this.#room = room;
    this.#desk = desk;
    this.#queue = queue;
  }

  /**
   * Opens a session. No slot, no window, no queue place (R15). An agent whose connection was lost and whose grace is not
   * over goes on with the lease that it had.
   * @param isThere asks its wrapper whether it is there; rejects or never settles where nobody answers
   */
  open(agent: AgentIdentity, asked: TargetRequest, isThere?: () => Promise<unknown>): AgentSession {
    const rule = this.#room.settings.targets.get(asked.key)?.worktrees ?? "share";
    const target = { ...asked, key: targetKey(asked, rule) };
    const former = [...this.#lost.keys()].find((lost) => isSame(lost, { agent, target }));
    const session: AgentSession = {
      id: this.#room.ports.newId(),
      agent,
      target,
      alive: true,
      held: null,
      acquiring: null,
      calls: former?.calls ?? new CallBook(),
      ended: new AbortController(),
    };
    this.#connected.add(session);
    if (former) this.#goesOn(former, session);
    if (isThere) this.#listen(session, isThere);
    return session;
  }

  /** The agent said goodbye. @returns false when its connection had ended before */
  leave(session: AgentSession): boolean {
    if (!session.alive) return false;
    this.#queue.forget(session.id);
    this.#end(session);
    return true;
  }

  /** The connection ended without a word: nobody knows what the agent wanted, so its lease waits, at first for itself. */
  lose(session: AgentSession): void {
    if (!session.alive) return;
    // First: what is aborted leaves the queue without its place.
    this.#queue.forget(session.id, "keep its place");
    this.#end(session);
    const { held } = session;
    if (!held || leaseOf(held.slot.control)?.id !== held.leaseId) return;
    const { clock } = this.#room.ports;
    const { reconnectGraceMs: grace } = this.#room.settings;
    if (grace === 0) {
      this.#park(session);
      return;
    }
    const since = clock.now();
    this.#lost.set(session, { since, timer: clock.after(grace, () => this.#park(session)) });
    held.slot.connectionLost = { since, parksAt: since + grace };
    this.#room.event(held.slot.slot, "connection_lost", connectionLostSentence(session.agent.name, grace));
    this.#room.touch();
    // It may have come back before the end of its former connection was read.
    const next = [...this.#connected].find((other) => other.held === null && isSame(other, session));
    if (next) this.#goesOn(session, next);
  }

  /** R16: the connection has shown that somebody is there. Whether anything is done is another clock. */
  heard({ held }: AgentSession): void {
    if (!held || leaseOf(held.slot.control)?.id !== held.leaseId) return;
    held.slot.lastHeartbeatAt = this.#room.ports.clock.now();
    this.#room.touch();
  }

  #end(session: AgentSession): void {
    session.alive = false;
    this.#connected.delete(session);
    session.ended.abort();
  }

  #park(session: AgentSession): void {
    this.#lost.delete(session);
    const { held } = session;
    session.held = null;
    if (!held || this.#room.stopping || leaseOf(held.slot.control)?.id !== held.leaseId) return;
    held.slot.connectionLost = null;
    park(this.#room, this.#desk, held.slot, held.leaseId).catch((error: unknown) =>
      this.#room.ports.log(`slot ${held.slot.slot}: the lease could not be parked`, error),
    );
  }

  /** The same lease under the same epoch: nothing of its window has changed. */
  #goesOn(former: AgentSession, session: AgentSession): void {
    const lost = this.#lost.get(former);
    lost?.timer.cancel();
    this.#lost.delete(former);
    const { held } = former;
    former.held = null;
    // Also a lease that is over: its next call is told why.
    session.held = held;
    if (!lost || !held || leaseOf(held.slot.control)?.id !== held.leaseId) return;
    const { slot, leaseId } = held;
    slot.connectionLost = null;
    this.#desk.change(slot, { kind: "reconnect", leaseId, session: session.id });
    const gone = this.#room.ports.clock.now() - lost.since;
    this.#room.event(slot.slot, "connection_back", connectionBackSentence(session.agent.name, gone));
    this.heard(session);
    const lease = leaseOf(slot.control);
    if (lease) this.#queue.serve(session.id, { slot, lease });
  }

  /** Asks again only when it was answered: one that says nothing is not asked ever more. */
  #listen(session: AgentSession, isThere: () => Promise<unknown>): void {
    this.#room.ports.clock.after(budgets.heartbeat, () => {
      if (!session.alive) return;
      const again = () => this.#listen(session, isThere);
      if (session.held === null) {
        again();
        return;
      }
      isThere().then(
        () => {
          this.heard(session);
          again();
        },
        // It has hung up, or its end is about to be read.
        () => again(),
      );
    });
  }
}

type Asker = Pick<AgentSession, "agent" | "target">;

function isSame(one: Asker, other: Asker): boolean {
  return one.agent.id === other.agent.id && one.target.key === other.target.key;
}
