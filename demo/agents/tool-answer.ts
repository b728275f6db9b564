import { z } from "zod";
import { type ToolFacts, toolFacts } from "../../src/shared/contract/agent.ts";

/** The part of the MCP client that is used here; the SDK's `Client` has it. */
export interface ToolClient {
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    schema: undefined,
    options: { timeout: number },
  ): Promise<unknown>;
}

export interface ToolCall {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

export interface ToolAnswer {
  readonly text: string;
  readonly outcome: ToolFacts["outcome"];
  /** Null when the server is not SessionDock, or never answered. */
  readonly facts: ToolFacts | null;
}

const mcpResult = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).default([]),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
});

/** The first call waits for a slot, and a person may keep one for long: no limit below the contract's own. */
const longestCallMs = 3_600_000;

/** Never throws: a call that got no answer may have done anything, which is what `unknown` says (R6). */
export async function callTool(client: ToolClient, call: ToolCall): Promise<ToolAnswer> {
  try {
    const answer = await client.callTool({ name: call.tool, arguments: call.arguments }, undefined, {
      timeout: longestCallMs,
    });
    return readAnswer(answer);
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), outcome: "unknown", facts: null };
  }
}

export function readAnswer(answer: unknown): ToolAnswer {
  const result = mcpResult.parse(answer);
  const text = result.content.map((part) => part.text ?? "").join("\n");
  const facts = toolFacts.safeParse(result.structuredContent);
  if (facts.success) return { text, outcome: facts.data.outcome, facts: facts.data };
  return { text, outcome: result.isError === true ? "failed" : "done", facts: null };
}
