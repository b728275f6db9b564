import type { ActionView, HolderView, SlotView } from "../../core/view/snapshot.ts";
import { duration } from "../../core/view/words.ts";
import { plain, type Style } from "../output.ts";

/** What the cells of one slot say. Four questions, four cells: they are never folded into one status. */

/** The slot in a few words, and the colour that draws the eye where the person is needed. */
export function stateWords(slot: SlotView): { readonly text: string; readonly style: Style | null } {
  if (slot.life.kind === "quarantined") return { text: `quarantined: ${plain(slot.life.code)}`, style: "red" };
  if (slot.needsYou !== null) return { text: "needs you", style: "yellow" };
  switch (slot.life.kind) {
    case "empty":
      return { text: "no window", style: "dim" };
    case "launching":
      return { text: "opening", style: null };
    case "closing":
      return { text: "closing", style: null };
    case "live":
      return liveWords(slot);
    default:
      return slot.life satisfies never;
  }
}

function liveWords(slot: SlotView): { readonly text: string; readonly style: Style | null } {
  switch (slot.holder.kind) {
    case "human":
      return { text: "you have it", style: "cyan" };
    case "agent":
      return slot.action?.outcome === "running"
        ? { text: "working", style: "green" }
        : { text: "held, nothing runs", style: null };
    case "nobody":
      return { text: "open, free", style: "dim" };
    default:
      return slot.holder satisfies never;
  }
}

export function holderWords(holder: HolderView): string {
  switch (holder.kind) {
    case "nobody":
      return "nobody";
    case "agent":
      return "agent";
    case "human":
      return "you";
    default:
      return holder satisfies never;
  }
}

/** The agent whose lease it is; in brackets while the person has the slot over it. */
export function agentWords(holder: HolderView): string {
  if (holder.kind === "agent") return plain(holder.agent);
  return holder.kind === "human" && holder.over !== null ? `(${plain(holder.over)})` : "–";
}

/** How long the action has been running, or how long it took. */
export function elapsedWords(action: ActionView | null, now: number): string {
  return action ? duration((action.endedAt ?? now) - action.startedAt) : "–";
}

/** R6: `unknown` is said with what to do, because it looks like a failure and isn't one. */
export function outcomeWords(action: ActionView | null): string {
  if (!action) return "–";
  switch (action.outcome) {
    case "not_sent":
      return "not sent";
    case "unknown":
      return "unknown, look";
    case "running":
    case "done":
    case "failed":
      return action.outcome;
    default:
      return action.outcome satisfies never;
  }
}

export function outcomeStyle(action: ActionView | null): Style | null {
  if (action?.outcome === "unknown") return "yellow";
  return action?.outcome === "failed" ? "red" : null;
}
