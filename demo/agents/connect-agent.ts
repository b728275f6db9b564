import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const sessiondock = fileURLToPath(new URL("../../bin/sessiondock", import.meta.url));

export interface AgentOptions {
  readonly name: string;
  /** Login target; agents with the same one want the same slot. */
  readonly target: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Called with each line that the wrapper writes for people. */
  readonly onDiagnostic?: (text: string) => void;
  readonly onClose?: () => void;
  /** Gives up the handshake; has no effect on a client that is connected. */
  readonly signal?: AbortSignal;
}

/**
 * Starts an agent's wrapper and speaks MCP with it, as any agent host does. `client.close()` ends the wrapper.
 * @throws Error when the wrapper can't be started or ends before the handshake
 */
export async function connectAgent(options: AgentOptions): Promise<Client> {
  const transport = new StdioClientTransport({
    command: sessiondock,
    args: ["mcp", "--agent", options.name, "--target", options.target],
    env: definedOnly(options.environment ?? process.env),
    stderr: "pipe",
  });
  transport.stderr?.on("data", (bytes: Buffer) => options.onDiagnostic?.(bytes.toString("utf8").trimEnd()));
  const client = new Client({ name: options.name, version: "1.0.0" });
  if (options.onClose) client.onclose = options.onClose;
  await client.connect(transport, options.signal ? { signal: options.signal } : {});
  return client;
}

function definedOnly(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
