import type { AttentionView, ReceiptView, SlotView } from "../../core/view/snapshot.ts";
import { helpSentence, parkedSentence, quarantineWord, stepTime } from "../../core/view/words.ts";

/** One reason why a slot needs the person. The kind is drawn as an icon and a colour. */
export interface Need {
  readonly kind: "quarantine" | "help" | "parked" | "other";
  readonly text: string;
}

/** Why this slot needs the person, the most urgent first (R7: quarantine always does). */
export function needsOf(slot: SlotView): readonly Need[] {
  const { quarantine, help, holder, needsYou } = slot;
  const needs: Need[] = [];
  if (quarantine.length > 0) {
    needs.push({
      kind: "quarantine",
      text: `in quarantine: ${quarantine.map(({ code }) => quarantineWord(code)).join("; ")}`,
    });
  }
  if (help !== null) needs.push({ kind: "help", text: helpSentence(help) });
  if (holder.kind === "parked") needs.push({ kind: "parked", text: parkedSentence(holder) });
  // The control room's own sentence says the same of the kinds above, in general words.
  return needs.length === 0 && needsYou !== null ? [{ kind: "other", text: needsYou }] : needs;
}

/** `2 outcomes are not cleared up`; null where all are. */
export function unresolvedWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? "1 outcome is not cleared up" : `${count} outcomes are not cleared up`;
}

/** The slot after the selected one in the order of urgency, from the start again at the end; null when none is left. */
export function nextNeed(attention: readonly AttentionView[], selected: number | null): number | null {
  const slots = [...new Set(attention.map(({ slot }) => slot))];
  const position = selected === null ? -1 : slots.indexOf(selected);
  return slots[position + 1] ?? slots[0] ?? null;
}

/** How many slots wait for the person. */
export function attentionWords(count: number): string {
  if (count === 0) return "No slot needs you";
  return count === 1 ? "1 needs you" : `${count} need you`;
}

/** The receipt in one line for a card: what was observed so far, never what will be. */
export function receiptLine(receipt: ReceiptView): string {
  const timeOf = (name: "fence" | "broker_exit"): string | null => {
    const step = receipt.steps.find((each) => each.step === name);
    return step ? stepTime(step.at, receipt) : null;
  };
  const exit = timeOf("broker_exit");
  return `Fenced ${timeOf("fence") ?? "not observed"}${exit === null ? "" : ` · broker exit ${exit}`}`;
}
