import type { Envelope } from "./envelope.ts";
import { isRecord, parseMessage, textOf } from "./messages.ts";

/** One listener, and the events that it is for: the others of a busy page are not even parsed. */
interface Listener {
  readonly methods: ReadonlySet<string>;
  hear(method: string, params: Readonly<Record<string, unknown>>, sessionId: string | null): void;
}

type Settle = { resolve(result: Readonly<Record<string, unknown>>): void; reject(error: Error): void };

/**
 * The control room's own conversation with a Chrome: commands of its own, on the root session and on sessions
 * that it attached itself. Nothing of a lease passes here.
 */
export class RoomChannel {
  readonly #write: (message: string) => void;
  readonly #waiting = new Map<number, Settle>();
  #listeners: readonly Listener[] = [];
  #nextId = 1;
  #closed: Error | null = null;

  constructor(write: (message: string) => void) {
    this.#write = write;
  }

  /** @throws Error with Chrome's own message, or that the connection is closed */
  command(method: string, params: object = {}, sessionId?: string): Promise<Readonly<Record<string, unknown>>> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#write(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    });
  }

  /** @returns a function that ends the listening */
  onEvent(methods: Iterable<string>, hear: Listener["hear"]): () => void {
    const listener = { methods: new Set(methods), hear };
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }

  receive(message: Buffer, envelope: Envelope): void {
    const { id, method, sessionId } = envelope;
    if (id !== null) {
      this.#settle(id, parseMessage(message));
      return;
    }
    const listeners = this.#listeners.filter(({ methods }) => method !== null && methods.has(method));
    if (method === null || listeners.length === 0) return;
    const body = parseMessage(message);
    const params = isRecord(body["params"]) ? body["params"] : {};
    for (const listener of listeners) listener.hear(method, params, sessionId);
  }

  close(reason: string): void {
    this.#closed = new Error(reason);
    for (const { reject } of this.#waiting.values()) reject(this.#closed);
    this.#waiting.clear();
  }

  #settle(id: number, body: Readonly<Record<string, unknown>>): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    const error = body["error"];
    if (isRecord(error)) waiting.reject(new Error(textOf(error, "message") ?? "Chrome refused the command"));
    else waiting.resolve(isRecord(body["result"]) ? body["result"] : {});
  }
}
