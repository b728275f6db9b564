import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Canaries } from "./canaries.ts";

export interface CanarySite {
  readonly origin: string;
  stop(): Promise<void>;
}

/** A website that leaves a canary in every place where Chrome keeps something for it. */
export async function startCanarySite(canaries: Canaries): Promise<CanarySite> {
  const server = createServer((request, response) => answer(canaries, request.url ?? "/", response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function answer(canaries: Canaries, path: string, response: ServerResponse): void {
  // Not cached: what is found of a canary was put there by Chrome's own store for its kind.
  const head = { "content-type": "text/html", "cache-control": "no-store" };
  const html = (body: string) => response.writeHead(200, head).end(`<!doctype html>${body}`);
  if (path === `/plant/${canaries.history}`) html(plantPage(canaries));
  else if (path === "/worker.js") {
    response
      .writeHead(200, { ...head, "content-type": "text/javascript" })
      .end(`const kept = "${canaries.workerScript}";`);
  } else if (path === "/cached") {
    response
      .writeHead(200, { "cache-control": "max-age=100000", "content-type": "text/plain" })
      .end(canaries.httpCache);
  } else if (path === "/download") {
    const disposition = `attachment; filename=${canaries.fileName}.txt`;
    response.writeHead(200, { "content-disposition": disposition }).end(canaries.download);
  } else html("<title>Other</title><h1>Other page</h1>");
}

function plantPage(canaries: Canaries): string {
  const { cookie, cookieName, localStorage, sessionStorage, indexedDb, cacheApi, title } = canaries;
  return `<title>${title}</title><h1>Plant</h1><p id=out>planting</p>
<a href="/download">Download</a>
<form action="/sent" method=post><input name=town aria-label=Town autocomplete=on><button>Send</button></form>
<script>
const stored = () => new Promise((resolve, reject) => {
  const opening = indexedDB.open("db", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("s");
  opening.onerror = reject;
  opening.onsuccess = () => {
    const change = opening.result.transaction("s", "readwrite");
    change.objectStore("s").put({ value: "${indexedDb}" }, "key");
    change.oncomplete = resolve;
  };
});
(async () => {
  document.cookie = "${cookieName}=${cookie}; max-age=1000000";
  localStorage.setItem("key", "${localStorage}");
  sessionStorage.setItem("key", "${sessionStorage}");
  await stored();
  await (await caches.open("c")).put("/kept", new Response("${cacheApi}"));
  await fetch("/cached").then((answer) => answer.text());
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  out.textContent = "planted";
})().catch((error) => { out.textContent = "failed: " + error; });
</script>`;
}
