import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import {
  type CancellationToken,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  SocketMessageReader,
  SocketMessageWriter,
} from "vscode-jsonrpc/node";
import { resolvePaths } from "../../src/main/adapters/system/paths.ts";
import { DockError } from "../../src/shared/errors.ts";

export interface Received {
  readonly method: string;
  readonly params: unknown;
  /** Which connection it came over, counted from 0. */
  readonly connection: number;
}

export interface Conversation {
  readonly notify: (method: string, params: unknown) => Promise<void>;
  /** Ends the connection as a crash would, without an answer. */
  readonly drop: () => void;
  readonly cancelled: Promise<void>;
}

export type Handler = (params: unknown, conversation: Conversation) => unknown;

export const goodToken = "token-of-this-start";

/**
 * The other end of the control socket: a real Unix socket that answers what a test tells it to, and remembers
 * what it was asked.
 */
export class FakeControlRoom implements AsyncDisposable {
  readonly received: Received[] = [];
  connections = 0;
  readonly #handlers = new Map<string, Handler>();
  readonly #waiting: { readonly matches: (seen: Received) => boolean; readonly resolve: (seen: Received) => void }[] =
    [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => this.#accept(socket));
    this.on("operator/hello", (params) => withToken(params, { version: "0.0.0-fake" }));
    this.on("agent/hello", (params) => withToken(params, { session: "session-1" }));
    this.on("agent/goodbye", () => ({ done: true }));
  }

  static async open(home: string): Promise<FakeControlRoom> {
    const room = new FakeControlRoom();
    const paths = resolvePaths({ SESSIONDOCK_HOME: home });
    mkdirSync(paths.run, { recursive: true, mode: 0o700 });
    rmSync(paths.controlSocket, { force: true });
    writeFileSync(paths.controlToken, goodToken, { mode: 0o600 });
    const { promise, resolve } = Promise.withResolvers<void>();
    room.#server.listen(paths.controlSocket, resolve);
    await promise;
    return room;
  }

  on(method: string, handler: Handler): this {
    this.#handlers.set(method, handler);
    return this;
  }

  callsOf(method: string): Received[] {
    return this.received.filter((seen) => seen.method === method);
  }

  /** The first call of that name, which may have come already. */
  next(method: string): Promise<Received> {
    const before = this.received.find((seen) => seen.method === method);
    if (before) return Promise.resolve(before);
    const { promise, resolve } = Promise.withResolvers<Received>();
    this.#waiting.push({ matches: (seen) => seen.method === method, resolve });
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    await promise;
  }

  #accept(socket: Socket): void {
    const number = this.connections;
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
    connection.onClose(() => connection.dispose());
    connection.onRequest((method: string, params: unknown, token: CancellationToken) => {
      this.#remember({ method, params, connection: number });
      return this.#answer(method, params, conversationOn(connection, socket, token));
    });
    connection.listen();
  }

  #remember(seen: Received): void {
    this.received.push(seen);
    for (const waiter of this.#waiting) if (waiter.matches(seen)) waiter.resolve(seen);
  }

  async #answer(method: string, params: unknown, conversation: Conversation): Promise<unknown> {
    const handler = this.#handlers.get(method);
    if (!handler) return new ResponseError(-32601, `Unhandled method ${method}`);
    try {
      return await handler(params, conversation);
    } catch (thrown) {
      if (!(thrown instanceof DockError)) throw thrown;
      return new ResponseError(-32000, thrown.message, thrown.body());
    }
  }
}

function conversationOn(connection: MessageConnection, socket: Socket, token: CancellationToken): Conversation {
  const cancelled = Promise.withResolvers<void>();
  token.onCancellationRequested(() => cancelled.resolve());
  return {
    notify: (method, params) => connection.sendNotification(method, params),
    drop: () => socket.destroy(),
    cancelled: cancelled.promise,
  };
}

function withToken<Answer>(params: unknown, answer: Answer): Answer {
  const token = typeof params === "object" && params !== null && "token" in params ? params.token : undefined;
  if (token !== goodToken) throw new DockError("TOKEN_INVALID", "the token is not the one of this start");
  return answer;
}
