import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EngineWorkplace, startMs, textOf, useEngine } from "../../../support/engine-workplace.ts";
import { until } from "../../../support/until.ts";

/** What a page keeps in each of the site's own stores, and shows when it is opened again. */
const page = `<!doctype html><title>Stores</title><link rel=icon href="data:,"><script src="/cached.js"></script>
<p id=cookie></p><p id=local></p><p id=indexed></p><p id=stored></p><p id=worker></p><p id=state>working</p>
<script>
const show = (id, text) => { document.getElementById(id).textContent = id + ': ' + text; };
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
async function run() {
  const isFirst = location.search === '?first';
  if (isFirst) localStorage.setItem('kept', 'here');
  show('local', localStorage.getItem('kept'));
  show('cookie', document.cookie);
  const open = indexedDB.open('kept', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('things');
  const things = (await settled(open)).transaction('things', 'readwrite').objectStore('things');
  if (isFirst) await settled(things.put('here', 'kept'));
  show('indexed', await settled(things.get('kept')));
  const stored = await caches.open('kept');
  if (isFirst) await stored.put('/kept', new Response('here'));
  show('stored', await (await stored.match('/kept'))?.text());
  if (isFirst) await navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready);
  show('worker', (await navigator.serviceWorker.getRegistrations()).length);
}
run().then(() => show('state', 'complete'), (error) => show('state', error));
</script>`;

const asked: string[] = [];
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://site");
  asked.push(pathname);
  if (pathname === "/cached.js") {
    const headers = { "content-type": "text/javascript", "cache-control": "max-age=3600" };
    response.writeHead(200, headers).end("window.loaded = true;");
  } else if (pathname === "/worker.js") {
    response.writeHead(200, { "content-type": "text/javascript" }).end("// It only is there.");
  } else {
    response.writeHead(200, { "content-type": "text/html", "set-cookie": "kept=here; Max-Age=3600" }).end(page);
  }
});
let origin: string;
let engine: () => EngineWorkplace;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  origin = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function visit(query: string): Promise<string> {
  await engine().call("browser_navigate", { url: `${origin}/${query}` });
  return until("the page", async () => {
    const text = textOf(await engine().call("browser_snapshot"));

    return text.includes("state: complete") ? text : null;
  });
}

function loads(): number {
  return asked.filter((path) => path === "/cached.js").length;
}

describe("after a release, in a real Chrome", () => {
  engine = useEngine();

  it("what was cached is asked for again, and every store of the site is as it was", { timeout: startMs }, async () => {
    await visit("?first");
    await visit("?second");
    expect(loads()).toBe(1);
    await engine().call("session_release");
    const text = await visit("?third");
    expect(loads()).toBe(2);
    for (const kept of ["cookie: kept=here", "local: here", "indexed: here", "stored: here", "worker: 1"]) {
      expect(text).toContain(kept);
    }
    // The same Chrome, with what the new lease had loaded in its cache.
    await visit("?fourth");
    expect(loads()).toBe(2);
  });
});
