import type { BrowserContext, Page } from "playwright-core";
import { Watch } from "./watch.ts";

/**
 * Hands the browser's network events to the watches that are open. The listeners stay on for the broker's life:
 * Playwright reports an event only once it knows of a listener, and one added just before a click could miss a request.
 */
export class Traffic {
  readonly #context: BrowserContext;
  readonly #watches = new Set<Watch>();

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on("request", (request) => this.#each((watch) => watch.began(request)));
    context.on("response", (response) => this.#each((watch) => watch.answered(response)));
    context.on("requestfinished", (request) => this.#each((watch) => watch.ended(request)));
    context.on("requestfailed", (request) => this.#each((watch) => watch.ended(request)));
    context.on("framenavigated", (frame) => this.#each((watch) => watch.navigated(frame)));
    context.on("download", (download) =>
      this.#each((watch) => watch.downloading(download.page(), download.suggestedFilename())),
    );
    context.on("pageclose", () => this.wake());
  }

  open(page: Page): Watch {
    const watch = new Watch(page, new Set(this.#context.pages()));
    this.#watches.add(watch);
    return watch;
  }

  close(watch: Watch): void {
    this.#watches.delete(watch);
  }

  /** Something outside the network changed that a waiting action has to look at. */
  wake(): void {
    this.#each((watch) => watch.wake());
  }

  #each(tell: (watch: Watch) => void): void {
    for (const watch of this.#watches) tell(watch);
  }
}
