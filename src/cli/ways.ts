import { type ResolveWay, resolveWays } from "../core/slot/quarantine.ts";
import { UsageError } from "./usage.ts";

/** How a way out of quarantine is written on the command line: `mark-not-applied`. */
export function wayArgument(way: ResolveWay): string {
  return way.replaceAll("_", "-");
}

/** @throws UsageError for what is no way */
export function wayNamed(text: string | undefined): ResolveWay {
  const way = resolveWays.find((known) => wayArgument(known) === text);
  if (way) return way;
  const list = resolveWays.map(wayArgument).join(", ");
  throw new UsageError(
    text === undefined ? `resolve needs a way: ${list}` : `"${text}" is not a way; ways are: ${list}`,
  );
}
