import { afterAll, beforeAll } from "vitest";
import type { BrokerPerformed } from "../../../src/shared/contract/broker.ts";
import { startSite, type TestSite } from "../../support/site/site.ts";
import { BrokerProcess } from "./broker-process.ts";
import { startChrome, type TestChrome } from "./chrome.ts";
import { type LeasedEndpoint, leaseEndpoint } from "./leased-endpoint.ts";

/** Starting a Chrome on a busy machine; milliseconds. */
export const startMs = 60_000;

export interface TestWorkplace {
  chrome(): TestChrome;
  site(): TestSite;
  endpoint(): LeasedEndpoint;
  /** Bound, and on the site's first page only when a test opens it. */
  broker(): BrokerProcess;
  /** Opens a page of the site. */
  open(path: string): Promise<BrokerPerformed>;
}

/**
 * A site, a Chrome behind a leased endpoint, and a bound broker for all tests of a file.
 * @param bind false for tests that bind brokers of their own: a second one would see the same tabs
 */
export function useWorkplace({ bind = true } = {}): TestWorkplace {
  let parts: { chrome: TestChrome; site: TestSite; endpoint: LeasedEndpoint; broker: BrokerProcess } | undefined;
  const get = () => {
    if (parts === undefined) throw new Error("not started");
    return parts;
  };
  beforeAll(async () => {
    const [chrome, site, broker] = await Promise.all([startChrome(), startSite(), BrokerProcess.start()]);
    const endpoint = await leaseEndpoint(chrome.endpoint);
    parts = { chrome, site, endpoint, broker };
    if (bind) await broker.bind(endpoint.address);
  }, startMs);
  afterAll(async () => {
    await parts?.broker.stop();
    await parts?.endpoint.stop();
    await Promise.all([parts?.site.stop(), parts?.chrome.stop()]);
  }, startMs);
  return {
    chrome: () => get().chrome,
    site: () => get().site,
    endpoint: () => get().endpoint,
    broker: () => get().broker,
    open: (path) => get().broker.perform("browser_navigate", { url: `${get().site.origin}${path}` }),
  };
}
