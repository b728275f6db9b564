import type { BrowserContext, BrowserType } from "playwright-core";
import type { BrokerBinding } from "../shared/contract/broker.ts";
import { within } from "./deadline.ts";
import type { Lifeline } from "./lifeline.ts";
import { Modals } from "./modals.ts";
import { TabBook } from "./tab-book.ts";
import type { Workplace } from "./tool.ts";
import { Wire } from "./wire.ts";

/** A Chrome that just opened under load needs a few seconds; milliseconds. */
const connectMs = 20_000;

/**
 * Connects Playwright to the leased endpoint and takes stock of the agent's tabs; opens one if there is none.
 * @throws Error that says what was refused
 */
export async function connect(chromium: BrowserType, binding: BrokerBinding, lifeline: Lifeline): Promise<Workplace> {
  const opened = await within(Wire.connect(binding.endpoint, binding.token), connectMs);
  if (!opened.inTime) throw new Error(`the endpoint did not accept the connection within ${connectMs / 1_000} s`);
  const wire = opened.value;
  const browser = await chromium.connectOverCDP(wire, {
    // Otherwise Playwright makes a temporary folder, which a broker that is killed would leave behind.
    artifactsDir: binding.downloadsDirectory,
    timeout: connectMs,
  });
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("the endpoint shows no browser profile");
  const workplace = equip(context, wire, binding, lifeline);
  await workplace.tabs.current();
  return workplace;
}

function equip(context: BrowserContext, wire: Wire, binding: BrokerBinding, lifeline: Lifeline): Workplace {
  const modals = new Modals(context);
  const tabs = new TabBook(context, (page) => modals.watch(page));
  return { modals, wire, lifeline, folders: binding, tabs };
}
