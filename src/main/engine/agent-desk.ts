import { leaseOf } from "../../core/lease/control.ts";
import { undeliveredSentence } from "../../core/view/liveness-words.ts";
import type { AgentIdentity, TargetRequest, ToolResult } from "../../shared/contract/agent.ts";
import { parseInput } from "../../shared/contract/call.ts";
import {
  findTool,
  type ReconcileInput,
  type RequestHumanInput,
  reconcileInput,
  requestHumanInput,
  type Tool,
} from "../../shared/contract/tools.ts";
import { DockError, toErrorBody } from "../../shared/errors.ts";
import { type AgentSession, AgentSessions } from "./agent-sessions.ts";
import type { ControlDesk } from "./change-control.ts";
import type { Queue } from "./queue/queue.ts";
import { WaitDeadline, type WaitNotice } from "./queue/waiting.ts";
import { resolveUnknown } from "./resolutions.ts";
import { refusal, statusResult, textResult } from "./results.ts";
import type { Room } from "./room.ts";
import { hasLooked, runAction } from "./run-action.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

export interface AgentCall {
  readonly actionId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly waitMs: number;
  /** Aborted when the agent gives the call up: it leaves the queue, but what has begun is not undone. */
  readonly signal: AbortSignal;
  /** Asks the agent's side whether it still waits for this call; absent where there is no way to ask. */
  readonly stillThere?: () => Promise<boolean>;
}

/** Serves the agents: sessions, the lazy first lease (R15), and their calls. */
export class AgentDesk {
  readonly #room: Room;
  readonly #desk: ControlDesk;
  readonly #queue: Queue;
  readonly #sessions: AgentSessions;

  constructor(room: Room, desk: ControlDesk, queue: Queue) {
    this.#room = room;
    this.#desk = desk;
    this.#queue = queue;
    this.#sessions = new AgentSessions(room, desk, queue);
  }

  /** Opens a session; see `AgentSessions.open`. */
  hello(agent: AgentIdentity, target: TargetRequest, isThere?: () => Promise<unknown>): AgentSession {
    return this.#sessions.open(agent, target, isThere);
  }

  /**
   * The agent has gone; what it had begun is accounted for (R5, R44).
   * @param how `left`: it said goodbye, so its lease is over. `vanished`: nobody knows what it wanted (R16).
   */
  goodbye(session: AgentSession, how: "left" | "vanished"): void {
    if (how === "vanished") this.#sessions.lose(session);
    else if (this.#sessions.leave(session)) this.#endLease(session, "agent_left");
  }

  /**
   * Answers one call, once for each action id (R6): a call that repeats an id attaches to the one that runs, or gets its
   * result again, or is told that it is not kept any more.
   */
  call(session: AgentSession, call: AgentCall, notify: (notice: WaitNotice) => void): Promise<ToolResult> {
    const signal = AbortSignal.any([call.signal, session.ended.signal]);
    return session.calls.once(
      call,
      async () => {
        const result = await this.#answer(session, { ...call, signal }, notify);
        if (!session.alive) this.#tellLater(session, call, result);
        return result;
      },
      () => this.#mayReplay(session),
    );
  }

  /** Its connection ended before the result: if the agent comes back, its next result says what became of this one (R5). */
  #tellLater(session: AgentSession, { actionId, tool }: AgentCall, { facts }: ToolResult): void {
    const slot = this.#room.slots[(facts.slot ?? 0) - 1];
    const lease = slot ? leaseOf(slot.control) : null;
    if (!slot || lease?.agentId !== session.agent.id) return;
    const text = undeliveredSentence(tool, facts.outcome, facts.evidence ?? "");
    slot.news.push({ leaseId: lease.id, actionId, text });
  }

