import { setTimeout as pause } from "node:timers/promises";
import type { AgentIdentity } from "../../shared/contract/agent.ts";
import { DockError } from "../../shared/errors.ts";
import { identifyProcess } from "./host-process.ts";

export interface IdentityRequest {
  /** Name that was given explicitly; it is the identity, and nothing is looked up. */
  readonly name: string | undefined;
  /** Pid of the program that started this wrapper, asked again at each try. */
  readonly hostPid: () => number;
  /** R13: how long to try, in milliseconds. */
  readonly budgetMs: number;
}

/** R13 */
export const identityBudgetMs = 10_000;
const pauseMs = 250;

/** Programs that adopt orphans: whoever has one as parent has lost its host, or was never given one. */
const adopters: readonly string[] = ["init", "systemd", "launchd"];

/**
 * Who the agent is (R13). An explicit name is taken as it is: it stays the same over restarts, and two wrappers
 * that give the same name say that they are the same agent. Without a name, the agent is this wrapper of that
 * host: `claude@4242:8811/4250:8829` is host name, host pid and start, own pid and start. The host alone
 * wouldn't do: one program that runs ten agents starts ten wrappers, from one directory, and each is an agent
 * of its own. A wrapper that is started again is a new agent: it has no claim on a
 * lease of the former one that is parked (R16).
 *
 * @throws DockError `IDENTITY_UNRESOLVED` when the budget is spent. There is no default to fall back on.
 */
export async function resolveIdentity(request: IdentityRequest): Promise<AgentIdentity> {
  if (request.name !== undefined) return { id: request.name, name: request.name };
  const deadline = performance.now() + request.budgetMs;
  for (;;) {
    try {
      return await identifyByHost(request.hostPid());
    } catch (error) {
      if (performance.now() + pauseMs > deadline) throw unresolved(request, error);
    }
    await pause(pauseMs);
  }
}

async function identifyByHost(hostPid: number): Promise<AgentIdentity> {
  if (hostPid <= 1) throw new Error(`it has no parent process (pid ${hostPid})`);
  const [host, own] = await Promise.all([identifyProcess(hostPid), identifyProcess(process.pid)]);
  if (host.name === "") throw new Error(`process ${hostPid} has no name`);
  if (adopters.includes(host.name)) throw new Error(`its parent is ${host.name}, which adopts orphaned processes`);
  const name = host.name.slice(0, 80);
  return { id: `${name}@${host.pid}:${host.start}/${own.pid}:${own.start}`, name };
}

function unresolved(request: IdentityRequest, cause: unknown): DockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DockError(
    "IDENTITY_UNRESOLVED",
    `the program that started this wrapper can't be told from others: ${reason}; tried for ${request.budgetMs / 1000} s`,
    { cause },
  );
}
