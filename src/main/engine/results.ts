import { outcomeMeaning, resolutionSentence } from "../../core/view/words.ts";
import type { ToolContent, ToolFacts, ToolResult, WaitingFacts } from "../../shared/contract/agent.ts";
import { DockError, type ErrorBody } from "../../shared/errors.ts";
import type { Settlement } from "./actions.ts";
import type { AgentSession } from "./agent-sessions.ts";
import type { StoredAction } from "./ports.ts";
import type { News, SlotRuntime } from "./slot-runtime.ts";

/** A result that says that nothing was sent, and why. @param waiting why it waited for a slot in vain, if it did */
export function refusal(
  actionId: string,
  error: ErrorBody,
  slot: number | null,
  epoch: number | null,
  waiting: WaitingFacts | null = null,
): ToolResult {
  const result = errorResult(actionId, error, { outcome: "not_sent", evidence: "", requests: [] }, slot, epoch);
  return waiting ? { ...result, facts: { ...result.facts, waiting } } : result;
}

type Known = Pick<Settlement, "outcome" | "evidence" | "requests">;

/** A result without anything that was seen of the page: only what became of the action itself. */
export function errorResult(
  actionId: string,
  error: ErrorBody,
  { outcome, evidence, requests }: Known,
  slot: number | null,
  epoch: number | null,
): ToolResult {
  const lines = [
    `${error.code}: ${error.message}`,
    `Outcome: ${outcome}. ${outcomeMeaning(outcome)}`,
    ...(evidence === "" ? [] : [`Known: ${evidence}`]),
    `What to do: ${error.hint}`,
  ];
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    facts: { action_id: actionId, slot, epoch, outcome, error, ...seenFacts({ evidence, requests }) },
  };
}

/** What a settled action's result says to the agent that still holds the slot. */
export function settledResult(
  actionId: string,
  settlement: Settlement,
  slot: SlotRuntime,
  extra: {
    readonly returned: { readonly note: string | null } | null;
    readonly news: readonly News[];
    readonly agentId: string;
  },
): ToolResult {
  const { outcome, error, data, content } = settlement;
  const { returned, news } = extra;
  const unresolved = unresolvedOf(slot, extra.agentId).map(({ record }) => record.id);
  const first: ToolContent[] = [
    ...(returned ? [returnedText(returned.note)] : []),
    ...news.map(({ text }) => `Known meanwhile: ${text}`),
    ...(error && outcome !== "done" ? [`${error.code}. ${outcomeMeaning(outcome)} ${error.hint}`] : []),
  ].map((text) => ({ type: "text", text }));
  return {
    content: [...first, ...content],
    facts: {
      action_id: actionId,
      slot: slot.slot,
      epoch: slot.control.epoch,
      outcome,
      ...seenFacts(settlement),
      ...(error === undefined ? {} : { error }),
      ...(data === undefined ? {} : { data }),
      ...(returned ? { control_returned: returned } : {}),
      ...(unresolved.length === 0 ? {} : { unresolved }),
      ...(news.length === 0 ? {} : { news: news.map(({ actionId: action_id, text }) => ({ action_id, text })) }),
    },
  };
}

/** The action id was used before, and what it brought is not kept any more (R6). */
export function expired(known: StoredAction, slot: number | null, epoch: number | null): ToolResult {
  const said = known.outcome === null ? "it is still under way" : `its outcome was ${known.outcome}`;
  const error = new DockError("ACTION_EXPIRED", `The action ${known.id} was made before; ${said}.`).body();
  const facts = { outcome: known.outcome ?? "unknown", evidence: known.evidence ?? "", requests: known.requests };
  const result = errorResult(known.id, error, facts, slot, epoch);
  return { ...result, facts: { ...result.facts, repeated: "expired" } };
}

function seenFacts({ evidence, requests }: Pick<Settlement, "evidence" | "requests">): Partial<ToolFacts> {
  return {
    ...(evidence === "" ? {} : { evidence }),
    ...(requests.length === 0 ? {} : { requests: [...requests] }),
  };
}

function returnedText(note: string | null): string {
  const said = note === null ? "They left no note." : `Their note: ${note}`;
  return `control_returned: this window is yours again. ${said} The page may have changed, and references from before are stale: take a browser_snapshot.`;
}

export function textResult(actionId: string, text: string, slot: number | null, epoch: number | null): ToolResult {
  return {
    content: [{ type: "text", text }],
    facts: { action_id: actionId, slot, epoch, outcome: "done" },
  };
}

/** The agent's own actions of unknown outcome: of another's it is told nothing (R33). */
export function unresolvedOf(slot: SlotRuntime, agentId: string): SlotRuntime["unresolved"] {
  return slot.unresolved.filter(({ record }) => record.agentId === agentId);
}

export function statusResult(
  actionId: string,
  session: AgentSession,
  slot: SlotRuntime | null,
  directories: { downloads: string; uploads: string } | null,
): ToolResult {
  if (!slot || !directories) {
    const text = `You hold no slot. The first browser tool asks for one. Agent: ${session.agent.name}. Login target: ${session.target.key}.`;
    return textResult(actionId, text, null, null);
  }
  const { control } = slot;
  const inControl = control.holder.kind === "agent" ? "you" : "a person";
  // R33: what another agent did here is not this one's to know.
  const own = unresolvedOf(slot, session.agent.id);
  const unresolved = own.map(({ record, view }) => `${record.id}: ${record.summary}. ${view.evidence ?? ""}`);
  const last = slot.lastMutationBy === session.agent.id ? slot.lastMutation : null;
  const lines = [
    `Slot ${slot.slot}, epoch ${control.epoch}. In control: ${inControl}, since ${new Date(control.since).toISOString()}.`,
    `Login target: ${slot.target ?? "none"}.`,
    `Uploads: ${directories.uploads}`,
    `Downloads: ${directories.downloads}`,
    last
      ? `Last action that could change something: ${last.summary}, outcome ${last.outcome}. ${last.evidence ?? ""}${last.resolution ? ` ${resolutionSentence(last.resolution)}` : ""}`
      : "",
    ...(slot.help ? [`You asked the person for help: ${slot.help.reason}`] : []),
    ...unresolved.map((text) => `Unknown, to be looked at and stated with reconcile: ${text}`),
  ];
  return {
    content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }],
    facts: {
      action_id: actionId,
      slot: slot.slot,
      epoch: control.epoch,
      outcome: "done",
      ...(own.length === 0 ? {} : { unresolved: own.map(({ record }) => record.id) }),
      data: {
        holder: control.holder.kind,
        target: slot.target,
        downloads: directories.downloads,
        uploads: directories.uploads,
      },
    },
  };
}
