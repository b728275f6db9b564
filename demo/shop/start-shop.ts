import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { accountRoutes } from "./account-routes.ts";
import { type AccountSeen, createAccounts } from "./accounts.ts";
import { createCatalogue } from "./catalogue.ts";
import { changeIn, createDeliveries, type Delivery, type DeliveryNote } from "./deliveries.ts";
import { createFaults, type Fault, type FaultOrder } from "./faults.ts";
import { createLedger, type LedgerEntry } from "./ledger.ts";
import { json, type Reply, readBody, redirect } from "./message.ts";
import { openRoutes } from "./open-routes.ts";
import { findRoute } from "./route.ts";
import { shopRoutes } from "./shop-routes.ts";
import { readCookies } from "./sign-in.ts";

export interface Shop {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  ledger(): readonly LedgerEntry[];
  /** Every request that carried a change, in the order of arrival. */
  deliveries(): readonly Delivery[];
  readonly faults: { set(order: FaultOrder): void };
  /** What was seen of each user's login at its last visit to the account, and how it ends. */
  readonly accounts: { seen(): Readonly<Record<string, AccountSeen>>; expire(user: string): void };
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
  const deliveries = createDeliveries();
  const requests: Record<string, number> = {};
  const accounts = createAccounts();
  const behindLogin = [...shopRoutes(createCatalogue(), ledger), ...accountRoutes(accounts)];
  const open = openRoutes({ ledger, faults, accounts, requests: () => requests });
  const stopped = new AbortController();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://shop");
    const method = request.method ?? "GET";
    const body = await readBody(request);
    if (!url.pathname.startsWith("/control/")) {
      requests[`${method} ${url.pathname}`] = (requests[`${method} ${url.pathname}`] ?? 0) + 1;
    }
    const contentType = request.headers["content-type"] ?? "";
    const change = method === "POST" ? changeIn(contentType, body) : null;
    const note = deliveries.arrived(change, request, url.pathname);
    const named = readCookies(request.headers.cookie).user;
    const user = named !== null && accounts.isOut(named) ? null : named;
    const found = findRoute(user === null ? open : [...open, ...behindLogin], method, url.pathname);
    if (!found) {
      const loginNeeded = user === null && /^\/(admin|account)/.test(url.pathname);
      return send(response, loginNeeded ? redirect("/login") : json({ found: false }, 404), note);
    }
    const fault = found.route.changes ? faults.take(change) : null;
    await answer(response, fault, note, () => {
      const applied = ledger.list().length;
      const reply = found.route.handle({
        path: url.pathname,
        named: found.named,
        query: url.searchParams,
        contentType,
        body,
        user: user ?? "",
        cookieHeader: request.headers.cookie,
      });
      if (ledger.list().length > applied) note({ applied_at: Date.now() });
      return reply;
    });
  }

  async function answer(response: ServerResponse, fault: Fault | null, note: Note, apply: () => Reply): Promise<void> {
    const reply = fault?.drop === "before" ? null : apply();
    if (fault && fault.delay_ms > 0) await wait(fault.delay_ms, undefined, { signal: stopped.signal });
    if (reply !== null && fault?.drop === "during") return breakOff(response, reply, note);
    if (reply !== null && fault?.drop !== "after") return send(response, reply, note);
    cut(response, note);
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
    deliveries: () => deliveries.list(),
    faults,
    accounts,
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

type Note = (note: DeliveryNote) => void;

function send(response: ServerResponse, reply: Reply, note: Note): void {
  begin(response, reply);
  note({ ...(response.destroyed ? {} : { status: reply.status }), ended_at: Date.now() });
  response.end(reply.body);
}

/** Status line and headers, and less of a body than they promise. */
function breakOff(response: ServerResponse, reply: Reply, note: Note): void {
  begin(response, reply);
  response.setHeader("content-length", 1 + Buffer.byteLength(reply.body));
  note({ ...(response.destroyed ? {} : { status: reply.status }), ended_at: Date.now() });
  response.flushHeaders();
  // Cut once the headers were handed to the system: a status line that never left would be no answer.
  response.socket?.write("", () => response.destroy());
}

/**
 * No answer. Chrome opens connections in advance, and what it sends over one of those it sends a second time by itself
 * when it is cut, a POST as well, unless something came back: so an interim 100 goes first, which is no answer.
 */
function cut(response: ServerResponse, note: Note): void {
  note({ ended_at: Date.now() });
  response.writeContinue(() => response.destroy());
}

/**
 * Every connection serves one request: on a connection used before, Chrome sends a request a second time by
 * itself when it is cut without an answer, and then the ledger would show the browser's repeat, not the agent's.
 */
function begin(response: ServerResponse, reply: Reply): void {
  const fixed = { "cache-control": "no-store", connection: "close" };
  for (const [name, value] of Object.entries({ ...fixed, ...reply.headers })) response.setHeader(name, value);
  response.statusCode = reply.status;
}
