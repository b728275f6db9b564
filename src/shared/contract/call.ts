import type { z } from "zod";
import { DockError } from "../errors.ts";

/** One call across a process boundary: its name, and the schema of what goes in and what comes out. */
export interface Call<Name extends string, Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: Name;
  readonly input: Input;
  readonly output: Output;
}

export function defineCall<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  name: Name,
  input: Input,
  output: Output,
): Call<Name, Input, Output> {
  return { name, input, output };
}

/**
 * Parses what came from another process.
 * @throws DockError `ARGUMENTS_INVALID` that names each wrong field
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".") || "(the whole)"}: ${issue.message}`);
  throw new DockError("ARGUMENTS_INVALID", `${where}: ${faults.join("; ")}`);
}

/** Answers one call: parses what came in, then runs. @throws DockError `ARGUMENTS_INVALID`, and what `run` throws */
export type Handler = (raw: unknown, arrivedAt: number) => Promise<unknown>;

export function answering<Name extends string, Input extends z.ZodType, Output extends z.ZodType>(
  call: Call<Name, Input, Output>,
  run: (input: z.output<Input>, arrivedAt: number) => Promise<z.output<Output>>,
): Handler {
  return async (raw, arrivedAt) => run(parseInput(call.input, raw, call.name), arrivedAt);
}
