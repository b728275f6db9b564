import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pages, workerScript } from "./pages.ts";

export interface TestSite {
  readonly origin: string;
  /** "POST /save", in the order in which they came in. */
  readonly received: string[];
  /** Resolves when so many requests have come in, in all. */
  count(wanted: number): Promise<void>;
  /** Resolves when the next such request came in. */
  arrival(request: string): Promise<void>;
  stop(): Promise<void>;
}

/** A website on loopback that answers late, wrongly or not at all, as its paths say. */
export async function startSite(): Promise<TestSite> {
  const received: string[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    received.push(`${request.method} ${path}`);
    arrivals.emit(`${request.method} ${path}`);
    arrivals.emit("any");
    answer(path, request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    count: async (wanted) => {
      while (received.length < wanted) await once(arrivals, "any");
    },
    arrival: async (what) => {
      await once(arrivals, what);
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function answer(path: string, request: IncomingMessage, response: ServerResponse): void {
  const body = pages[path];
  if (body !== undefined) {
    response.writeHead(200, { "content-type": "text/html" }).end(body);
    return;
  }
  switch (path) {
    case "/save":
      setTimeout(() => response.end("saved"), 300);
      return;
    case "/fail":
      response.writeHead(500).end("no");
      return;
    case "/drop":
      request.socket.destroy();
      return;
    case "/never":
    case "/never-page":
      return;
    case "/form-target":
      setTimeout(() => response.writeHead(303, { location: "/thanks" }).end(), 200);
      return;
    case "/worker.js":
      response.writeHead(200, { "content-type": "text/javascript" }).end(workerScript);
      return;
    case "/file":
      response.writeHead(200, { "content-disposition": "attachment; filename=report.csv" }).end("a,b");
      return;
    default:
      response.writeHead(404, { "content-type": "text/html" }).end("<title>none</title>nothing here");
  }
}
