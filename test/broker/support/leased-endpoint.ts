import { EventEmitter, on, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket, WebSocketServer } from "ws";

export interface LeasedEndpoint {
  /** `ws+unix:` address, as the control room hands it out. */
  readonly address: string;
  /** Resolves when the next message that has all these texts was passed on to a broker. */
  passed(...texts: readonly string[]): Promise<void>;
  /** Resolves when the broker sends the next command of that method. */
  sent(method: string): Promise<void>;
  /** Ends every connection, after what was passed on. Chrome lives on. */
  cut(): void;
  stop(): Promise<void>;
}

/** Stands for the control room's gate: a WebSocket on a Unix socket that wants the token, in front of a real Chrome. */
export async function leaseEndpoint(browser: string, token = "lease-token"): Promise<LeasedEndpoint> {
  const directory = await mkdtemp(join(tmpdir(), "broker-test-lease-"));
  const socket = join(directory, "s");
  const server = createServer();
  const sockets = new WebSocketServer({
    server,
    verifyClient: ({ req }: { req: { headers: NodeJS.Dict<string | string[]> } }) =>
      req.headers["authorization"] === `Bearer ${token}`,
  });
  const messages = new EventEmitter();
  sockets.on("connection", (broker) => {
    relay(broker, new WebSocket(browser, { perMessageDeflate: false }), {
      sent: (text) => messages.emit("command", text),
      passed: (text) => messages.emit("message", text),
    });
  });
  server.listen(socket);
  await once(server, "listening");
  const cut = () => {
    for (const broker of sockets.clients) broker.close();
  };
  return {
    address: `ws+unix:${socket}:/lease/1`,
    cut,
    sent: async (method) => {
      for await (const [command] of on(messages, "command"))
        if (String(command).includes(`"method":"${method}"`)) return;
    },
    passed: async (...texts) => {
      for await (const [message] of on(messages, "message"))
        if (texts.every((text) => String(message).includes(text))) return;
    },
    stop: async () => {
      for (const broker of sockets.clients) broker.terminate();
      server.close();
      await once(server, "close");
      await rm(directory, { recursive: true });
    },
  };
}

interface Heard {
  sent(text: string): void;
  passed(text: string): void;
}

function relay(broker: WebSocket, chrome: WebSocket, { sent, passed }: Heard): void {
  const early: string[] = [];
  broker.on("message", (data) => {
    sent(String(data));
    if (chrome.readyState === WebSocket.OPEN) chrome.send(String(data));
    else early.push(String(data));
  });
  chrome.on("open", () => {
    for (const message of early) chrome.send(message);
  });
  chrome.on("message", (data) => {
    broker.send(String(data));
    passed(String(data));
  });
  // At once: a session that is still attached would go on passing the same events.
  broker.on("close", () => chrome.terminate());
  chrome.on("close", () => broker.close());
  chrome.on("error", () => broker.terminate());
}
