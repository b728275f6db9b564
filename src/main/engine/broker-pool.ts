import type { BrokerProcess, Brokers } from "./ports.ts";

/**
 * Keeps one broker loaded and unbound, so that its start (about half a second) is hidden. A broker is bound once;
 * the spare knows no slot, no token and no socket.
 */
export class BrokerPool {
  readonly #brokers: Brokers;
  #spare: BrokerProcess | null = null;
  #closed = false;

  constructor(brokers: Brokers) {
    this.#brokers = brokers;
  }

  /** Starts the spare if there is none. */
  warm(): void {
    if (this.#closed || this.#spare) return;
    const spare = this.#brokers.spawn();
    this.#spare = spare;
    void spare.exited.then(() => {
      if (this.#spare === spare) this.#spare = null;
    });
  }

  take(): BrokerProcess {
    const spare = this.#spare;
    this.#spare = null;
    return spare ?? this.#brokers.spawn();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#spare?.kill();
    await this.#spare?.exited;
  }
}
