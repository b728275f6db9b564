import { setTimeout as wait } from "node:timers/promises";
import { type AgentOptions, connectAgent } from "./connect-agent.ts";
import { controlReturned, mannersFor, waitPolitely } from "./polite-wait.ts";
import { type Memory, nextStep, remember, startWork } from "./shop-work.ts";
import { callTool, type ToolAnswer, type ToolClient } from "./tool-answer.ts";

export interface LiveAgent {
  readonly name: string;
  readonly target: string;
  /** User of the shop. */
  readonly user: string;
  readonly shop: string;
  /** Which product it begins with. */
  readonly firstRound: number;
  /** Milliseconds between two actions, so that a person can follow. */
  readonly pauseMs: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  say(text: string): void;
}

/** A lost wrapper is replaced after this many pauses: the control room may just be starting again. */
const pausesBeforeReconnect = 3;

/**
 * Works in the shop until the signal says stop, over lost connections too. Nothing is replayed after one (R44):
 * the new session begins by looking.
 */
export async function keepWorking(agent: LiveAgent, signal: AbortSignal): Promise<void> {
  let memory = startWork(agent.user, agent.shop, agent.firstRound);
  while (!signal.aborted) {
    try {
      memory = await workOverOneConnection(agent, memory, signal);
    } catch (error) {
      if (!signal.aborted) agent.say(`could not go on: ${error instanceof Error ? error.message : String(error)}`);
    }
    await pause(agent.pauseMs * pausesBeforeReconnect, signal);
  }
}

async function workOverOneConnection(agent: LiveAgent, begun: Memory, stop: AbortSignal): Promise<Memory> {
  const lost = new AbortController();
  const options: AgentOptions = {
    name: agent.name,
    target: agent.target,
    environment: agent.environment,
    onDiagnostic: (text) => agent.say(`wrapper: ${text}`),
    onClose: () => lost.abort(),
    signal: stop,
  };
  const client = await connectAgent(options);
  const signal = AbortSignal.any([stop, lost.signal]);
  // Closing rejects the call under way, so a stop never waits for an answer.
  const close = () => client.close();
  const closing = stop.aborted ? close() : once(stop).then(close);
  let memory: Memory = { ...begun, seen: null };
  while (!signal.aborted) memory = await actOnce(agent, client, memory, signal);
  if (stop.aborted) await closing;
  else agent.say("lost its wrapper");
  return memory;
}

async function actOnce(agent: LiveAgent, client: ToolClient, memory: Memory, signal: AbortSignal): Promise<Memory> {
  const { memory: intended, call, note } = nextStep(memory);
  if (note !== null) agent.say(note);
  const answer = await callTool(client, call);
  if (!signal.aborted) report(agent, call.tool, answer);
  const kept = remember(intended, call, answer);
  try {
    await waitPolitely(mannersFor(answer), { client, signal, pauseMs: agent.pauseMs, say: agent.say });
  } catch {
    return kept;
  }
  await pause(agent.pauseMs * (0.6 + 0.8 * Math.random()), signal);
  return kept;
}

function report(agent: LiveAgent, tool: string, answer: ToolAnswer): void {
  const returned = controlReturned(answer);
  if (returned !== null) agent.say(returned);
  const slot = answer.facts?.slot ?? null;
  const evidence = answer.facts?.evidence === undefined ? "" : ` (${answer.facts.evidence})`;
  const error = answer.facts?.error === undefined ? "" : ` ${answer.facts.error.code}`;
  agent.say(`${slot === null ? "" : `slot ${slot} `}${tool} ${answer.outcome}${error}${evidence}`);
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Ends early, without an error, when the signal says so. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
