import { parseArgs } from "node:util";
import { nothingMore, UsageError } from "../usage.ts";
import { identityBudgetMs } from "./identity.ts";

export interface McpOptions {
  readonly agent: string | undefined;
  readonly target: string | undefined;
  /** How long a call may wait for a slot, in milliseconds. */
  readonly waitMs: number;
  readonly identityBudgetMs: number;
  readonly hostPid: () => number;
}

/**
 * Common MCP clients give a request 60 s. The wait and the longest action (30 s by default) have to fit into that
 * together: a client that gives up on an action in flight can only be left with an unknown outcome.
 */
const defaultWaitSeconds = 25;

/**
 * `--identity-budget-ms` and `--host-pid` are for tests and not in the help: they shorten the ten seconds of R13,
 * and let a process be named as host that isn't the parent.
 * @throws UsageError, or what `parseArgs` throws
 */
export function readMcpOptions(args: readonly string[], environment: NodeJS.ProcessEnv): McpOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      agent: { type: "string" },
      target: { type: "string" },
      wait: { type: "string" },
      "identity-budget-ms": { type: "string" },
      "host-pid": { type: "string" },
    },
    allowPositionals: true,
  });
  nothingMore(positionals, "mcp");
  const hostPid = numberIn(values["host-pid"], "--host-pid", 0, 2 ** 31);
  return {
    agent: limited(values.agent ?? unlessEmpty(environment["SESSIONDOCK_AGENT"]), "--agent", 80),
    target: limited(values.target ?? unlessEmpty(environment["SESSIONDOCK_TARGET"]), "--target", 400),
    waitMs: 1000 * (numberIn(values.wait, "--wait", 0, 3600) ?? defaultWaitSeconds),
    identityBudgetMs: numberIn(values["identity-budget-ms"], "--identity-budget-ms", 0, 60_000) ?? identityBudgetMs,
    hostPid: () => hostPid ?? process.ppid,
  };
}

function limited(value: string | undefined, option: string, longest: number): string | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (text === "") throw new UsageError(`mcp: ${option} is empty`);
  if (text.length > longest) throw new UsageError(`mcp: ${option} is longer than ${longest} characters`);
  return text;
}

/** Clients pass on variables that nobody has set as empty ones. */
function unlessEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value;
}

function numberIn(text: string | undefined, option: string, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < least || value > most) {
    throw new UsageError(`mcp: ${option} needs a whole number from ${least} to ${most}, not "${text}"`);
  }
  return value;
}
