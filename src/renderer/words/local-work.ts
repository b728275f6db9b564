import type { BrokerView } from "../../core/view/snapshot.ts";

/** R2: "asked to stop" is not "stopped"; only an observed exit is called an exit. */
export function brokerSentence(broker: BrokerView | null): string {
  if (broker === null) return "No broker is recorded for this slot.";
  switch (broker.state) {
    case "running":
      return `Broker ${broker.pid} is running.`;
    case "stopping":
      return `Broker ${broker.pid} was asked to stop; its exit is not observed yet.`;
    case "exited":
      return broker.exitObservedAt === null
        ? `Broker ${broker.pid} is recorded as exited; when that was observed is unknown.`
        : `Broker ${broker.pid}: exit observed.`;
  }
}

/** R2: DevTools commands that were written to Chrome and have no answer. */
export function waitingForAnswerSentence(count: number): string {
  if (count === 0) return "No DevTools command waits for an answer.";
  return count === 1
    ? "1 DevTools command was sent, no answer yet."
    : `${count} DevTools commands were sent, no answer yet.`;
}

/** R2: actions that were admitted and not yet handed to the broker. */
export function waitingSentence(count: number): string {
  return count === 1 ? "1 action waits for its turn; nothing of it was sent." : `${count} actions wait for their turn.`;
}
