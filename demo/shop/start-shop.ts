import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { createCatalogue } from "./catalogue.ts";
import { createFaults, type FaultOrder } from "./faults.ts";
import { createLedger, type LedgerEntry } from "./ledger.ts";
import { json, type Reply, readBody, redirect } from "./message.ts";
import { openRoutes } from "./open-routes.ts";
import { findRoute, type Route } from "./route.ts";
import { shopRoutes } from "./shop-routes.ts";
import { readCookies } from "./sign-in.ts";

export interface Shop {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  ledger(): readonly LedgerEntry[];
  readonly faults: { set(order: FaultOrder): void };
  /** Ends when the server is closed; answers that are still delayed are dropped. */
  stop(): Promise<void>;
}

/**
 * A small shop admin whose truth can be asked for: what a browser was told and what was applied are two things
 * here (R3), and both can be made to differ.
 * @param options port 0 lets the system choose
 */
export async function startShop(options: { port?: number; host?: string } = {}): Promise<Shop> {
  const host = options.host ?? "127.0.0.1";
  const ledger = createLedger();
  const faults = createFaults();
  const requests: Record<string, number> = {};
  const behindLogin = shopRoutes(createCatalogue(), ledger);
  const open = openRoutes({ ledger, faults, requests: () => requests });
  const stopped = new AbortController();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://shop");
    const method = request.method ?? "GET";
    const body = await readBody(request);
    if (!url.pathname.startsWith("/control/")) {
      requests[`${method} ${url.pathname}`] = (requests[`${method} ${url.pathname}`] ?? 0) + 1;
    }
    const user = readCookies(request.headers.cookie).user;
    const found = findRoute(user === null ? open : [...open, ...behindLogin], method, url.pathname);
    if (!found) {
      const loginNeeded = user === null && url.pathname.startsWith("/admin");
      return send(response, loginNeeded ? redirect("/login") : json({ found: false }, 404));
    }
    await answer(found.route, response, () =>
      found.route.handle({
        path: url.pathname,
        named: found.named,
        query: url.searchParams,
        contentType: request.headers["content-type"] ?? "",
        body,
        user: user ?? "",
        cookieHeader: request.headers.cookie,
      }),
    );
  }

  async function answer(route: Route, response: ServerResponse, apply: () => Reply): Promise<void> {
    const fault = route.changes ? faults.take() : null;
    const reply = fault?.drop === "before" ? null : apply();
    if (fault && fault.delay_ms > 0) await wait(fault.delay_ms, undefined, { signal: stopped.signal });
    if (reply === null || fault?.drop === "after") response.destroy();
    else send(response, reply);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the shop has no port");
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    ledger: () => ledger.list(),
    faults,
    async stop() {
      if (!server.listening) return;
      stopped.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Every connection serves one request: on a connection used before, Chrome sends a request a second time by
 * itself when it is cut without an answer, and then the ledger would show the browser's repeat, not the agent's.
 */
function send(response: ServerResponse, reply: Reply): void {
  const fixed = { "cache-control": "no-store", connection: "close" };
  for (const [name, value] of Object.entries({ ...fixed, ...reply.headers })) response.setHeader(name, value);
  response.statusCode = reply.status;
  response.end(reply.body);
}
