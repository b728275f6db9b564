import type { ToolResult } from "../../shared/contract/agent.ts";
import { DockError } from "../../shared/errors.ts";
import { errorResult, refusal } from "./results.ts";

/** A session's results are kept for repeated calls up to so many calls, and so many characters of text and pictures. */
const callsKept = 64;
const charactersKept = 8_000_000;

interface Call {
  readonly actionId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Kept {
  readonly call: Call;
  readonly answer: Promise<ToolResult>;
  /** Null while it runs. */
  result: ToolResult | null;
  /** The epoch that it was given under; content of another one is not shown again. */
  epoch: number | null;
}

/** The calls of one session by action id: each is run once, however often it is asked for (R6). */
export class CallBook {
  readonly #kept = new Map<string, Kept>();
  /** Used and no longer kept: these are never run again either. */
  readonly #expired = new Map<string, ToolResult["facts"]["outcome"]>();

  /**
   * @param run carries the call out, once
   * @param epochNow the epoch under which the session may see pages now; null when it may see none
   */
  once(call: Call, run: () => Promise<ToolResult>, epochNow: () => number | null): Promise<ToolResult> {
    const { actionId } = call;
    const known = this.#kept.get(actionId);
    if (known) return this.#again(known, call, epochNow);
    const outcome = this.#expired.get(actionId);
    if (outcome !== undefined) return Promise.resolve(expired(actionId, outcome));
    const kept: Kept = { call, answer: run(), result: null, epoch: null };
    this.#kept.set(actionId, kept);
    void kept.answer.then((result) => {
      kept.result = result;
      kept.epoch = epochNow();
      this.#trim();
    });
    return kept.answer;
  }

  async #again(known: Kept, call: Call, epochNow: () => number | null): Promise<ToolResult> {
    const isOther = JSON.stringify(known.call.arguments) !== JSON.stringify(call.arguments);
    if (known.call.tool !== call.tool || isOther) {
      const error = new DockError("ACTION_ID_REUSED", `The action id ${call.actionId} belongs to another call.`);
      return refusal(call.actionId, error.body(), null, null);
    }
    const repeated = known.result === null ? "attached" : "replayed";
    const result = await known.answer;
    // Attached or replayed: what a page showed under another epoch is not for the agent's eyes now.
    if (repeated === "replayed" && (known.epoch === null || known.epoch !== epochNow())) {
      return expired(call.actionId, result.facts.outcome, result.facts);
    }
    return { ...result, facts: { ...result.facts, repeated } };
  }

  #trim(): void {
    let characters = 0;
    const settled = [...this.#kept.values()].filter(({ result }) => result !== null).reverse();
    settled.forEach(({ call, result }, index) => {
      if (result === null) return;
      for (const block of result.content) characters += block.type === "text" ? block.text.length : block.data.length;
      if (index < callsKept && characters <= charactersKept) return;
      this.#kept.delete(call.actionId);
      this.#expired.set(call.actionId, result.facts.outcome);
    });
  }
}

function expired(
  actionId: string,
  outcome: ToolResult["facts"]["outcome"],
  facts: Partial<ToolResult["facts"]> = {},
): ToolResult {
  const error = new DockError("ACTION_EXPIRED", `The action ${actionId} was made before; its outcome was ${outcome}.`);
  const known = { outcome, evidence: facts.evidence ?? "", requests: facts.requests ?? [] };
  const result = errorResult(actionId, error.body(), known, facts.slot ?? null, facts.epoch ?? null);
  return { ...result, facts: { ...result.facts, repeated: "expired" } };
}
