/** What every bench is given. */
export interface BenchContext {
  /** How often the measured thing is done; null for the bench's own number. */
  readonly trials: number | null;
  readonly agents: number | null;
  /** Milliseconds that an agent pauses between two actions; null for the bench's own. */
  readonly pauseMs: number | null;
  /** Command line of another MCP server to compare with; null for the bench's own. */
  readonly peer: string | null;
  /** Window managers to measure under; null for the bench's own. */
  readonly managers: readonly string[] | null;
  /** Whatever is opened goes here: it is closed in reverse order, also after a failure, a signal, or a late end. */
  readonly stack: AsyncDisposableStack;
  progress(line: string): void;
}

export type Figure = number | string | boolean | null | readonly Figure[] | { readonly [name: string]: Figure };

export interface Bench {
  readonly name: string;
  readonly about: string;
  /** Seconds after which it is given up. */
  readonly limitSeconds: number;
  run(context: BenchContext): Promise<Readonly<Record<string, Figure>>>;
}
