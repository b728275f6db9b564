import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { DevToolsMessage, DevToolsPipe } from "./devtools-pipe.ts";

const attached = z.object({ sessionId: z.string() });

/**
 * For end-to-end tests only, and only where ELECTRON_STAND_IN_TEST_SOCKET names a path: a DevTools endpoint of the
 * window's Chromium on a Unix socket that only this user may open, as Electron has one for its own test driver.
 * Whoever connects gets a browser session of its own.
 */
export function serveTestSocket(path: string, pipe: DevToolsPipe): { close(): void } {
  rmSync(path, { force: true });
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (socket) => {
    bridge(socket, pipe).catch((error: unknown) => {
      console.error("electron stand-in: test socket:", error);
      socket.close();
    });
  });
  // The permissions are those of the umask at the moment of binding, which is within listen(); a later chmod would
  // leave a gap.
  const umask = process.umask(0o177);
  http.listen(path);
  process.umask(umask);
  return {
    close() {
      for (const client of sockets.clients) client.terminate();
      http.close();
    },
  };
}

async function bridge(socket: WebSocket, pipe: DevToolsPipe): Promise<void> {
  const early: string[] = [];
  let pass = (text: string): void => {
    early.push(text);
  };
  socket.on("message", (data) => pass(data.toString()));
  const { sessionId: own } = attached.parse(await pipe.send("Target.attachToBrowserTarget"));
  // The sessions that this client opened, and its own: what belongs to them is for it alone.
  const sessions = new Set([own]);
  const off = pipe.onRaw((message) => {
    const { sessionId } = message;
    if (sessionId === undefined || !sessions.has(sessionId)) return false;
    if (message.method === "Target.attachedToTarget") sessions.add(attached.parse(message.params).sessionId);
    const { sessionId: _, ...bare } = message;
    socket.send(JSON.stringify(sessionId === own ? bare : message));
    return true;
  });
  socket.on("close", () => {
    off();
    pipe.send("Target.detachFromTarget", { sessionId: own }).catch(() => {});
  });
  pass = (text) => {
    const message: DevToolsMessage = JSON.parse(text);
    pipe.write({ sessionId: own, ...message });
  };
  for (const text of early) pass(text);
}
