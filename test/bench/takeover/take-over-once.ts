import { setTimeout as wait } from "node:timers/promises";
import type { ControlClient } from "../../../src/cli/control-client.ts";
import type { ReceiptStep, ReceiptView } from "../../../src/core/view/snapshot.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import type { BusyAgent } from "./busy-agent.ts";

/** One take-over. Times in milliseconds; null where the step was not observed. */
export interface TakeOverSample {
  /** From the client's own clock at the call to the arrival in the control room. */
  readonly request: number;
  readonly fence: number | null;
  readonly fenceFromSend: number | null;
  readonly recorded: number | null;
  readonly barrier: number | null;
  readonly brokerExit: number | null;
  readonly front: number | null;
  /** An action had been handed to the broker, or waited for its turn, when the window was taken. */
  readonly midAction: boolean;
  readonly outcome: string;
}

/** A click comes when it comes: so long after everyone is at work again, at most, in milliseconds. */
const longestWait = 150;

export interface TakeOver {
  readonly agent: BusyAgent;
  readonly sample: TakeOverSample;
  /** Milliseconds from the call of the hand-back to the agent's next good answer, which is not waited for here. */
  readonly backAtWork: Promise<number>;
}

/** Takes a window whose agent is in the middle of a call, and hands it back once the receipt is there. */
export async function takeOverOnce(operator: ControlClient, agents: readonly BusyAgent[]): Promise<TakeOver> {
  await wait(Math.random() * longestWait);
  const agent = await pickActing(agents);
  const slot = agent.slot() ?? 0;
  const midAction = agent.acting();
  // The same clock as the receipt's: both processes count from when the system says that they began.
  const sentAt = performance.timeOrigin + performance.now();
  const receipt = await operator.call(operatorCalls.takeOver, { slot });
  const good = agent.nextGoodAnswer();
  const handedBackAt = performance.now();
  await operator.call(operatorCalls.handBack, { slot });
  agent.handedBack();
  const since = (step: ReceiptStep["step"], from: number) => {
    const at = receipt.steps.find((each) => each.step === step)?.at ?? null;
    return at === null ? null : at - from;
  };
  const sample = {
    request: receipt.requestedAt - sentAt,
    fence: since("fence", receipt.requestedAt),
    fenceFromSend: since("fence", sentAt),
    recorded: since("recorded", receipt.requestedAt),
    barrier: since("chrome_barrier", receipt.requestedAt),
    brokerExit: since("broker_exit", receipt.requestedAt),
    front: since("front", receipt.requestedAt),
    midAction,
    outcome: outcomeOf(receipt),
  };
  return { agent, sample, backAtWork: good.then((at) => at - handedBackAt) };
}

function outcomeOf({ lastAction }: ReceiptView): string {
  return lastAction?.outcome ?? "no action";
}

/** Whoever is in the middle of a call; an agent pauses between two, so one is soon. */
async function pickActing(agents: readonly BusyAgent[]): Promise<BusyAgent> {
  for (;;) {
    const acting = agents.filter((agent) => agent.acting() && !agent.isOut());
    const picked = acting[Math.floor(Math.random() * acting.length)];
    if (picked) return picked;
    await wait(1);
  }
}
