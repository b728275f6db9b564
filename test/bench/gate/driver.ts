import { once } from "node:events";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { Wire } from "../../../src/broker/wire.ts";
import { begin, type DriverSays, type Operation, type Order, operations, order, type Times } from "./messages.ts";

/**
 * The process with Playwright in it, as a broker is. It drives both browsers, one operation here, the same there:
 * its own Chrome over Playwright's pipe, and the slot's Chrome over the leased endpoint with the broker's own
 * transport.
 */
process.once("message", (raw) => {
  work(order.parse(raw)).then(say, (error: unknown) => {
    say({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
// The bench has gone: nobody reads the figures any more.
process.once("disconnect", () => process.exit(1));

/** Code that is not compiled yet and caches that are empty are the same on both sides, but not what is measured. */
const warmUpRounds = 8;

function say(message: DriverSays): void {
  process.send?.(message);
}

async function work(asked: Order): Promise<DriverSays> {
  const direct = await launchDirect(asked);
  const gated = await connectGated(asked);
  say({ kind: "opened" });
  const [told] = await once(process, "message");
  begin.parse(told);
  const samples: Record<"direct" | "gated", Times[]> = { direct: [], gated: [] };
  for (let round = -warmUpRounds; round < asked.rounds; round += 1) {
    const taken = { direct: zero(), gated: zero() };
    for (const operation of operations) {
      // Who is first alternates: the second one finds warmer caches.
      const paths = round % 2 === 0 ? (["direct", "gated"] as const) : (["gated", "direct"] as const);
      for (const path of paths)
        taken[path][operation] = await time(operation, path === "direct" ? direct : gated, round);
    }
    if (round < 0) continue;
    samples.direct.push(taken.direct);
    samples.gated.push(taken.gated);
    if (round % 20 === 0) say({ kind: "progress", round });
  }
  const same = { direct: await shape(direct), gated: await shape(gated) };
  await direct.context().close();
  return { kind: "measured", ...samples, same };
}

async function launchDirect({ direct, url }: Order): Promise<Page> {
  const context = await chromium.launchPersistentContext(direct.profile, {
    executablePath: direct.binary,
    headless: false,
    // The slot's own flags instead of Playwright's, so that both Chromes are the same.
    ignoreDefaultArgs: true,
    args: direct.args,
    viewport: null,
  });
  return open(context, url);
}

async function connectGated({ endpoint, token, artifacts, url }: Order): Promise<Page> {
  const wire = await Wire.connect(endpoint, token);
  const browser = await chromium.connectOverCDP(wire, { artifactsDir: artifacts });
  const [context] = browser.contexts();
  if (!context) throw new Error("the leased endpoint shows no profile");
  return open(context, url);
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url);
  return page;
}

async function time(operation: Operation, page: Page, round: number): Promise<number> {
  const started = performance.now();
  await run(operation, page, round);
  return performance.now() - started;
}

async function run(operation: Operation, page: Page, round: number): Promise<unknown> {
  switch (operation) {
    case "evaluate":
      return page.evaluate("document.title");
    case "click":
      return page.getByRole("button", { name: "Count" }).click();
    case "fill":
      return page.getByLabel("Note").fill(`note ${round}`);
    case "snapshot":
      return page.ariaSnapshot({ mode: "ai" });
    case "screenshot":
      return page.screenshot();
    default:
      return operation satisfies never;
  }
}

async function shape(page: Page): Promise<number[]> {
  const [width, height] = await page.evaluate<number[]>("[innerWidth, innerHeight]");
  return [width ?? 0, height ?? 0, (await page.screenshot()).length];
}

function zero(): Times {
  return { evaluate: 0, click: 0, fill: 0, snapshot: 0, screenshot: 0 };
}
