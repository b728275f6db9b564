import { runShopTask, type TimedCall } from "../../../demo/agents/run-shop-task.ts";
import type { Bench, BenchContext, Figure } from "../support/bench.ts";
import { milliseconds, round } from "../support/quantile.ts";
import { openWorkplace } from "../support/workplace.ts";
import { measureMemory } from "./memory.ts";

const agentsAtOnce = 10;
const actionsEach = 20;

/** All agents spawn their wrappers in the same moment and work without pauses. */
export async function tenAtOnce(context: BenchContext): Promise<Awaited<ReturnType<Bench["run"]>>> {
  await using stack = new AsyncDisposableStack();
  const { room, shop } = await openWorkplace(stack);
  const count = context.agents ?? agentsAtOnce;
  const actions = context.trials ?? actionsEach;
  context.progress(`${count} agents begin, ${actions} actions each`);
  const work = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `agent${index + 1}`;
      const spawned = performance.now();
      const client = await room.agent(name);
      const connected = performance.now() - spawned;
      const calls = await runShopTask(client, { actions, shop: shop.url, user: name, firstRound: index });
      return { client, calls, firstResult: connected + (calls[0]?.milliseconds ?? 0) };
    }),
  );
  const snapshot = await room.snapshot();
  const memory = measureMemory(
    room.pid,
    snapshot,
    work.map(({ client }) => client),
  );
  const calls = work.flatMap((each) => each.calls);
  // The first call of each waits for its Chrome; that is what first_result is about.
  const further = work.flatMap((each) => each.calls.slice(1)).map((call) => call.milliseconds);
  return {
    agents: count,
    live: snapshot.room.live,
    actions: calls.length,
    errors: calls.filter(isError).length,
    error_codes: [...new Set(calls.filter(isError).map((call) => call.error ?? call.outcome))],
    first_result_ms_p50: milliseconds(
      work.map((each) => each.firstResult),
      0.5,
    ),
    first_result_ms_max: milliseconds(
      work.map((each) => each.firstResult),
      1,
    ),
    action_ms_p50: milliseconds(further, 0.5),
    action_ms_p95: milliseconds(further, 0.95),
    ...memoryFigures(memory, count),
  };
}

function isError(call: TimedCall): boolean {
  return call.outcome !== "done";
}

function memoryFigures(memory: ReturnType<typeof measureMemory>, agents: number): Readonly<Record<string, Figure>> {
  const { room, brokers, brokerCount, wrappers, window, slotChromes } = memory;
  return {
    // Control room, brokers and wrappers; neither the slots' Chromes nor the control room's own window.
    pss_mb_per_agent: round((room + brokers + wrappers) / agents),
    room_pss_mb: room,
    brokers_pss_mb: brokers,
    /** One more than agents: the next one waits, started, for the next lease. */
    brokers: brokerCount,
    wrappers_pss_mb: wrappers,
    window_pss_mb: window,
    window_pss_note: "Chromium of the window stand-in, left out above; on Electron its renderer takes this place",
    slot_chromes_pss_mb: slotChromes,
  };
}
