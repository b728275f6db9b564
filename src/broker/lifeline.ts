import type { ErrorCode } from "../shared/errors.ts";

/** Why a broker has to end. */
export interface Cut {
  /** As the reason for what could not be finished: `control changed`. */
  readonly reason: string;
  readonly code: ErrorCode;
  /** The same as a sentence, for an error. */
  readonly message: string;
}

export const controlChanged: Cut = {
  reason: "control changed",
  code: "EPOCH_STALE",
  message: "Control of this slot has changed.",
};

export const connectionEnded: Cut = {
  reason: "the connection to Chrome ended",
  code: "BROKER_LOST",
  message: "The connection to this slot's Chrome ended.",
};

/**
 * Whether this broker still has control of its Chrome.
 *
 * ```
 *   held ──announce──▶ ending ──sever──▶ severed
 *     └──────────────sever────────────────▲
 * ```
 */
export class Lifeline {
  /** Resolves when nothing is waited for any more: what is known has to be said now. */
  readonly severed: Promise<void>;
  readonly #sever: () => void;
  #cut: Cut | undefined;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.severed = promise;
    this.#sever = resolve;
  }

  /** Why it ends, from the first moment on in which that is known. */
  get cut(): Cut | undefined {
    return this.#cut;
  }

  /** Nothing new may begin, and whatever fails from now on fails because of this. */
  announce(cut: Cut): void {
    this.#cut ??= cut;
  }

  sever(cut: Cut): void {
    this.announce(cut);
    this.#sever();
  }
}
