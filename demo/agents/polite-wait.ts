import { setTimeout as wait } from "node:timers/promises";
import { callTool, type ToolAnswer, type ToolClient } from "./tool-answer.ts";

/** What an answer asks of an agent before it may go on. */
export type Manners =
  | { readonly kind: "go on" }
  /** Nothing was done; the same may be asked again later. */
  | { readonly kind: "wait"; readonly because: string }
  /** A person has the window. */
  | { readonly kind: "person"; readonly because: string };

export function mannersFor(answer: ToolAnswer): Manners {
  const error = answer.facts?.error;
  if (!error) return { kind: "go on" };
  if (error.code === "HUMAN_IN_CONTROL") return { kind: "person", because: error.message };
  // The others are answered by a new look at the page, which comes next anyway.
  return error.retry === "later" || error.retry === "never"
    ? { kind: "wait", because: error.message }
    : { kind: "go on" };
}

interface Waiting {
  readonly client: ToolClient;
  readonly signal: AbortSignal;
  /** Milliseconds between two questions. */
  readonly pauseMs: number;
  say(text: string): void;
}

/** Asking more often than this helps nobody, however fast the agent is told to be. */
const shortestPauseMs = 500;

/**
 * Returns when the agent may try again. Asks at a calm pace: whether the person still has the window is asked
 * by `session_status`, which does nothing to the page.
 * @throws AbortError when the signal ends the wait
 */
export async function waitPolitely(manners: Manners, { client, signal, pauseMs, say }: Waiting): Promise<void> {
  if (manners.kind === "go on") return;
  say(`waits: ${manners.because}`);
  const calmMs = Math.max(pauseMs, shortestPauseMs);
  await wait(calmMs, undefined, { signal });
  if (manners.kind === "wait") return;
  for (;;) {
    const status = await callTool(client, { tool: "session_status", arguments: {} });
    const returned = controlReturned(status);
    if (returned !== null) say(returned);
    if (!personHolds(status)) break;
    await wait(calmMs, undefined, { signal });
  }
  say("asks again");
}

/** Whichever answer comes first after a hand-back brings the person's note, and only that one. */
export function controlReturned(answer: ToolAnswer): string | null {
  const returned = answer.facts?.control_returned;
  if (!returned) return null;
  return returned.note === null ? "has control again" : `has control again, with a note: ${returned.note}`;
}

/** Only a clear word keeps the agent waiting; otherwise its next look at the page is answered or refused. */
function personHolds(status: ToolAnswer): boolean {
  const holder = status.facts?.data?.["holder"];
  const kind = typeof holder === "object" && holder !== null && "kind" in holder ? holder.kind : holder;
  return kind === "human";
}
