import type { SlotView } from "../core/view/snapshot.ts";
import { lossWords } from "../core/view/target-words.ts";
import { type TargetRow, targetRows } from "../core/view/targets.ts";
import { duration } from "../core/view/words.ts";
import { operatorCalls } from "../shared/contract/operator.ts";
import { type Command, read } from "./arguments.ts";
import type { ControlClient } from "./control-client.ts";
import { type Output, plain } from "./output.ts";
import { type Column, table } from "./status/table.ts";
import { nothingMore, slotNamed, UsageError } from "./usage.ts";

/** `sessiondock targets [assign TARGET SLOT [--wipe] | forget TARGET --yes]`: which login has which slot (R14). */
export const targetsCommand: Command = (args, output) => {
  const { values, positionals } = read(args, { wipe: { type: "boolean" }, yes: { type: "boolean" } });
  const [what, ...rest] = positionals;
  switch (what) {
    case undefined:
      return async (client) => listText((await client.call(operatorCalls.snapshot, {})).slots, Date.now(), output);
    case "assign":
      return assign(rest, values["wipe"] === true);
    case "forget":
      return forget(rest, values["yes"] === true);
    default:
      throw new UsageError(`targets: "${what}" is not known; there are: assign TARGET SLOT, forget TARGET`);
  }
};

function assign(
  [target, number, ...rest]: readonly string[],
  wipe: boolean,
): (client: ControlClient) => Promise<string> {
  if (target === undefined || number === undefined) {
    throw new UsageError("targets assign needs a target and a slot, such as: targets assign shop-admin 3");
  }
  nothingMore(rest, "targets assign");
  const slot = slotNamed(number, "targets assign");
  return async (client) => plain((await client.call(operatorCalls.assignTarget, { target, slot, wipe })).said);
}

function forget([target, ...rest]: readonly string[], yes: boolean): (client: ControlClient) => Promise<string> {
  if (target === undefined) throw new UsageError("targets forget needs a target, such as: targets forget shop-admin");
  nothingMore(rest, "targets forget");
  return async (client) => {
    const { slots } = await client.call(operatorCalls.snapshot, {});
    const row = targetRows(slots).find((each) => each.target === target);
    if (!row) throw new UsageError(`targets forget: ${plain(target)} has no slot`);
    if (!yes) throw new UsageError(`${plain(lossWords(target, row.slot))} Confirm it with --yes`);
    return plain((await client.call(operatorCalls.forgetTarget, { target, slot: row.slot })).said);
  };
}

const heads: readonly Column[] = [
  { header: "TARGET", cut: "start" },
  { header: "SLOT", align: "right" },
  { header: "LAST USED" },
  { header: "STATE", cut: "end" },
  { header: "KEEPS IT BECAUSE", cut: "end" },
];

/** The targets that have a slot, the one that a new target would take first on top. */
export function listText(
  slots: readonly SlotView[],
  now: number,
  { paint, columns }: Pick<Output, "paint" | "columns">,
): string {
  const rows = targetRows(slots);
  if (rows.length === 0) return "No login target has a slot yet.";
  return table(
    heads,
    rows.map((row) => [
      { text: plain(row.target) },
      { text: String(row.slot) },
      { text: lastUsedWords(row, now) },
      { text: plain(row.state) },
      { text: row.keeps === null ? "–" : plain(row.keeps) },
    ]),
    columns,
    paint,
  ).trimEnd();
}

function lastUsedWords({ lastUsedAt }: TargetRow, now: number): string {
  return lastUsedAt === null ? "–" : `${duration(now - lastUsedAt)} ago`;
}
