import type { BrokerProcess, Brokers, Clock } from "./ports.ts";
import { budgets } from "./room.ts";
import { within } from "./within.ts";

/**
 * Keeps one broker loaded and unbound, so that its start (about half a second) is hidden. A broker is bound once;
 * the spare knows no slot, no token and no socket.
 */
export class BrokerPool {
  readonly #brokers: Brokers;
  readonly #clock: Clock;
  #spare: BrokerProcess | null = null;
  #closed = false;

  constructor(brokers: Brokers, clock: Clock) {
    this.#brokers = brokers;
    this.#clock = clock;
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
    const spare = this.#spare;
    if (!spare) return;
    spare.kill();
    // It was lent nothing; one that does not die must not keep the control room from ending.
    await within(this.#clock, budgets.brokerExit, spare.exited);
  }
}
