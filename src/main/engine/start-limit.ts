/**
 * Lets only so many slots start at once. Ten Chromes and brokers that start together on a few cores slow each other
 * down until all are late; in turn, the first agents work while the last ones still start.
 */
export class StartLimit {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<Value>(start: () => Promise<Value>): Promise<Value> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await start();
    } finally {
      // Handed on without being given back in between, so that a newcomer can't slip in as one too many.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
