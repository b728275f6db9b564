import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from "vscode-jsonrpc/node";
import { operatorHello } from "../../shared/contract/hello.ts";
import { operatorCalls } from "../../shared/contract/operator.ts";
import { DockError } from "../../shared/errors.ts";
import type { Paths } from "../adapters/system/paths.ts";

/** The first one may be starting itself: it opens its socket within this, in milliseconds. */
const patience = 20_000;
const tryEvery = 100;

/**
 * A second start of the same home: asks the control room that runs to come to the front.
 * @throws DockError `CONTROL_ROOM_NOT_RUNNING` when it holds the lock and does not answer
 */
export async function showRunningControlRoom(paths: Paths): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return await show(paths);
    } catch (cause) {
      if (performance.now() > deadline) {
        const message = `Another control room holds ${paths.lock}, but does not answer.`;
        throw new DockError("CONTROL_ROOM_NOT_RUNNING", message, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, tryEvery));
    }
  }
}

async function show(paths: Paths): Promise<void> {
  const token = readFileSync(paths.controlToken, "utf8").trim();
  const socket = await open(paths.controlSocket);
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  connection.listen();
  try {
    await connection.sendRequest(operatorHello.name, { protocol: 1, token });
    await connection.sendRequest(operatorCalls.showWindow.name, {});
  } finally {
    connection.dispose();
    socket.destroy();
  }
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    socket.once("error", reject);
  });
}
