import type { WallMode } from "../core/view/snapshot.ts";
import { placedSentence, wallWords } from "../core/view/wall-words.ts";
import { foregroundSentence } from "../core/view/window-words.ts";
import { type OperatorInput, operatorCalls } from "../shared/contract/operator.ts";
import { type Command, read, text } from "./arguments.ts";
import { wallText } from "./status/wall-lines.ts";
import { nothingMore, slotNamed, slotNumber, UsageError } from "./usage.ts";

/** `sessiondock wall [grid | pages [N] | large [SLOT]]`: how the windows are laid out, or how they shall be (R20). */
export const wallCommand: Command = (args, output) => {
  const [name, ...rest] = read(args).positionals;
  if (name === undefined) {
    return async (client) => {
      const { room } = await client.call(operatorCalls.snapshot, {});
      return wallText(room, Date.now(), output.paint);
    };
  }
  const change = changeNamed(name, rest);
  return async (client) => {
    const { windows, wall } = await client.call(operatorCalls.setWall, change);
    return `Wall: ${wallWords(wall)}. ${placedSentence(windows)}`;
  };
};

/** `sessiondock foreground N [--to front|cell]`: the other one of the two where none is named. */
export const foregroundCommand: Command = (args) => {
  const { values, positionals } = read(args, { to: { type: "string" } });
  const slot = slotNumber(positionals, "foreground");
  const to = placeNamed(text(values["to"]));
  return async (client) => foregroundSentence(slot, await client.call(operatorCalls.foreground, { slot, to }));
};

export const arrangeCommand: Command = (args) => {
  nothingMore(read(args).positionals, "arrange");
  return async (client) => placedSentence((await client.call(operatorCalls.arrange, {})).windows);
};

function changeNamed(name: string, [number, ...rest]: readonly string[]): OperatorInput<"setWall"> {
  const mode = modeNamed(name);
  nothingMore(mode === "grid" && number !== undefined ? [number] : rest, `wall ${mode}`);
  if (mode === "grid" || number === undefined) return { mode };
  return mode === "pages" ? { mode, page: pageNamed(number) } : { mode, large: slotNamed(number, "wall large") };
}

function modeNamed(name: string): WallMode {
  if (name === "grid" || name === "pages" || name === "large") return name;
  throw new UsageError(`wall: "${name}" is no way to lay windows out; there are: grid, pages [N], large [SLOT]`);
}

function pageNamed(number: string): number {
  const page = Number(number);
  if (/^\d{1,3}$/.test(number) && page >= 1 && page <= 100) return page;
  throw new UsageError(`wall pages: "${number}" is not a page; pages are numbered from 1`);
}

function placeNamed(name: string | undefined): "front" | "cell" | undefined {
  if (name === undefined || name === "front" || name === "cell") return name;
  throw new UsageError(`foreground: --to takes front or cell, and not "${name}"`);
}
