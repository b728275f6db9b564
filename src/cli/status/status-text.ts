import { homedir } from "node:os";
import { waitingSentence } from "../../core/view/config-words.ts";
import { clocksSentence } from "../../core/view/liveness-words.ts";
import type { SlotView, Snapshot, WaiterView } from "../../core/view/snapshot.ts";
import { undeclaredConflicts } from "../../core/view/wait-words.ts";
import { duration } from "../../core/view/words.ts";
import { type Output, type Paint, plain } from "../output.ts";
import { loginLines } from "./login-lines.ts";
import { attentionLines, helpLines, parkedLines, quarantineLines, unresolvedLines } from "./need-lines.ts";
import { roomLines } from "./room-lines.ts";
import { agentWords, elapsedWords, holderWord, outcomeCell, outcomeStyle, stateWords } from "./slot-cells.ts";
import { type Cell, type Column, table } from "./table.ts";
import { windowLines } from "./wall-lines.ts";

/** The snapshot for reading: the room, the slots, what needs the person, the queue, the problems. */
export function statusText(
  snapshot: Snapshot,
  now: number,
  { paint, columns }: Pick<Output, "paint" | "columns">,
): string {
  const used = snapshot.slots.filter((slot) => !isUnused(slot));
  const parts = [
    roomLines(snapshot.room, now, paint),
    used.length === 0
      ? "No slot is in use.\n"
      : table(
          heads,
          used.map((slot) => row(slot, now)),
          columns,
          paint,
        ),
    unusedLine(snapshot.slots.filter(isUnused), paint),
    section("Agents", clockLines(used, now), paint),
    section("Needs you", attentionLines(snapshot, now), paint),
    section(
      "In quarantine",
      snapshot.slots.flatMap((slot) => quarantineLines(slot, now)),
      paint,
    ),
    section("Asks for you", snapshot.slots.flatMap(helpLines), paint),
    section("Parked", snapshot.slots.flatMap(parkedLines), paint),
    section("Outcomes not cleared up", snapshot.slots.flatMap(unresolvedLines), paint),
    section(
      "Logins",
      snapshot.slots.flatMap((slot) => loginLines(slot, now)),
      paint,
    ),
    section("Windows", windowLines(snapshot.slots, snapshot.room), paint),
    section(`Queue (${snapshot.queue.length})`, queueLines(snapshot, now), paint),
    section("Problems", problems(snapshot), paint),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

const heads: readonly Column[] = [
  { header: "SLOT", align: "right" },
  { header: "STATE", cut: "end" },
  { header: "HOLDER" },
  { header: "EPOCH", align: "right" },
  { header: "TARGET", cut: "start" },
  { header: "AGENT", cut: "end" },
  { header: "ACTION", cut: "end" },
  { header: "ELAPSED", align: "right" },
  { header: "OUTCOME" },
];

function row(slot: SlotView, now: number): readonly Cell[] {
  // An action that has ended is still the last thing that is known of the website (R3).
  const action = slot.action ?? slot.lastMutation;
  return [
    { text: String(slot.slot) },
    stateWords(slot),
    { text: holderWord(slot.holder) },
    { text: String(slot.epoch) },
    { text: slot.target === null ? "–" : withTilde(plain(slot.target)) },
    { text: agentWords(slot.holder) },
    { text: action ? plain(action.summary) : "–" },
    { text: elapsedWords(action, now) },
    { text: outcomeCell(action), style: outcomeStyle(action) },
  ];
}

/** Nothing to see: no window, no holder and no login that would have to be kept. */
function isUnused(slot: SlotView): boolean {
  const asksNothing = slot.quarantine.length === 0 && slot.unresolved.length === 0 && slot.needsYou === null;
  return slot.life.kind === "empty" && slot.holder.kind === "nobody" && slot.target === null && asksNothing;
}

/** R16: the two clocks of each agent. */
function clockLines(slots: readonly SlotView[], now: number): readonly string[] {
  return slots.flatMap((slot) => {
    const sentence = clocksSentence(slot, now);
    return sentence === null ? [] : [`Slot ${slot.slot}: ${agentWords(slot.holder)}. ${sentence}`];
  });
}

function unusedLine(unused: readonly SlotView[], paint: Paint): string {
  if (unused.length === 0) return "";
  return `${paint("dim", `Not in use yet: ${ranges(unused.map((slot) => slot.slot))}`)}\n`;
}

/** `[1, 2, 3, 7]` as `1–3, 7`. */
export function ranges(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.last + 1 === number) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

function queueLines({ queue }: Snapshot, now: number): string[] {
  const note = queue.some(({ code }) => code === "conflict_key") ? [undeclaredConflicts] : [];
  return [...queue.map((waiter) => waiterLine(waiter, now)), ...note];
}

function waiterLine(waiter: WaiterView, now: number): string {
  return `${waiter.position}. ${plain(waiter.agent)} for ${withTilde(plain(waiter.target))}, waiting ${duration(now - waiter.since)}: ${plain(waiter.sentence)}`;
}

function problems({ room, slots }: Snapshot): string[] {
  const waiting = waitingSentence(room.configWaits);
  return [
    ...(waiting === null ? [] : [`The configuration has changed. ${plain(waiting)}`]),
    ...room.problems.map(
      (problem) => `${problem.code}: ${plain(problem.message)}\n  What to do: ${plain(problem.hint)}`,
    ),
    ...slots.flatMap((slot) => slot.warnings.map((warning) => `Slot ${slot.slot}: ${plain(warning)}`)),
  ];
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  return lines.length === 0 ? "" : `${paint("bold", title)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function withTilde(path: string): string {
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
