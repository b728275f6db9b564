import type { Frame, Page } from "playwright-core";
import { unlessLate } from "./deadline.ts";
import { describeDialog } from "./modals.ts";
import { hidePasswords } from "./passwords.ts";
import type { Tab } from "./tab-book.ts";
import type { ToolContext } from "./tool.ts";

/** About 15,000 tokens; a longer one would crowd out what the agent is working on. In bytes of UTF-8. */
const snapshotBytes = 60_000;
const titleMs = 500;
const snapshotMs = 5_000;

/** What the agent's tab shows now: address, title, other tabs, what is open, and a snapshot with references. */
export async function pageReport(context: ToolContext): Promise<string> {
  const { dialog } = context.modals;
  if (dialog !== undefined) {
    return [
      `A dialog is open: ${describeDialog(dialog)}. Use browser_handle_dialog; until then the page stands still.`,
      ...(await tabLines(context, false)),
    ].join("\n");
  }
  const tab = await context.tabs.current();
  const [title, snapshot] = await Promise.all([titleOf(tab.page), takeSnapshot(context, tab)]);
  // After the snapshot, so that what came in meanwhile is told as well.
  const chooser = context.modals.chooser(tab.page);
  return [
    `Page: ${shortUrl(tab.page)}`,
    `Title: ${title}`,
    ...(await tabLines(context, true)),
    ...(chooser === undefined
      ? []
      : [`A file chooser is open (${chooser.isMultiple() ? "several files" : "one file"}): use browser_file_upload.`]),
    snapshot,
  ].join("\n");
}

/** The tabs, if there is more than one to tell apart. */
async function tabLines(context: ToolContext, withTitles: boolean): Promise<string[]> {
  return context.tabs.all.length > 1 ? [await describeTabs(context, withTitles)] : [];
}

export async function describeTabs(context: ToolContext, withTitles: boolean): Promise<string> {
  const lines = await Promise.all(
    context.tabs.all.map(async (tab) => {
      const title = withTitles ? ` — ${await titleOf(tab.page)}` : "";
      return `- ${tab.id}${context.tabs.isCurrent(tab) ? " (current)" : ""}: ${shortUrl(tab.page)}${title}`;
    }),
  );
  return ["Tabs:", ...lines].join("\n");
}

/** Takes a snapshot and remembers its document, so that its references can be checked when they are used (R41). */
export async function takeSnapshot(context: ToolContext, tab: Tab): Promise<string> {
  const { page } = tab;
  const ms = Math.max(1, Math.min(snapshotMs, context.deadline.remaining() - 100));
  // The handle first: if the document changes in between, the references are refused, never misread.
  const document = await unlessLate(page.evaluateHandle("document"), ms);
  const old = tab.snapshotOf;
  tab.snapshotOf = undefined;
  void old?.dispose().catch(() => undefined);
  const [text, passwords] = await Promise.all([
    unlessLate(page.ariaSnapshot({ mode: "ai", timeout: ms }), ms),
    unlessLate(passwordsIn(page), ms),
  ]);
  if (text === undefined || document === undefined || passwords === undefined) {
    return "No snapshot: the page did not answer in time. Try browser_snapshot.";
  }
  tab.snapshotOf = document;
  const { shown, note } = cap(hidePasswords(text, passwords), snapshotBytes);
  return `Snapshot:\n\`\`\`yaml\n${shown}\n\`\`\`${note}`;
}

/** Cuts at a line, so that no reference is cut in two. */
export function cap(text: string, bytes: number): { shown: string; note: string } {
  const whole = Buffer.byteLength(text);
  if (whole <= bytes) return { shown: text, note: "" };
  const cut = Buffer.from(text).subarray(0, bytes).toString();
  const end = cut.lastIndexOf("\n");
  const shown = end > bytes / 2 ? cut.slice(0, end) : cut.replace(/\uFFFD+$/, "");
  return {
    shown,
    note: `\nCut: this is the first ${Buffer.byteLength(shown)} of ${whole} bytes; the rest is not shown.`,
  };
}

/** A frame that doesn't answer in this time is not in the snapshot either; milliseconds. */
const frameMs = 500;

async function passwordsIn(page: Page): Promise<readonly string[]> {
  const values = (frame: Frame) =>
    frame
      .locator("input[type=password]")
      .evaluateAll((all: { value?: unknown }[]) => all.map((one) => String(one.value)));
  const main = page.mainFrame();
  const children = page.frames().filter((frame) => frame !== main);
  const found = await Promise.all([
    values(main),
    ...children.map(async (frame) => (await unlessLate(values(frame), frameMs)) ?? []),
  ]);
  return found.flat();
}

async function titleOf(page: Page): Promise<string> {
  return (await unlessLate(page.title(), titleMs)) ?? "(the page did not answer)";
}

function shortUrl(page: Page): string {
  const url = page.url();
  return url.length > 1_000 ? `${url.slice(0, 999)}…` : url;
}
