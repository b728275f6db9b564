import type { Readable, Writable } from "node:stream";
import { z } from "zod";

const message = z.looseObject({
  id: z.number().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

export type DevToolsMessage = z.output<typeof message>;

export interface DevToolsEvent {
  readonly sessionId: string | undefined;
  readonly method: string;
  readonly params: unknown;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** The private DevTools connection of one Chromium: JSON messages that end with a NUL, on its fds 3 and 4. */
export class DevToolsPipe {
  readonly #toBrowser: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: DevToolsEvent) => void>();
  readonly #closeListeners = new Set<(reason: Error) => void>();
  readonly #takers = new Set<(message: DevToolsMessage) => boolean>();
  #lastId = 0;
  #closed = false;
  #partial: Buffer[] = [];

  constructor(toBrowser: Writable, fromBrowser: Readable) {
    this.#toBrowser = toBrowser;
    fromBrowser.on("data", (chunk: Buffer) => this.#read(chunk));
    for (const stream of [toBrowser, fromBrowser]) {
      // Chromium may be gone before our write gets there; its exit is told by the process.
      stream.on("error", () => this.close());
      stream.on("close", () => this.close());
    }
  }

  /** @throws Error when Chromium refuses the command or the pipe is closed before it answers */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++this.#lastId;
    if (this.#closed) reject(new Error(`${method}: the window is closed`));
    else {
      this.#waiting.set(id, { resolve, reject });
      this.write({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) });
    }
    return promise;
  }

  write(whole: DevToolsMessage): void {
    if (!this.#closed) this.#toBrowser.write(`${JSON.stringify(whole)}\0`);
  }

  onEvent(listener: (event: DevToolsEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The first event that matches. @throws Error when the pipe is closed before it comes */
  event(matches: (event: DevToolsEvent) => boolean): Promise<DevToolsEvent> {
    const { promise, resolve, reject } = Promise.withResolvers<DevToolsEvent>();
    const off = this.onEvent((event) => {
      if (matches(event)) resolve(event);
    });
    if (this.#closed) reject(new Error("the window is closed"));
    this.#closeListeners.add(reject);
    const forget = () => {
      off();
      this.#closeListeners.delete(reject);
    };
    promise.then(forget, forget);
    return promise;
  }

  /** @param taker sees each message first and returns true to keep it from everybody else */
  onRaw(taker: (message: DevToolsMessage) => boolean): () => void {
    this.#takers.add(taker);
    return () => this.#takers.delete(taker);
  }

  /** Chromium closes itself when its pipe is closed. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#toBrowser.destroy();
    const reason = new Error("the window was closed");
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    for (const reject of this.#closeListeners) reject(reason);
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#partial.push(chunk.subarray(start, end));
      const whole = Buffer.concat(this.#partial).toString();
      this.#partial = [];
      start = end + 1;
      this.#dispatch(message.parse(JSON.parse(whole)));
    }
    if (start < chunk.length) this.#partial.push(chunk.subarray(start));
  }

  #dispatch(received: DevToolsMessage): void {
    for (const take of this.#takers) if (take(received)) return;
    const { id, sessionId, method, params, result, error } = received;
    if (method !== undefined) {
      for (const listener of this.#listeners) listener({ sessionId, method, params });
      return;
    }
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
