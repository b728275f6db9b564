import { once } from "node:events";
import { createServer } from "node:http";

const rows = Array.from(
  { length: 60 },
  (_, index) =>
    `<tr><td>${index + 1}</td><td><a href="#${index}">Product ${index + 1}</a></td><td>${(index * 7.3).toFixed(2)} €</td></tr>`,
).join("");

const page = `<!doctype html><html lang="en"><title>Stock list</title><link rel="icon" href="data:,">
<h1>Stock list</h1>
<p><button onclick="count.textContent = Number(count.textContent) + 1">Count</button> <output id="count">0</output></p>
<p><label>Note <input name="note"></label></p>
<table><thead><tr><th>No.</th><th>Name</th><th>Price</th></tr></thead><tbody>${rows}</tbody></table>`;

/** One page with a button, a field and a table of usual size; it asks the network for nothing more. */
export function servePage(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  return serveDocument(page);
}

export async function serveDocument(text: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the page has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
