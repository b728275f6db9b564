/**
 * Share of an action's time that is kept for saying how it ended (title, tabs, snapshot), in milliseconds at the most.
 * Without it an action that used up its time waiting for the site could no longer report what it saw.
 */
const closingMs = 1_500;

/** The time that one action has. All values are milliseconds. */
export class Deadline {
  readonly #start = performance.now();
  readonly #totalMs: number;

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
  }

  elapsed(): number {
    return Math.round(performance.now() - this.#start);
  }

  /** Until the result has to be sent. */
  remaining(): number {
    return Math.max(0, this.#totalMs - (performance.now() - this.#start));
  }

  /** Until the action itself has to end, so that the rest can be told. Never 0, which Playwright reads as "no limit". */
  working(): number {
    return Math.max(1, Math.floor(this.remaining() - Math.min(closingMs, this.#totalMs / 4)));
  }
}

export type Within<T> = { readonly inTime: true; readonly value: T } | { readonly inTime: false };

/** Waits for `work`, at most `ms` milliseconds. Work that is late goes on by itself; its failure is nobody's then. */
export async function within<T>(work: Promise<T>, ms: number): Promise<Within<T>> {
  const { promise: late, resolve } = Promise.withResolvers<Within<T>>();
  const timer = setTimeout(() => resolve({ inTime: false }), ms);
  try {
    return await Promise.race([work.then((value): Within<T> => ({ inTime: true, value })), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same for something that may be left out: `undefined` if it was late or failed. */
export async function unlessLate<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const result = await within(
    work.catch(() => undefined),
    ms,
  );
  return result.inTime ? result.value : undefined;
}

/** `310 ms`, `10 s` */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Number((ms / 1_000).toFixed(1))} s`;
}
