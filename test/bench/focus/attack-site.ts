import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { attackPage, type Deed, type Trap } from "./attack-pages.ts";

export interface AttackSite {
  /** A page that does nothing. */
  readonly quiet: string;
  page(name: Deed | Trap): string;
  /** The same, and it does not wait for its button. */
  restless(name: Deed): string;
  stop(): Promise<void>;
}

/** One page an attack, on loopback, so that pages may ask for permissions as they may under https. */
export async function startAttackSite(): Promise<AttackSite> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    answer(pathname, searchParams.has("byItself"), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    quiet: `${origin}/quiet`,
    page: (name) => `${origin}/${name}`,
    restless: (name) => `${origin}/${name}?byItself`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function answer(path: string, byItself: boolean, response: ServerResponse): void {
  const page = attackPage(path, byItself);
  if (page !== null) {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    return;
  }
  switch (path) {
    case "/file":
      response.writeHead(200, { "content-disposition": "attachment; filename=report.csv" }).end("a,b");
      return;
    case "/private":
      response.writeHead(401, { "www-authenticate": 'Basic realm="attack"' }).end("not yours");
      return;
    default:
      response.writeHead(404).end();
  }
}
