import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { connectAgent } from "../../../demo/agents/connect-agent.ts";
import { readAnswer, type ToolAnswer } from "../../../demo/agents/tool-answer.ts";
import { actionIdKey } from "../../../src/cli/mcp/answer-call.ts";

/** A call is never given up by the agent before the control room has answered it. */
const callLimitMs = 120_000;

/** An MCP client with a wrapper of its own, and a new one when that has ended. */
export interface ShopAgent {
  readonly name: string;
  /** Its login target; no other agent has it. */
  readonly target: string;
  /** User of the shop. */
  readonly user: string;
  /** The product that only this agent changes. */
  readonly product: number;
  /**
   * Never throws: without an answer `facts` is null.
   * @param actionId the action's id, so that its records can be found without an answer
   */
  call(tool: string, input?: Record<string, unknown>, actionId?: string): Promise<ToolAnswer>;
  /** Null while it has none. */
  wrapperPid(): number | null;
  /** Ids of its actions whose outcome is unknown, by the last answer. */
  unresolved(): readonly string[];
  close(): Promise<void>;
}

export function createShopAgent(number: number, environment: Readonly<Record<string, string>>): ShopAgent {
  const name = `agent${number}`;
  let client: Promise<Client> | null = null;
  let pid: number | null = null;
  let unresolved: readonly string[] = [];

  const connected = (): Promise<Client> => {
    client ??= connectAgent({
      name,
      target: name,
      environment,
      onClose: () => {
        client = null;
        pid = null;
      },
    }).then((opened) => {
      pid = opened.transport instanceof StdioClientTransport ? opened.transport.pid : null;
      return opened;
    });
    return client;
  };

  return {
    name,
    target: name,
    user: name,
    product: number,
    call: async (tool, input = {}, actionId) => {
      try {
        const meta = actionId === undefined ? {} : { _meta: { [actionIdKey]: actionId } };
        const params = { name: tool, arguments: input, ...meta };
        const answer = readAnswer(await (await connected()).callTool(params, undefined, { timeout: callLimitMs }));
        // A refusal doesn't list them.
        if (answer.outcome === "done") unresolved = answer.facts?.unresolved ?? [];
        return answer;
      } catch (error) {
        return { text: error instanceof Error ? error.message : String(error), outcome: "unknown", facts: null };
      }
    },
    wrapperPid: () => pid,
    unresolved: () => unresolved,
    close: async () => {
      await (await client?.catch(() => null))?.close();
    },
  };
}
