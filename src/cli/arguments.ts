import { type ParseArgsConfig, parseArgs } from "node:util";
import type { ControlClient } from "./control-client.ts";
import type { Output } from "./output.ts";
import { UsageError } from "./usage.ts";

/** What a command asks the control room for, and the sentence that tells the answer. */
export type Request = (client: ControlClient) => Promise<string>;

/** Reads the arguments of one command. @throws UsageError, or what `parseArgs` throws */
export type Command = (args: readonly string[], output: Output) => Request;

export function read(args: readonly string[], options: NonNullable<ParseArgsConfig["options"]> = {}) {
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
}

/** The option that says which state of a slot a command is meant for (R12). */
export const epochOption = { epoch: { type: "string" } } as const;

/** @throws UsageError unless it is absent or a whole number */
export function epochNamed(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && /^\d{1,15}$/.test(value)) return Number(value);
  throw new UsageError(`--epoch takes the number that status shows, and not "${String(value)}"`);
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
