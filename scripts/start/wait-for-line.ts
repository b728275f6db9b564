import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Child, Exit } from "./child.ts";

/** The process ended before it said what was waited for. */
export class EndedEarly extends Error {
  readonly exit: Exit;

  constructor(message: string, exit: Exit) {
    super(message);
    this.exit = exit;
  }
}

interface Waiting<Value> {
  readonly stream: Readable;
  /** @returns null for a line that isn't the one */
  read(line: string): Value | null;
  readonly limitMs: number;
  /** What did not happen, as a sentence. */
  readonly otherwise: string;
  readonly signal: AbortSignal;
}

/**
 * The first line for which `read` gives a value; lines go on being read afterwards, so that a full pipe never
 * stops the writer.
 * @throws EndedEarly when the process ended, Error with `otherwise` after the limit, AbortError by the signal
 */
export async function waitForLine<Value>(child: Child, waiting: Waiting<Value>): Promise<Value> {
  const { stream, read, limitMs, otherwise, signal } = waiting;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const aborted = () => reject(signal.reason);
  const timer = setTimeout(() => reject(new Error(otherwise)), limitMs);
  signal.addEventListener("abort", aborted);
  createInterface({ input: stream }).on("line", (line) => {
    const value = read(line);
    if (value !== null) resolve(value);
  });
  try {
    return await Promise.race([
      promise,
      child.exited.then((exit) => {
        throw new EndedEarly(otherwise, exit);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", aborted);
    promise.catch(() => undefined);
  }
}
