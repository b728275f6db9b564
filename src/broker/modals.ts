import type { BrowserContext, Dialog, FileChooser, Page } from "playwright-core";
import type { StepFailed } from "./steps.ts";

/**
 * Dialogs and file choosers that are open. A dialog stops its page, so it is kept open and told to the agent, who
 * decides about it: nobody confirms "Delete?" on their own.
 */
export class Modals {
  readonly #dialogs: Dialog[] = [];
  readonly #choosers = new Map<Page, FileChooser>();
  readonly #listeners = new Set<() => void>();
  /** The steps that the open dialog interrupted, if any were under way: what became of them, never rejecting. */
  rest: Promise<StepFailed | undefined> | undefined;

  constructor(context: BrowserContext) {
    context.on("dialog", (dialog) => {
      this.#dialogs.push(dialog);
      for (const opened of this.#listeners) opened();
    });
    context.on("pageclose", (page) => {
      this.#choosers.delete(page);
      this.#forget((dialog) => dialog.page() === page);
      if (this.#dialogs.length === 0) this.rest = undefined;
    });
  }

  /** The dialog that has been open for longest. */
  get dialog(): Dialog | undefined {
    return this.#dialogs[0];
  }

  /** Calls `opened` for every dialog that opens from now on, until the returned function is called. */
  onOpen(opened: () => void): () => void {
    this.#listeners.add(opened);
    return () => this.#listeners.delete(opened);
  }

  /** Takes note that it was answered. */
  answered(dialog: Dialog): void {
    this.#forget((open) => open === dialog);
  }

  watch(page: Page): void {
    page.on("filechooser", (chooser) => this.#choosers.set(page, chooser));
    // The chooser belongs to an element of the old document.
    page.on("domcontentloaded", () => this.#choosers.delete(page));
  }

  chooser(page: Page): FileChooser | undefined {
    return this.#choosers.get(page);
  }

  chooserUsed(page: Page): void {
    this.#choosers.delete(page);
  }

  #forget(which: (dialog: Dialog) => boolean): void {
    for (let index = this.#dialogs.length - 1; index >= 0; index--) {
      const dialog = this.#dialogs[index];
      if (dialog !== undefined && which(dialog)) this.#dialogs.splice(index, 1);
    }
  }
}

/** `confirm “Delete it?”` */
export function describeDialog(dialog: Dialog): string {
  if (dialog.type() === "beforeunload") return "beforeunload (“Leave this page?”)";
  const message = dialog.message();
  return `${dialog.type()} “${message.length > 500 ? `${message.slice(0, 499)}…` : message}”`;
}
