import { type ParseArgsConfig, parseArgs } from "node:util";
import type { ControlClient } from "./control-client.ts";
import type { Output } from "./output.ts";

/** What a command asks the control room for, and the sentence that tells the answer. */
export type Request = (client: ControlClient) => Promise<string>;

/** Reads the arguments of one command. @throws UsageError, or what `parseArgs` throws */
export type Command = (args: readonly string[], output: Output) => Request;

export function read(args: readonly string[], options: NonNullable<ParseArgsConfig["options"]> = {}) {
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
