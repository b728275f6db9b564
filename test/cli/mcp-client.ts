import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { toolFacts } from "../../src/shared/contract/agent.ts";
import { cliEntry, cliEnvironment, type RunOptions } from "./run-cli.ts";

/** An agent's client: the official SDK, with the real command line as its server. */
export async function connectMcp(
  options: RunOptions & { readonly args?: readonly string[] },
): Promise<{ readonly client: Client; readonly pid: number } & AsyncDisposable> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliEntry, "mcp", ...(options.args ?? [])],
    env: cliEnvironment(options),
    cwd: options.cwd ?? options.home,
    stderr: "ignore",
  });
  const client = new Client({ name: "test-client", version: "1.0.0" });
  await client.connect(transport);
  const { pid } = transport;
  if (pid === null) throw new Error("the transport has no process");
  return { client, pid, [Symbol.asyncDispose]: () => client.close() };
}

/** One tool call, with the facts parsed and the text in one piece. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args });
  return readResult(result);
}

export function readResult(result: Awaited<ReturnType<Client["callTool"]>>) {
  const facts = toolFacts.parse(result.structuredContent);
  const blocks = Array.isArray(result.content) ? result.content : [];
  const text = blocks.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
  return { facts, text, isError: result.isError };
}
