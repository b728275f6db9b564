import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { WebSocket, WebSocketServer } from "ws";
import type { LeaseEndpoints, Tenant, TenantSocket } from "../../engine/ports.ts";

/** A DevTools message may hold a whole page's picture. */
const largestMessage = 256 * 1024 * 1024;

interface Offer {
  readonly token: Buffer;
  readonly accept: (socket: TenantSocket) => Tenant;
}

/**
 * Serves the leased DevTools endpoints on one Unix socket (0600, in a directory of mode 0700): one path a lease, one
 * connection a path, and a token that is good once.
 */
export async function openEndpointServer(socketPath: string): Promise<LeaseEndpoints & { close(): void }> {
  const offers = new Map<string, Offer>();
  const upgrades = new WebSocketServer({ noServer: true, maxPayload: largestMessage, perMessageDeflate: false });
  const server = createServer((_, response) => {
    response.writeHead(404).end();
  });

  server.on("upgrade", (request, socket, head) => {
    const path = new URL(request.url ?? "/", "http://lease").pathname;
    const offer = offers.get(path);
    if (!offer || !showsToken(request, offer.token)) {
      socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
      return;
    }
    offers.delete(path);
    upgrades.handleUpgrade(request, socket, head, (connection) => serve(connection, offer));
  });

  rmSync(socketPath, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socketPath, () => resolve());
  });
  if (process.platform !== "win32") chmodSync(socketPath, 0o600);

  return {
    offer: (leaseId, accept) => {
      const token = randomBytes(32).toString("base64url");
      const path = `/lease/${leaseId}/${randomBytes(6).toString("hex")}`;
      offers.set(path, { token: Buffer.from(token), accept });
      return { endpoint: `ws+unix:${socketPath}:${path}`, token, withdraw: () => offers.delete(path) };
    },
    close: () => {
      for (const connection of upgrades.clients) connection.terminate();
      server.close();
    },
  };
}

function showsToken(request: IncomingMessage, token: Buffer): boolean {
  const shown = Buffer.from(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
  return shown.length === token.length && timingSafeEqual(shown, token);
}

function serve(connection: WebSocket, offer: Offer): void {
  const tenant = offer.accept({
    send: (message) => {
      // A tenant that has gone misses nothing that matters: its lease is over.
      if (connection.readyState === WebSocket.OPEN) connection.send(message, { binary: false });
    },
    close: () => connection.terminate(),
  });
  connection.on("message", (data: Buffer) => tenant.receive(data.toString("utf8")));
  connection.on("close", () => tenant.gone());
  connection.on("error", () => tenant.gone());
}
