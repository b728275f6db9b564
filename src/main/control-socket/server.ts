import { timingSafeEqual } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from "vscode-jsonrpc/node";
import { agentCalls } from "../../shared/contract/agent.ts";
import { parseInput } from "../../shared/contract/call.ts";
import { operatorHello } from "../../shared/contract/hello.ts";
import { DockError } from "../../shared/errors.ts";
import type { ControlRoom } from "../control-room.ts";
import { askPresence, serveAgent } from "./agent-connection.ts";
import { answer, failure } from "./answer.ts";
import { serveOperator } from "./operator-connection.ts";

export interface ControlSocket {
  close(): void;
}

export interface ControlSocketOptions {
  readonly path: string;
  readonly token: string;
  readonly version: string;
  readonly log: (line: string, detail?: unknown) => void;
}

/**
 * The way in for wrappers and the operator's command line: JSON-RPC on a Unix socket (0600, in a directory of mode
 * 0700) or a named pipe. A connection shows the token once and is an agent's or an operator's from then on.
 */
export async function openControlSocket(room: ControlRoom, options: ControlSocketOptions): Promise<ControlSocket> {
  const sockets = new Set<Socket>();
  const state = { closing: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    serve(socket, room, options, state);
  });
  rmSync(options.path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.path, () => resolve());
  });
  if (process.platform !== "win32") chmodSync(options.path, 0o600);
  return {
    close: () => {
      state.closing = true;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function serve(
  socket: Socket,
  room: ControlRoom,
  options: ControlSocketOptions,
  state: { readonly closing: boolean },
): void {
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  connection.onError(([error]) => {
    // An answer to a client that has just hung up is no fault of anybody's.
    if (!hasHungUp(error)) options.log(`a client of the control socket sent something else: ${error.message}`);
    socket.destroy();
  });
  socket.on("error", () => {});
  let greeted = false;

  /** The first call decides who this is; there is no second one. */
  const greet = (token: string) => {
    if (greeted) throw new DockError("NOT_ALLOWED", "This connection has said hello already.");
    if (!matches(token, options.token))
      throw new DockError("TOKEN_INVALID", "The token is not that of this control room.");
    greeted = true;
  };

  answer(connection, operatorHello.name, async (raw) => {
    const { token } = parseInput(operatorHello.input, raw, operatorHello.name);
    greet(token);
    serveOperator(connection, room);
    return { version: options.version };
  });
  answer(connection, agentCalls.hello.name, async (raw) => {
    const { token, agent, target } = parseInput(agentCalls.hello.input, raw, agentCalls.hello.name);
    greet(token);
    // What a client had sent is still handled after it has gone, and then nobody would end its session (R44).
    if (socket.destroyed) throw new DockError("LEASE_ENDED", "The client has gone.");
    const session = room.agents.hello(agent, target, () => askPresence(connection));
    serveAgent(connection, room.agents, session);
    socket.once("close", () => {
      // A control room that closes ends the leases itself: its agents have not vanished, they were hung up on.
      if (!state.closing) room.agents.goodbye(session, "vanished");
    });
    return { session: session.id };
  });
  connection.onRequest((method: string) => {
    const code = greeted ? "CALL_UNKNOWN" : "NOT_ALLOWED";
    return failure(new DockError(code, `${method} is not open to this connection.`));
  });
  connection.listen();
}

function hasHungUp(error: Error): boolean {
  return "code" in error && ["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"].includes(String(error.code));
}

function matches(shown: string, token: string): boolean {
  const [one, other] = [Buffer.from(shown), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
