import type { Dialog, Page } from "playwright-core";
import { unlessLate } from "./deadline.ts";
import { describeDialog } from "./modals.ts";
import { type Snapshot, takeSnapshot } from "./snapshot.ts";
import type { Tab } from "./tab-book.ts";
import type { ToolContext } from "./tool.ts";

/** After an action: its outcome is worth more than a snapshot that takes long. Milliseconds. */
const afterActionMs = 5_000;
/** A tab other than the current one is only named; milliseconds. */
const otherTitleMs = 500;
/** Kept free at the end, so that the result itself leaves in time; milliseconds. */
const sendingMs = 200;

export interface PageReport {
  readonly text: string;
  /** Whether the page could be looked at: a dialog that is open is something to see as well. */
  readonly complete: boolean;
}

/**
 * What the agent's tab shows now: address, title, other tabs, what is open, and a snapshot with references.
 * Ends before the action's deadline, with less to tell if the page doesn't answer.
 */
export async function reportPage(context: ToolContext, atMostMs = Number.POSITIVE_INFINITY): Promise<PageReport> {
  const { modals, tabs, deadline } = context;
  if (modals.dialog !== undefined) return standstill(context, modals.dialog);
  const tab = await tabs.current();
  const ms = Math.max(1, Math.min(atMostMs, deadline.remaining() - sendingMs));
  const opened = Promise.withResolvers<undefined>();
  const stopListening = modals.onOpen(() => opened.resolve(undefined));
  const title = titleOf(tab.page, ms);
  const snapshot = await unlessLate(Promise.race([takeSnapshot(tab.page, ms), opened.promise]), ms);
  stopListening();
  remember(tab, snapshot);
  if (modals.dialog !== undefined) return standstill(context, modals.dialog);

  const chooser = modals.chooser(tab.page);
  const lines = [
    `Page: ${shortUrl(tab.page)}`,
    `Title: ${await title}`,
    ...(tabs.all.length > 1 ? [await describeTabs(context)] : []),
    ...(chooser === undefined
      ? []
      : [`A file chooser is open (${chooser.isMultiple() ? "several files" : "one file"}): use browser_file_upload.`]),
    snapshot?.text ?? "No snapshot: the page did not answer in time.",
  ];
  return { text: lines.join("\n"), complete: snapshot !== undefined };
}

export async function pageReport(context: ToolContext): Promise<string> {
  return (await reportPage(context, afterActionMs)).text;
}

/** Without a snapshot for the agent, the references of the one before are gone as well (R41). */
function remember(tab: Tab, snapshot: Snapshot | undefined): void {
  void tab.snapshotOf?.dispose().catch(() => undefined);
  tab.snapshotOf = snapshot?.document;
}

function standstill(context: ToolContext, dialog: Dialog): PageReport {
  const lines = context.tabs.all.map((tab) => tabLine(context, tab));
  const text = [
    `A dialog is open: ${describeDialog(dialog)}. Use browser_handle_dialog; until then the page stands still.`,
    ...(lines.length > 1 ? ["Tabs:", ...lines] : []),
  ].join("\n");
  return { text, complete: true };
}

export async function describeTabs(context: ToolContext): Promise<string> {
  const ms = Math.max(1, Math.min(otherTitleMs, context.deadline.remaining() - sendingMs / 2));
  const lines = await Promise.all(
    context.tabs.all.map(async (tab) => `${tabLine(context, tab)} — ${await titleOf(tab.page, ms)}`),
  );
  return ["Tabs:", ...lines].join("\n");
}

function tabLine(context: ToolContext, tab: Tab): string {
  return `- ${tab.id}${context.tabs.isCurrent(tab) ? " (current)" : ""}: ${shortUrl(tab.page)}`;
}

async function titleOf(page: Page, ms: number): Promise<string> {
  return (await unlessLate(page.title(), ms)) ?? "(the page did not answer)";
}

function shortUrl(page: Page): string {
  const url = page.url();
  return url.length > 1_000 ? `${url.slice(0, 999)}…` : url;
}
