import type { ControlClient } from "../../../src/cli/control-client.ts";
import { writtenAfterFence } from "../../support/witness.ts";
import type { Bench, Figure } from "../support/bench.ts";
import { connectOperator } from "../support/operator.ts";
import { processorTime, shares } from "../support/processor-time.ts";
import { milliseconds } from "../support/quantile.ts";
import { openWorkplace } from "../support/workplace.ts";
import { type BusyAgent, startBusyAgent } from "./busy-agent.ts";
import { type TakeOverSample, takeOverOnce } from "./take-over-once.ts";

const takeOvers = 100;
const busyAgents = 10;
/** Between an agent's actions, milliseconds: a model that thinks takes several times as long. */
const thinkingMs = 250;
/** So many agents may be on their way back to work when the next window is taken; all others are busy. */
const mostReturning = 3;

/** On a machine that is too busy for all of them, `n` says how many there were; milliseconds. */
const longestMs = 900_000;

/** Take-overs of windows whose agents are in the middle of their work, with a witness between gate and Chrome. */
export const takeoverBench: Bench = {
  name: "takeover",
  about: "take-overs while agents are busy (--trials, --agents, --pause between an agent's actions)",
  limitSeconds: 1_200,
  run: async (context) => {
    const { stack } = context;
    const { room, shop, witness } = await openWorkplace(stack, { witnessed: true });
    const operator = await connectOperator(room, stack);
    const count = context.agents ?? busyAgents;
    const agents: BusyAgent[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = `agent${number}`;
      const work = { name, shop: shop.url, firstRound: number, pauseMs: context.pauseMs ?? thinkingMs };
      agents.push(startBusyAgent(await room.agent(name), work));
    }
    await Promise.all(agents.map((agent) => agent.nextGoodAnswer()));
    context.progress(`${count} agents are at work`);
    const trials = context.trials ?? takeOvers;
    const before = processorTime(room.pid);
    const { samples, backAtWork } = await takeOverOften(operator, agents, trials, context.progress);
    const processor = shares(before, processorTime(room.pid));
    await Promise.all(agents.map((agent) => agent.stop()));
    const written = agents.map((agent) => witness?.commands(room.profile(agent.slot() ?? 0)) ?? []);
    return {
      agents: count,
      pause_ms: context.pauseMs ?? thinkingMs,
      ...figuresOf(samples),
      ...spread("back_at_work", backAtWork),
      commands_after_fence: written.flatMap(writtenAfterFence).length,
      commands_witnessed: written.flat().length,
      fences_witnessed: written.flat().filter(isFence).length,
      calls_ended: Object.fromEntries(sum(agents.map((agent) => agent.ended))),
      room_processor_share: processor.ran,
      // Ready to run, but the machine's processors were taken: that part of a delay is not the control room's own.
      room_waited_for_processor_share: processor.waited,
    };
  },
};

async function takeOverOften(
  operator: ControlClient,
  agents: readonly BusyAgent[],
  trials: number,
  progress: (line: string) => void,
): Promise<{ readonly samples: readonly TakeOverSample[]; readonly backAtWork: readonly number[] }> {
  const samples: TakeOverSample[] = [];
  const backAtWork: number[] = [];
  const returning = new Map<BusyAgent, Promise<void>>();
  const deadline = performance.now() + longestMs;
  while (samples.length < trials && performance.now() < deadline) {
    while (returning.size >= Math.min(mostReturning, agents.length)) await Promise.race(returning.values());
    const taken = await takeOverOnce(
      operator,
      agents.filter((agent) => !returning.has(agent)),
    );
    samples.push(taken.sample);
    const back = taken.backAtWork.then((time) => {
      backAtWork.push(time);
      returning.delete(taken.agent);
    });
    returning.set(taken.agent, back);
    if (samples.length % 10 === 0) progress(`${samples.length} of ${trials} take-overs`);
  }
  await Promise.all(returning.values());
  return { samples, backAtWork };
}

/** The aims are on the figures from the request's arrival; `from_client_send` holds the way there as well. */
function figuresOf(samples: readonly TakeOverSample[]): Readonly<Record<string, Figure>> {
  const times = (of: (sample: TakeOverSample) => number | null) => samples.flatMap((sample) => of(sample) ?? []);
  const steps = ["fence", "recorded", "barrier", "brokerExit", "front"] as const;
  const outcomes = samples.map((sample) => new Map([[sample.outcome, 1]]));
  return {
    n: samples.length,
    mid_action: samples.filter((sample) => sample.midAction).length,
    ...spread(
      "fence",
      times((sample) => sample.fence),
    ),
    ...spread(
      "fence_from_client_send",
      times((sample) => sample.fenceFromSend),
    ),
    ...spread(
      "request_to_arrival",
      times((sample) => sample.request),
    ),
    request_to_arrival_ms_min: milliseconds(
      times((sample) => sample.request),
      0,
    ),
    ...spread(
      "recorded",
      times((sample) => sample.recorded),
    ),
    ...spread(
      "chrome_barrier",
      times((sample) => sample.barrier),
    ),
    ...spread(
      "broker_exit",
      times((sample) => sample.brokerExit),
    ),
    ...spread(
      "front",
      times((sample) => sample.front),
    ),
    // These are missing from the times above, so a step's p99 stands for all only where its number here is 0.
    steps_not_observed: Object.fromEntries(
      steps.map((step) => [step, samples.filter((sample) => sample[step] === null).length]),
    ),
    last_action: Object.fromEntries(sum(outcomes)),
  };
}

function spread(name: string, values: readonly number[]): Readonly<Record<string, Figure>> {
  return {
    [`${name}_ms_p50`]: milliseconds(values, 0.5),
    [`${name}_ms_p99`]: milliseconds(values, 0.99),
    [`${name}_ms_max`]: milliseconds(values, 1),
  };
}

/** The mark that the control room sets on its own session when it closes the gate. */
function isFence(command: { readonly method: string; readonly sessionId: string | null }): boolean {
  return command.sessionId === null && command.method === "Browser.getVersion";
}

function sum(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const each of counts) for (const [name, count] of each) total.set(name, (total.get(name) ?? 0) + count);
  return total;
}
