import type { ReceiptStep, ReceiptView } from "../../core/view/snapshot.ts";
import { offset } from "./time.ts";

/** What each step of a take-over means once it has been observed. */
export function stepWords(step: ReceiptStep["step"]): string {
  switch (step) {
    case "fence":
      return "Agent fenced";
    case "recorded":
      return "New epoch recorded on disk";
    case "broker_cut_off":
      return "Broker cut off from Chrome";
    case "broker_exit":
      return "Broker exit";
    case "chrome_barrier":
      return "Chrome answered after the fence";
    case "detached":
      return "DevTools session detached";
    case "front":
      return "Window in front";
  }
}

/** The receipt in one line for a card, with the exit of the broker: what was observed so far, never what will be. */
export function receiptLine(receipt: ReceiptView): string {
  const fence = receipt.steps.find((step) => step.step === "fence");
  const exit = receipt.steps.find((step) => step.step === "broker_exit");
  const parts = [`Fenced ${offset(fence?.at ?? null, receipt.requestedAt)}`];
  if (exit) parts.push(`exit ${offset(exit.at, receipt.requestedAt)}`);
  return parts.join(" · ");
}

/** R5: the commands that were on their way when the fence fell, each method once with its count. */
export function unansweredAtFence(methods: readonly string[]): string {
  if (methods.length === 0) return "No DevTools command waited for an answer when the fence fell.";
  const counts = new Map<string, number>();
  for (const method of methods) counts.set(method, (counts.get(method) ?? 0) + 1);
  const list = [...counts].map(([method, count]) => (count === 1 ? method : `${method} ×${count}`));
  return `Sent before the fence, no answer when it fell: ${list.join(", ")}.`;
}
