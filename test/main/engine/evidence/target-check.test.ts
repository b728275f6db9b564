import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PageMark } from "../../../../src/main/engine/target-settings.ts";
import { operatorCalls } from "../../../../src/shared/contract/operator.ts";
import { type EngineWorkplace, startMs, textOf, useEngine } from "../../../support/engine-workplace.ts";

/** A second site, whose pages say how they were asked for, and tell when they are gone. */
const server = createServer((request, response) => {
  const path = new URL(request.url ?? "/", "http://site").pathname;
  const html = (body: string) => response.setHeader("content-type", "text/html").end(`<!doctype html>${body}`);
  switch (path) {
    case "/login":
      response.setHeader("set-cookie", "session=ada; Path=/");
      html("<h1>Logged in</h1>");
      return;
    case "/orders":
      html(`<h1>Orders of ${/session=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "nobody"}</h1>
        <script>setTimeout(() => document.body.append('drawn late'), 300)</script>`);
      return;
    case "/lives":
      html(`<p id=here>alive</p><script>new EventSource('/stream')</script>`);
      return;
    case "/stream":
      response.writeHead(200, { "content-type": "text/event-stream" }).write("\n");
      pages.emit("opened");
      response.on("close", () => pages.emit("gone"));
      return;
    case "/away":
      response.writeHead(302, { location: `${engine().site.origin}/` }).end();
      return;
    default:
      response.writeHead(404).end("none");
  }
});
const pages = new EventEmitter();
let engine: () => EngineWorkplace;
let other: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  other = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function check(found: PageMark, why = ""): Promise<string> {
  engine().targets.set("site", { sites: [], conflictKeys: [], check: found });
  const answer = await engine().room.handle("resolve", { slot: 1, way: "run_check", why });
  return operatorCalls.resolve.output.parse(answer).said;
}

/** The outcomes of this slot that nobody has cleared up. */
function unresolved(): string[] {
  return engine()
    .store.unresolvedActions()
    .map(({ id }) => id);
}

async function tabs(): Promise<string> {
  return textOf(await engine().call("browser_tabs", { action: "list" }));
}

describe("the check of a login target (R7)", { timeout: startMs }, () => {
  engine = useEngine();
  beforeEach(async () => {
    if (unresolved().length > 0) return;
    await engine().open("/");
    await engine().call("browser_click", { target: "#never" }, 2_000);
    expect(unresolved()).toHaveLength(1);
  });

  it("that finds its text marks the unknown outcome as applied, on the check's word", async () => {
    const [id = ""] = unresolved();
    const said = await check({ url: `${engine().site.origin}/thanks`, text: "Thanks" }, "order 7");
    expect(said).toContain("Recorded for 1 action: applied");
    const { outcome, resolution } = engine().store.findAction(id) ?? {};
    expect(outcome).toBe("unknown");
    expect(resolution).toMatchObject({ finding: "applied", by: "check", why: expect.stringContaining("order 7") });
    expect(unresolved()).toEqual([]);
  });

  it("that finds its element does so as well", async () => {
    await check({ url: `${engine().site.origin}/form`, selector: "#send" });
    expect(unresolved()).toEqual([]);
  });

  it("looks with the slot's own login, and waits for what the page draws late", async () => {
    await engine().call("browser_navigate", { url: `${other}/login` });
    await check({ url: `${other}/orders`, text: "Orders of ada" });
    expect(unresolved()).toEqual([]);
    await engine().open("/");
    await engine().call("browser_click", { target: "#never" }, 2_000);
    await check({ url: `${other}/orders`, text: "drawn late" });
    expect(unresolved()).toEqual([]);
  });

  it("that finds nothing decides nothing", async () => {
    const before = unresolved();
    const said = await check({ url: `${engine().site.origin}/`, text: "no such text" });
    expect(said).toContain("did not find the text “no such text”");
    expect(said).toContain("decides nothing");
    expect(unresolved()).toEqual(before);
  });

  it.each<[string, () => PageMark, string]>([
    ["the site answers with 404", () => ({ url: `${engine().site.origin}/none`, text: "here" }), "404"],
    ["it leads to another site", () => ({ url: `${other}/away`, text: "Home" }), "led to"],
    ["nobody answers there", () => ({ url: "http://127.0.0.1:9/", text: "x" }), "net::ERR"],
    ["its selector is none", () => ({ url: `${engine().site.origin}/`, selector: "##" }), "no valid selector"],
  ])("fails and decides nothing when %s", async (_, configured, reason) => {
    const before = unresolved();
    const error = { code: "CHECK_FAILED", message: expect.stringContaining(reason) };
    await expect(check(configured())).rejects.toMatchObject(error);
    expect(unresolved()).toEqual(before);
  });

  it("looks in a tab of its own, which the agent never sees, and which is gone afterwards", async () => {
    const before = await tabs();
    const [opened, gone] = [once(pages, "opened"), once(pages, "gone")];
    const checked = check({ url: `${other}/lives`, text: "no such text" });
    await opened;
    expect(await tabs()).toBe(before);
    await checked;
    await gone;
    expect(await tabs()).toBe(before);
    expect((await engine().call("browser_snapshot")).outcome).toBe("done");
  });

  it("is not open when the configuration names none", async () => {
    engine().targets.clear();
    const asked = engine().room.handle("resolve", { slot: 1, way: "run_check", why: "" });
    await expect(asked).rejects.toMatchObject({ code: "WAY_NOT_OPEN" });
  });
});
