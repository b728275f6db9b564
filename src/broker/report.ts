import type { Page } from "playwright-core";
import { Deadline, unlessLate } from "./deadline.ts";
import { pageReport } from "./page-report.ts";
import type { Tab } from "./tab-book.ts";
import type { ToolContext } from "./tool.ts";

/** Lets the page's script handle an answer and draw; the timer is for a tab that is not drawn, where no frame comes. */
const drawnTurn = "new Promise((done) => { setTimeout(done, 50); requestAnimationFrame(() => setTimeout(done, 0)); })";

/** How long a page may take to show an answer that has come, in milliseconds. */
const drawnMs = 1_000;

/** A page that goes on to another one by itself is followed so many times; then it is reported as it stands. */
const rounds = 3;

/** A report is always given this long, also when the action's own time is over; milliseconds. */
const leastReportMs = 1_500;

/** What there was before the first step. */
export interface Before {
  readonly tabs: ReadonlySet<Tab>;
  /** How many documents the action's tab had shown. */
  readonly documents: number;
}

export interface Asked {
  /** A navigation was answered: the document that it brings is waited for. */
  readonly newDocument: boolean;
  /** So many tabs are waited for: one that was just opened is known here some moments later. */
  readonly tabs: number;
}

/** What the page shows now that what the action started is answered. A dialog ends every waiting for the page. */
export async function reportAfter(context: ToolContext, page: Page, before: Before, asked: Asked): Promise<string> {
  const { tabs, modals } = context;
  const deadline = new Deadline(Math.max(leastReportMs, context.deadline.remaining()));
  const opened = Promise.withResolvers<undefined>();
  const stopListening = modals.onOpen(() => opened.resolve(undefined));
  const orDialog = (work: Promise<unknown>) => Promise.race([work, opened.promise]);
  const standsStill = () => modals.dialog !== undefined || page.isClosed();
  // In a tab that the action opened as well: its document may be the one that was answered.
  const hasCome = () => tabs.documentsOf(page) > before.documents || newTabs(context, before, page).length > 0;

  if (asked.newDocument && !standsStill()) {
    await orDialog(tabs.until(() => page.isClosed() || hasCome(), deadline.working()));
    await orDialog(loaded(page, deadline.working()));
  }
  for (let round = 0; round < rounds && !standsStill(); round++) {
    const shown = tabs.documentsOf(page);
    // Rejects when the document changes meanwhile: then the new one is looked at.
    await orDialog(unlessLate(page.evaluate(drawnTurn), Math.min(drawnMs, deadline.working())));
    if (tabs.documentsOf(page) === shown) break;
    await orDialog(loaded(page, deadline.working()));
  }
  await orDialog(tabs.until(() => tabs.all.length >= asked.tabs, Math.min(drawnMs, deadline.working())));
  stopListening();

  const remarks = newTabs(context, before)
    .filter((tab) => !tabs.isCurrent(tab))
    .map((tab) => `A new tab ${tab.id} was opened. It is not the current one; browser_tabs selects it.\n`);
  const closed = page.isClosed() ? "The tab that it was done in is closed.\n" : "";
  return `${closed}${remarks.join("")}${await pageReport({ ...context, deadline })}`;
}

function newTabs({ tabs }: ToolContext, before: Before, except?: Page): readonly Tab[] {
  return tabs.all.filter((tab) => !before.tabs.has(tab) && tab.page !== except);
}

/** Waits for the DOM. A page that is closed or stays loading is visible in the report. */
async function loaded(page: Page, timeout: number): Promise<void> {
  await page.waitForLoadState("domcontentloaded", { timeout }).catch(() => undefined);
}
