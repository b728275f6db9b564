import { copyFileSync, mkdirSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { type Paths, resolvePaths } from "../../src/main/adapters/system/paths.ts";

/** A control socket in a home of its own that hands everything on to another one, until the test cuts the connections. */
export interface SocketProxy extends AsyncDisposable {
  /** Ends every connection as a fault would: neither side has said goodbye. New ones are taken. */
  cut(): void;
  /** How many were taken so far. */
  readonly taken: () => number;
}

export async function openSocketProxy(home: string, to: Paths): Promise<SocketProxy> {
  const paths = resolvePaths({ SESSIONDOCK_HOME: home });
  mkdirSync(dirname(paths.controlSocket), { recursive: true });
  copyFileSync(to.controlToken, paths.controlToken);
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((near) => {
    taken += 1;
    const far = connect(to.controlSocket);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {});
      one.once("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(paths.controlSocket, () => resolve()));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cut,
    taken: () => taken,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      await closed;
    },
  };
}
