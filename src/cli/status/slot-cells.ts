import type { ActionView, HolderView, SlotView } from "../../core/view/snapshot.ts";
import { duration, outcomeWord, quarantineWord } from "../../core/view/words.ts";
import { plain, type Style } from "../output.ts";

/** What the cells of one slot say. Four questions, four cells: they are never folded into one status. */

/** The slot in a few words, and the colour that draws the eye where the person is needed. */
export function stateWords(slot: SlotView): { readonly text: string; readonly style: Style | null } {
  const [reason, ...more] = slot.quarantine;
  if (reason) {
    const why = more.length === 0 ? quarantineWord(reason.code) : `${slot.quarantine.length} reasons`;
    return { text: `quarantine: ${why}`, style: "red" };
  }
  if (slot.help !== null) return { text: "asks for you", style: "yellow" };
  if (slot.holder.kind === "parked") {
    return { text: slot.holder.isBack ? "parked, its agent is back" : "parked", style: "yellow" };
  }
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
    case "parked":
      return { text: "parked", style: "yellow" };
    case "nobody":
      return { text: "open, free", style: "dim" };
    default:
      return slot.holder satisfies never;
  }
}

export function holderWord(holder: HolderView): string {
  return holder.kind === "human" ? "you" : holder.kind;
}

/** The agent whose lease it is; in brackets while the person has the slot over it. */
export function agentWords(holder: HolderView): string {
  if (holder.kind === "agent" || holder.kind === "parked") return plain(holder.agent);
  return holder.kind === "human" && holder.over !== null ? `(${plain(holder.over)})` : "–";
}

/** How long the action has been running, or how long it took. */
export function elapsedWords(action: ActionView | null, now: number): string {
  return action ? duration((action.endedAt ?? now) - action.startedAt) : "–";
}

export function outcomeCell(action: ActionView | null): string {
  return action ? outcomeWord(action.outcome) : "–";
}

export function outcomeStyle(action: ActionView | null): Style | null {
  if (action?.outcome === "unknown") return "yellow";
  return action?.outcome === "failed" ? "red" : null;
}
