import { type Control, leaseOf } from "../lease/control.ts";

/**
 * What a person is told whose wish was about an earlier state of a slot (R12): nothing was done, and how it is now.
 * @param shown the epoch that they had seen
 */
export function staleSentence(control: Control, shown: number): string {
  const { slot, epoch } = control;
  const now = holderNow(control);
  return `Slot ${slot} has changed: you saw epoch ${shown}, it is at epoch ${epoch} now. ${now} Nothing was done.`;
}

function holderNow(control: Control): string {
  const { kind } = control.holder;
  const agent = leaseOf(control)?.agent ?? "an agent";
  switch (kind) {
    case "nobody":
      return "Nobody holds it.";
    case "agent":
      return `${agent} holds it.`;
    case "parked":
      return `It is parked for ${agent}.`;
    case "human":
      return "You hold it.";
    default:
      return kind satisfies never;
  }
}
