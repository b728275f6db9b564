import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { resolvePaths } from "../../main/adapters/system/paths.ts";
import { toErrorBody } from "../../shared/errors.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { describeError } from "../output.ts";
import { createAgentSession } from "./agent-session.ts";
import { endOfUse } from "./end-of-use.ts";
import { resolveIdentity } from "./identity.ts";
import { createMcpServer } from "./mcp-server.ts";
import { readMcpOptions } from "./options.ts";
import { resolveTarget } from "./target.ts";

/**
 * `sessiondock mcp`: serves one agent until its client leaves, and ends the process.
 * Who the agent is gets found out beside the handshake; an agent that can't be told from others ends with exit
 * code 2, whether or not it has called a tool (R13).
 * @throws UsageError
 */
export async function runMcp(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<ExitCode> {
  const options = readMcpOptions(args, environment);
  const paths = resolvePaths(environment);
  const identity = resolveIdentity({
    name: options.agent,
    hostPid: options.hostPid,
    budgetMs: options.identityBudgetMs,
  });
  const session = createAgentSession({
    paths,
    identity,
    target: () => resolveTarget(options.target, process.cwd(), paths.config),
  });
  const left = endOfUse().then((): ExitCode => exitCodes.ok);
  const refused = new Promise<ExitCode>((resolve) => {
    identity.catch((thrown: unknown) => {
      process.stderr.write(`${describeError(toErrorBody(thrown))}\n`);
      // A call that waits for the identity is answered first.
      setImmediate(() => resolve(exitCodes.refused));
    });
  });
  await createMcpServer(session, options.waitMs).connect(new StdioServerTransport());
  const exitCode = await Promise.race([left, refused]);
  await session.goodbye();
  // Timers and sockets of calls under way would keep the process; their client is gone.
  process.exit(exitCode);
}
