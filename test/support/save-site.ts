import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";

/** What became of the saves of a site, by the site itself. */
export interface SaveSite {
  /** A page whose Save button posts to an address that meets this history. */
  page(history: History): string;
  /** Saves that arrived. */
  readonly arrived: History[];
  /** Saves that took effect. */
  readonly applied: History[];
  arrival(history: History): Promise<void>;
  stop(): Promise<void>;
}

/** never arrived: nobody listens there. held: arrived, and not finished. lost: applied, and the answer was lost. */
export type History = "refused" | "held" | "lost";

/** A port that nothing listens on. */
const nobody = "http://127.0.0.1:9";

export async function startSaveSite(): Promise<SaveSite> {
  const arrived: History[] = [];
  const applied: History[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "text/html", connection: "close" });
      response.end(html(searchParams.get("to") ?? ""));
      return;
    }
    const history: History = pathname === "/held" ? "held" : "lost";
    arrived.push(history);
    if (history === "lost") {
      applied.push(history);
      request.socket.destroy();
    }
    arrivals.emit(history);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    page: (history) => {
      const to = history === "refused" ? `${nobody}/save` : `${origin}/${history}`;
      return `${origin}/?to=${encodeURIComponent(to)}`;
    },
    arrived,
    applied,
    arrival: async (history) => {
      await once(arrivals, history);
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function html(to: string): string {
  const post = `fetch(${JSON.stringify(to)}, {method: 'POST', mode: 'no-cors'}).catch(() => {})`;
  return `<!doctype html><title>Save</title><link rel="icon" href="data:,"><h1>Save</h1>
    <button onclick="${post.replaceAll('"', "&quot;")}">Save</button>`;
}
