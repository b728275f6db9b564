import type { BrowserContext, JSHandle, Page } from "playwright-core";
import { within } from "./deadline.ts";
import { Refusal } from "./refusal.ts";

export interface Tab {
  /** "t1", "t2", …: given once, never used again for another tab. */
  readonly id: string;
  readonly page: Page;
  /**
   * The document that the agent's references were read from. The handle dies with that document, also when the page
   * comes back from the browser's page cache, so it can't be mistaken for a later one (R41).
   */
  snapshotOf: JSHandle | undefined;
}

/**
 * The agent's tabs, by id: "the selected one" or "the second one" would mean another tab after a popup (see R40).
 * Tabs of the person are not among them: the control room doesn't show them to this process.
 */
export class TabBook {
  readonly #context: BrowserContext;
  readonly #tabs = new Map<Page, Tab>();
  readonly #adopted: (page: Page) => void;
  /** How many documents each tab has shown since it is known. */
  readonly #documents = new Map<Page, number>();
  readonly #onChange = new Set<() => void>();
  #lastId = 0;
  #current: Page | undefined;

  /** @param adopted called once for every tab, before anything happens in it */
  constructor(context: BrowserContext, adopted: (page: Page) => void) {
    this.#context = context;
    this.#adopted = adopted;
    for (const page of context.pages()) this.#adopt(page);
    this.#current = context.pages()[0];
    context.on("page", (page) => this.#adopt(page));
    context.on("framenavigated", (frame) => {
      const page = frame.page();
      if (frame !== page.mainFrame()) return;
      this.#documents.set(page, this.documentsOf(page) + 1);
      for (const look of [...this.#onChange]) look();
    });
    context.on("pageclose", (page) => {
      this.#tabs.delete(page);
      this.#documents.delete(page);
      for (const look of [...this.#onChange]) look();
    });
  }

  get all(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** The tab that tools act on. A popup does not become it by itself; if it was closed, the newest other one is taken. */
  async current(): Promise<Tab> {
    const chosen = this.#current === undefined ? undefined : this.#tabs.get(this.#current);
    const tab = chosen ?? this.all.at(-1) ?? (await this.create());
    this.#current = tab.page;
    return tab;
  }

  /** @throws Refusal `ARGUMENTS_INVALID` if there is no such tab */
  find(id: string): Tab {
    const tab = this.all.find((each) => each.id === id);
    if (tab === undefined) {
      throw new Refusal(
        "ARGUMENTS_INVALID",
        `There is no tab ${id}. Open are: ${this.all.map((each) => each.id).join(", ")}.`,
      );
    }
    return tab;
  }

  select(tab: Tab): void {
    this.#current = tab.page;
  }

  isCurrent(tab: Tab): boolean {
    return tab.page === this.#current;
  }

  documentsOf(page: Page): number {
    return this.#documents.get(page) ?? 0;
  }

  /**
   * Waits until the condition holds, at most `ms` milliseconds; it is looked at whenever a tab opens, closes or shows
   * another document.
   */
  async until(condition: () => boolean, ms: number): Promise<void> {
    if (condition()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (condition()) resolve();
    };
    this.#onChange.add(look);
    await within(promise, ms);
    this.#onChange.delete(look);
  }

  /** Opens an empty tab. The control room shows it in the slot's window without bringing that to the front (R21). */
  async create(): Promise<Tab> {
    return this.#adopt(await this.#context.newPage());
  }

  /** After a snapshot that the agent may not have got: its references must not be usable (R41). */
  forgetReferences(): void {
    for (const tab of this.all) tab.snapshotOf = undefined;
  }

  #adopt(page: Page): Tab {
    const known = this.#tabs.get(page);
    if (known !== undefined) return known;
    const tab: Tab = { id: `t${++this.#lastId}`, page, snapshotOf: undefined };
    this.#tabs.set(page, tab);
    for (const look of [...this.#onChange]) look();
    this.#adopted(page);
    return tab;
  }
}
