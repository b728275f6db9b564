import { nextStep, remember, startWork } from "../../../demo/agents/shop-work.ts";
import { callTool, type ToolClient } from "../../../demo/agents/tool-answer.ts";

/** What the bench sees of an agent: enough to take its window in mid-action, and to see it come back. */
export interface BusyAgent {
  readonly name: string;
  /** Null before its first answer. */
  readonly slot: () => number | null;
  /** A tool call is under way. */
  readonly acting: () => boolean;
  /** The person has its window, or it has not had a good answer since. */
  readonly isOut: () => boolean;
  /** Lets an agent that was refused ask again; before that it keeps quiet. */
  handedBack(): void;
  /** Settles with the next good answer, at its time by `performance.now()`. */
  nextGoodAnswer(): Promise<number>;
  /** How many calls ended how, by outcome or error code. */
  readonly ended: ReadonlyMap<string, number>;
  /** Settles after the call that is under way. */
  stop(): Promise<void>;
}

interface AgentWork {
  readonly name: string;
  readonly shop: string;
  readonly firstRound: number;
  /** Milliseconds between two calls. */
  readonly pauseMs: number;
}

/** An agent that works in the shop without end, and is quiet while a person has its window. */
export function startBusyAgent(client: ToolClient, work: AgentWork): BusyAgent {
  const ended = new Map<string, number>();
  let memory = startWork(work.name, work.shop, work.firstRound);
  let slot: number | null = null;
  let acting = false;
  let out = true;
  let stopping = false;
  let back = Promise.withResolvers<void>();
  let good = Promise.withResolvers<number>();

  const over = (async () => {
    while (!stopping) {
      const { memory: intended, call } = nextStep(memory);
      acting = true;
      const answer = await callTool(client, call);
      acting = false;
      memory = remember(intended, call, answer);
      slot = answer.facts?.slot ?? slot;
      const how = answer.facts?.error?.code ?? answer.outcome;
      ended.set(how, (ended.get(how) ?? 0) + 1);
      if (answer.outcome === "done") {
        out = false;
        good.resolve(performance.now());
        good = Promise.withResolvers();
        await pause(work.pauseMs);
      } else if (how === "HUMAN_IN_CONTROL") {
        out = true;
        await back.promise;
        back = Promise.withResolvers();
      } else {
        await pause(Math.max(work.pauseMs, calmMs));
      }
    }
  })();

  return {
    name: work.name,
    slot: () => slot,
    acting: () => acting,
    isOut: () => out,
    handedBack: () => back.resolve(),
    nextGoodAnswer: () => good.promise,
    ended,
    stop: async () => {
      stopping = true;
      back.resolve();
      await over;
    },
  };
}

/** After an answer that is neither good nor a person's doing, milliseconds. */
const calmMs = 100;

function pause(milliseconds: number): Promise<void> {
  return milliseconds === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, milliseconds));
}
