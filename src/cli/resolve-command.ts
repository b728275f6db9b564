import { quarantineWord } from "../core/view/words.ts";
import { operatorCalls } from "../shared/contract/operator.ts";
import { type Command, epochNamed, epochOption, read, text } from "./arguments.ts";
import { plain } from "./output.ts";
import { nothingMore, slotNumber, UsageError } from "./usage.ts";
import { wayArgument, wayNamed } from "./ways.ts";

/** `sessiondock resolve N WAY [--action ID] [--why TEXT] [--epoch N] [--yes]`: the person's decision about what is unclear (R7). */
export const resolveCommand: Command = (args) => {
  const { values, positionals } = read(args, {
    why: { type: "string" },
    action: { type: "string" },
    yes: { type: "boolean" },
    ...epochOption,
  });
  const [number, name, ...rest] = positionals;
  const slot = slotNumber(number === undefined ? [] : [number], "resolve");
  const way = wayNamed(name);
  const epoch = epochNamed(values["epoch"]);
  nothingMore(rest, "resolve");
  if (way === "discard" && values["yes"] !== true) {
    throw new UsageError(
      `${wayArgument(way)} wipes profile, logins, downloads and uploads of slot ${slot}; confirm it with --yes`,
    );
  }
  return async (client) => {
    const { said, left } = await client.call(operatorCalls.resolve, {
      slot,
      epoch,
      way,
      why: text(values["why"]),
      action: text(values["action"]),
    });
    if (left.length === 0) return plain(said);
    const stays = left.map(({ code }) => quarantineWord(code)).join("; ");
    return `${plain(said)}\nSlot ${slot} stays in quarantine: ${stays}.`;
  };
};