  /** What a page showed is only given again while the agent still holds it, under the same epoch: it is blind otherwise. */
  #mayReplay({ held }: AgentSession): number | null {
    if (!held) return null;
    const { control } = held.slot;
    return control.holder.kind === "agent" && control.holder.lease.id === held.leaseId ? control.epoch : null;
  }

  /** Answers one call. Every failure is a result that says what was and was not done; nothing is thrown. */
  async #answer(session: AgentSession, call: AgentCall, notify: (notice: WaitNotice) => void): Promise<ToolResult> {
    try {
      // A message that was read before the connection ended may be handled after it (R44).
      if (!session.alive) throw new DockError("LEASE_ENDED", "The session has ended.");
      const tool = findTool(call.tool);
      if (!tool) throw new DockError("TOOL_UNKNOWN", `There is no tool “${call.tool}”.`);
      const input = parseInput(tool.input, call.arguments, call.tool);
      if (this.#room.stopping) throw new DockError("CONTROL_ROOM_STOPPING", "The control room is closing.");
      if (tool.name === "session_status") return this.#status(session, call);
      if (tool.name === "session_release") return this.#release(session, call);
      if (tool.name === "reconcile") return this.#reconcile(session, call, reconcileInput.parse(input));
      if (tool.name === "request_human") return this.#requestHuman(session, call, requestHumanInput.parse(input));
      return await this.#act(session, call, tool, input, notify);
    } catch (error) {
      this.#logDefect(error);
      const slot = session.held?.slot;
      const waiting = error instanceof WaitDeadline ? error.waiting : null;
      return refusal(call.actionId, toErrorBody(error), slot?.slot ?? null, slot?.control.epoch ?? null, waiting);
    }
  }

  async #act(
    session: AgentSession,
    call: AgentCall,
    tool: Tool,
    input: Readonly<Record<string, unknown>>,
    notify: (notice: WaitNotice) => void,
  ): Promise<ToolResult> {
    this.#forgetEndedLease(session);
    if (!session.held) await this.#acquireOnce(session, call, notify);
    if (call.signal.aborted) throw new DockError("LEASE_ENDED", "The call was cancelled before it began.");
    const { held } = session;
    if (!held) throw new DockError("LEASE_ENDED", "The lease ended before the call began.");
    this.#sessions.heard(session);
    // The epoch is the one at the call's arrival: whatever changes while it waits makes it stale (R4).
    const claim = { leaseId: held.leaseId, epoch: held.slot.control.epoch };
    return runAction(this.#room, this.#desk, held.slot, claim, {
      actionId: call.actionId,
      session: session.id,
      agent: session.agent,
      tool,
      input,
      signal: call.signal,
    });
  }

  /** One place in the queue a session: calls that come meanwhile share it, and try by themselves when it is given up. */
  async #acquireOnce(session: AgentSession, call: AgentCall, notify: (notice: WaitNotice) => void): Promise<void> {
    while (session.acquiring !== null && session.held === null) {
      const other = session.acquiring;
      const cancelled = Promise.withResolvers<void>();
      const cancel = () => cancelled.resolve();
      call.signal.addEventListener("abort", cancel, { once: true });
      await Promise.race([other.catch(() => {}), cancelled.promise]);
      call.signal.removeEventListener("abort", cancel);
      if (call.signal.aborted) return;
    }
    if (session.held) return;
    const own = this.#acquire(session, call, notify).finally(() => {
      session.acquiring = null;
    });
    session.acquiring = own;
    await own;
  }

  async #acquire(session: AgentSession, call: AgentCall, notify: (notice: WaitNotice) => void): Promise<void> {
    const { slot, lease } = await this.#queue.acquire({
      session: session.id,
      agent: session.agent.name,
      agentId: session.agent.id,
      target: session.target.key,
      worktree: session.target.worktree ?? null,
      waitMs: call.waitMs,
      signal: call.signal,
      stillThere: () => session.alive && !call.signal.aborted,
      prove: call.stillThere ?? null,
      notify,
    });
    session.held = { slot, leaseId: lease.id };
    if (!session.alive) {
      // It went between the grant and now, and has done nothing yet.
      this.#endLease(session, "agent_left");
      throw new DockError("LEASE_ENDED", "The session ended while it waited.");
    }
    const { epoch } = slot.control;
    try {
      await this.#desk.tenancy(slot, lease);
    } catch (error) {
      // R42: a start that failed is undone; a lease that a person took or handed back meanwhile goes on.
      if (slot.control.epoch === epoch) this.#endLease(session, "browser_gone");
      throw error;
    }
  }

  #status(session: AgentSession, call: AgentCall): ToolResult {
    this.#forgetEndedLease(session);
    const slot = session.held?.slot ?? null;
    const directories = slot ? this.#room.ports.slotDirectories(slot.slot) : null;
    return statusResult(call.actionId, session, slot, directories);
  }

  #release(session: AgentSession, call: AgentCall): ToolResult {
    this.#forgetEndedLease(session);
    const slot = session.held?.slot ?? null;
    if (!slot) return textResult(call.actionId, "You hold no slot.", null, null);
    this.#endLease(session, "released_by_agent");
    return textResult(call.actionId, `Slot ${slot.slot} is released.`, slot.slot, slot.control.epoch);
  }

  /** @throws DockError `ACTION_NOT_UNKNOWN`, `LOOK_FIRST`, `EPOCH_STALE`, `HUMAN_IN_CONTROL` */
  #reconcile(session: AgentSession, call: AgentCall, input: ReconcileInput): ToolResult {
    const slot = this.#holding(session);
    const unresolved = slot.unresolved.find(({ record }) => record.id === input.action_id);
    // R33: only the agent that had made the action may speak of it.
    if (unresolved?.record.agentId !== session.agent.id) {
      throw new DockError("ACTION_NOT_UNKNOWN", `${input.action_id} is no action of yours whose outcome is unknown.`);
    }
    if (!hasLooked(slot)) {
      throw new DockError("LOOK_FIRST", "You have not looked at the page since the outcome became unknown.");
    }
    const finding = input.applied === "yes" ? "applied" : "not_applied";
    const at = this.#room.ports.clock.now();
    const why = "It looked at the page first.";
    resolveUnknown(
      this.#room,
      slot,
      unresolved,
      { finding, by: "agent", who: session.agent.name, at, why },
      "evidence",
    );
    const text = `Recorded as your word: ${unresolved.record.summary} was ${finding === "applied" ? "applied" : "not applied"}.`;
    return textResult(call.actionId, text, slot.slot, slot.control.epoch);
  }

  /** @throws DockError `LEASE_ENDED`, `HUMAN_IN_CONTROL` */
  #requestHuman(session: AgentSession, call: AgentCall, input: RequestHumanInput): ToolResult {
    const slot = this.#holding(session);
    slot.help = { reason: input.reason, doneWhen: input.done_when, since: this.#room.ports.clock.now() };
    this.#room.event(slot.slot, "help", `${session.agent.name} asks for you: ${input.reason}`);
    this.#room.touch();
    const text = "The person has been asked. When they hand the slot back, your next result says control_returned.";
    return textResult(call.actionId, text, slot.slot, slot.control.epoch);
  }

  /** The slot that the session may act in now. @throws DockError */
  #holding(session: AgentSession): SlotRuntime {
    this.#forgetEndedLease(session);
    const { held } = session;
    if (!held) throw new DockError("LEASE_ENDED", "You hold no slot.");
    if (held.slot.holder !== "agent")
      throw new DockError("HUMAN_IN_CONTROL", `A person has taken slot ${held.slot.slot}.`);
    return held.slot;
  }

  /** @throws DockError `SLOT_RECLAIMED`, once: what the agent had in its window is gone, which it has to know first */
  #forgetEndedLease(session: AgentSession): void {
    const { held } = session;
    if (!held || leaseOf(held.slot.control)?.id === held.leaseId) return;
    session.held = null;
    const at = held.slot.reclaimed.get(held.leaseId);
    if (at === undefined) return;
    held.slot.reclaimed.delete(held.leaseId);
    const { slot } = held.slot;
    const when = new Date(at).toISOString();
    throw new DockError(
      "SLOT_RECLAIMED",
      `The person reclaimed slot ${slot} at ${when}, to make room for another agent.`,
    );
  }

  #endLease(session: AgentSession, reason: "agent_left" | "browser_gone" | "released_by_agent"): void {
    const { held } = session;
    session.held = null;
    if (!held || leaseOf(held.slot.control)?.id !== held.leaseId) return;
    this.#desk.change(held.slot, { kind: "end_lease", leaseId: held.leaseId, reason });
  }

  #logDefect(error: unknown): void {
    if (!(error instanceof DockError)) this.#room.ports.log("an agent's call failed", error);
  }
}
