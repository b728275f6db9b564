import type { QuarantineView, SlotView, Snapshot } from "../../core/view/snapshot.ts";
import { duration, helpSentence, parkedSentence, quarantineWord, wayWords } from "../../core/view/words.ts";
import { plain } from "../output.ts";
import { wayArgument } from "../ways.ts";
import { actionLines } from "./action-lines.ts";
import { agentWords } from "./slot-cells.ts";

/** What waits for the person, the most urgent first, as the window's strip has it. */
export function attentionLines({ attention }: Snapshot, now: number): readonly string[] {
  return attention.map(({ slot, since, text }) => `Slot ${slot}: ${plain(text)} (for ${duration(now - since)})`);
}

/** R7: every reason with what is known and what comes next, then the ways that are open. */
export function quarantineLines({ quarantine, slot, check }: SlotView, now: number): readonly string[] {
  const open = [...new Set(quarantine.flatMap(({ ways }) => ways))];
  return [
    ...quarantine.flatMap((reason) => reasonLines(reason, slot, now)),
    ...open.map((way) => {
      const looksFor = way === "run_check" && check !== null ? ` It looks for: ${plain(check)}` : "";
      return `  sessiondock resolve ${slot} ${wayArgument(way).padEnd(longestWay)}  ${wayWords(way).when}${looksFor}`;
    }),
  ];
}

function reasonLines({ actionIds, code, known, next, since }: QuarantineView, slot: number, now: number): string[] {
  return [
    `Slot ${slot}: ${quarantineWord(code)}, for ${duration(now - since)}`,
    `  Known: ${plain(known)}`,
    ...(actionIds.length === 0 ? [] : [`  Actions: ${actionIds.map(plain).join(", ")}`]),
    `  Next: ${plain(next)}`,
  ];
}

export function helpLines(slot: SlotView): readonly string[] {
  return slot.help === null ? [] : [`Slot ${slot.slot}: ${agentWords(slot.holder)} ${plain(helpSentence(slot.help))}`];
}

export function parkedLines({ holder, slot }: SlotView): readonly string[] {
  if (holder.kind !== "parked") return [];
  const back = holder.isBack ? [`  sessiondock unpark ${slot}     gives it back to ${plain(holder.agent)}`] : [];
  return [
    `Slot ${slot}: ${plain(parkedSentence(holder))}`,
    ...back,
    `  sessiondock release ${slot}    ends the lease`,
    `  sessiondock take-over ${slot}  you go on by yourself`,
  ];
}

/** Outcomes that nobody has cleared up yet, oldest first. */
export function unresolvedLines({ slot, unresolved }: SlotView): readonly string[] {
  return unresolved.flatMap((action) => {
    const [first, ...rest] = actionLines(action);
    return [`Slot ${slot}: ${first ?? ""}`, ...rest];
  });
}

const longestWay = "mark-not-applied".length;
