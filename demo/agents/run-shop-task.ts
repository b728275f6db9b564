import { nextStep, remember, startWork } from "./shop-work.ts";
import { callTool, type ToolClient } from "./tool-answer.ts";

export interface TaskOptions {
  /** Tool calls to make, no more and no less. */
  readonly actions: number;
  /** Without a slash at the end. */
  readonly shop: string;
  readonly user: string;
  readonly firstRound?: number;
}

export interface TimedCall {
  readonly tool: string;
  /** Milliseconds, by a clock that only grows. */
  readonly milliseconds: number;
  readonly outcome: "not_sent" | "done" | "failed" | "unknown";
  readonly slot: number | null;
  readonly error: string | null;
}

/**
 * The same work as a demo agent's, without pauses and for a fixed number of calls: for tests and benches.
 * Never throws for a failed call; it stands in the list.
 */
export async function runShopTask(client: ToolClient, options: TaskOptions): Promise<readonly TimedCall[]> {
  let memory = startWork(options.user, options.shop, options.firstRound ?? 0);
  const calls: TimedCall[] = [];
  while (calls.length < options.actions) {
    const { memory: intended, call } = nextStep(memory);
    const started = performance.now();
    const answer = await callTool(client, call);
    calls.push({
      tool: call.tool,
      milliseconds: performance.now() - started,
      outcome: answer.outcome,
      slot: answer.facts?.slot ?? null,
      error: answer.facts?.error?.code ?? null,
    });
    memory = remember(intended, call, answer);
  }
  return calls;
}
