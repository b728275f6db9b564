import type { HolderView, SlotLifeView } from "../../core/view/snapshot.ts";

/** R1: the possible holders, each in one word that stands beside its icon and its colour. */
export function holderWord(holder: HolderView): "agent" | "parked" | "you" | "nobody" {
  return holder.kind === "human" ? "you" : holder.kind;
}

/** The name of the agent that a slot is about: its holder, or the one that waits for it back. */
export function agentName(holder: HolderView): string | null {
  switch (holder.kind) {
    case "agent":
    case "parked":
      return holder.agent;
    case "human":
      return holder.over;
    case "nobody":
      return null;
  }
}

/** R1: the whole answer to "Who may act now?". */
export function holderSentence(holder: HolderView): string {
  switch (holder.kind) {
    case "agent":
      return `Agent ${holder.agent} may act.`;
    case "parked":
      return `Nobody may act. The lease of ${holder.agent} is parked until you decide.`;
    case "human":
      if (holder.over === null) return "You may act. No agent's lease waits for this slot.";
      return holder.vanished
        ? `You may act. ${holder.over} has vanished: handing back parks its lease.`
        : `You may act. The lease of ${holder.over} is suspended until you hand back.`;
    case "nobody":
      return "Nobody may act.";
  }
}

/** What is observed of the slot's Chrome, without a verdict on the slot. */
export function lifeSentence(life: SlotLifeView): string {
  switch (life.kind) {
    case "empty":
      return "No Chrome runs for this slot.";
    case "launching":
      return "Chrome is starting.";
    case "live":
      return `Chrome runs as process ${life.pid}.`;
    case "closing":
      return "Chrome was asked to close; its exit is not observed yet.";
  }
}
