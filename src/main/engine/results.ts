import type { ToolFacts, ToolResult } from "../../shared/contract/agent.ts";
import type { ErrorBody } from "../../shared/errors.ts";
import type { AgentSession } from "./agent-desk.ts";
import type { SlotRuntime } from "./slot-runtime.ts";

/** A result that says that nothing was sent, and why. */
export function refusal(actionId: string, error: ErrorBody, slot: number | null, epoch: number | null): ToolResult {
  return errorResult(actionId, error, "not_sent", slot, epoch);
}

export function errorResult(
  actionId: string,
  error: ErrorBody,
  outcome: ToolFacts["outcome"],
  slot: number | null,
  epoch: number | null,
  evidence?: string,
): ToolResult {
  const lines = [
    `${error.code}: ${error.message}`,
    `Outcome: ${outcome}.`,
    ...(evidence === undefined ? [] : [`Seen: ${evidence}`]),
    `What to do: ${error.hint}`,
  ];
  return {
    content: [{ type: "text", text: lines.join("\n") }],
    facts: { action_id: actionId, slot, epoch, outcome, error, ...(evidence === undefined ? {} : { evidence }) },
  };
}

export function textResult(actionId: string, text: string, slot: number | null, epoch: number | null): ToolResult {
  return {
    content: [{ type: "text", text }],
    facts: { action_id: actionId, slot, epoch, outcome: "done" },
  };
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
  const last = slot.lastMutation;
  const lines = [
    `Slot ${slot.slot}, epoch ${control.epoch}. In control: ${inControl}, since ${new Date(control.since).toISOString()}.`,
    `Login target: ${slot.target ?? "none"}.`,
    `Uploads: ${directories.uploads}`,
    `Downloads: ${directories.downloads}`,
    last
      ? `Last action that could change something: ${last.summary}, outcome ${last.outcome}. ${last.evidence ?? ""}`
      : "",
  ];
  return {
    content: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }],
    facts: {
      action_id: actionId,
      slot: slot.slot,
      epoch: control.epoch,
      outcome: "done",
      data: {
        holder: control.holder.kind,
        target: slot.target,
        downloads: directories.downloads,
        uploads: directories.uploads,
      },
    },
  };
}
