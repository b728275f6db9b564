import type { HolderView, SlotLifeView } from "../../core/view/snapshot.ts";

/** R1: the three possible holders, each in one word that stands beside its icon and its colour. */
export function holderWord(holder: HolderView): "agent" | "you" | "nobody" {
  switch (holder.kind) {
    case "agent":
      return "agent";
    case "human":
      return "you";
    case "nobody":
      return "nobody";
  }
}

/** The name of the agent that a slot is about: its holder, or the one that waits for it back. */
export function agentName(holder: HolderView): string | null {
  switch (holder.kind) {
    case "agent":
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
    case "human":
      return holder.over === null
        ? "You may act. No agent's lease waits for this slot."
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
    case "quarantined":
      return "Unclear: the slot is quarantined.";
  }
}
