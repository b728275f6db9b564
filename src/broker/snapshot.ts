import type { Frame, JSHandle, Page } from "playwright-core";
import { unlessLate } from "./deadline.ts";
import { hidePasswords } from "./passwords.ts";
import { capText } from "./text-cap.ts";

/** About 15,000 tokens; a longer one would crowd out what the agent is working on. In bytes of UTF-8. */
const snapshotBytes = 60_000;

/** A frame that doesn't answer in this time is not in the snapshot either; milliseconds. */
const frameMs = 500;

export interface Snapshot {
  readonly text: string;
  /** The document that its references belong to. */
  readonly document: JSHandle;
}

/** @throws Error if the page is closed or does not answer within `ms` milliseconds */
export async function takeSnapshot(page: Page, ms: number): Promise<Snapshot> {
  // If the document changes in between, handle and references belong to different ones. Then the references are
  // refused: Playwright looks them up in the document that is there, and the new one has none yet (R41).
  const [document, text, passwords] = await Promise.all([
    page.evaluateHandle("document"),
    page.ariaSnapshot({ mode: "ai", timeout: ms }),
    passwordsIn(page),
  ]);
  const { shown, note } = capText(hidePasswords(text, passwords), snapshotBytes);
  return { document, text: `Snapshot:\n\`\`\`yaml\n${shown}\n\`\`\`${note}` };
}

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
