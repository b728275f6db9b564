import { WebSocket } from "ws";

/**
 * The DevTools commands with which Playwright makes something happen in a page or a browser. Everything else that it
 * sends looks, waits, scrolls or sets up its own session.
 */
const effective =
  /^(Input\.|Page\.(navigate|navigateToHistoryEntry|reload|close|handleJavaScriptDialog)$|DOM\.setFileInputFiles$|Target\.(createTarget|closeTarget)$)/;

/** Commands that run script in a page: what they do there is not visible on the wire. */
const scripted = /^Runtime\.(callFunctionOn|evaluate)$/;

/** A place in what was written to Chrome. */
export interface Mark {
  readonly effects: number;
  readonly id: number;
}

/**
 * The connection to the leased endpoint, as a transport for Playwright. It sits below Playwright because only here can
 * be known what was really written to Chrome: that is what `not_sent` rests on (R6), instead of on the text of an error.
 */
export class Wire {
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readonly #socket: WebSocket;
  readonly #scripts = new Set<number>();
  #effects = 0;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#receive(String(data)));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    socket.on("close", (_code, reason) => {
      resolve();
      this.onclose?.(String(reason));
    });
    // "close" follows every "error".
    socket.on("error", () => undefined);
  }

  /**
   * @param endpoint `ws:` or `ws+unix:` address
   * @param token sent as `Authorization: Bearer`
   * @throws Error that says why the endpoint refused
   */
  static connect(endpoint: string, token: string): Promise<Wire> {
    const socket = new WebSocket(endpoint, {
      headers: { Authorization: `Bearer ${token}` },
      // A local socket: compressing would only cost time.
      perMessageDeflate: false,
      maxPayload: 256 * 1024 * 1024,
      // Playwright relies on each message having an event loop turn of its own.
      allowSynchronousEvents: false,
    });
    return new Promise((resolve, reject) => {
      socket.once("open", () => resolve(new Wire(socket)));
      socket.once("error", reject);
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Asked for by Playwright; the socket is open before Playwright gets it. */
  open(): void {}

  send(message: object): void {
    if (!this.isOpen) return;
    if ("id" in message && typeof message.id === "number") {
      this.#lastId = Math.max(this.#lastId, message.id);
      if ("method" in message && typeof message.method === "string") this.#note(message.id, message.method);
    }
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }

  mark(): Mark {
    return { effects: this.#effects, id: this.#lastId };
  }

  /** Whether a command that can have an effect was written since. */
  wroteSince(mark: Mark): boolean {
    return this.#effects > mark.effects;
  }

  /** Whether script that was started since has not ended, and so may still do something in the page (R2). */
  runsSince(mark: Mark): boolean {
    return [...this.#scripts].some((id) => id > mark.id);
  }

  #note(id: number, method: string): void {
    if (effective.test(method)) this.#effects++;
    if (scripted.test(method)) this.#scripts.add(id);
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (typeof message !== "object" || message === null) return;
    if ("id" in message && typeof message.id === "number") this.#scripts.delete(message.id);
    this.onmessage?.(message);
  }
}
