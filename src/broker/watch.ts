import type { Frame, Page, Request, Response } from "playwright-core";
import type { Seen } from "./seen.ts";

/** GET and HEAD are reads by the HTTP standard; OPTIONS is the browser's own question before a cross-origin request. */
const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/** Reads that a page may need before it shows what an action led to. Pictures, fonts and media are not waited for. */
const awaitedReads = new Set(["document", "fetch", "xhr", "script", "stylesheet"]);

/** Sent by the page without ever reading the answer. */
const unread = new Set(["ping", "beacon", "cspreport"]);

/** What is seen of the network while one action runs in one tab. Fed by `Traffic`. */
export class Watch {
  readonly page: Page;
  readonly downloads: string[] = [];
  readonly #seen = new Map<Request, Seen>();
  readonly #before: ReadonlySet<Page>;
  readonly #waiting = new Set<() => void>();

  /** @param before the pages that were open when the action began: their traffic is not the action's */
  constructor(page: Page, before: ReadonlySet<Page>) {
    this.page = page;
    this.#before = before;
  }

  get seen(): readonly Seen[] {
    return [...this.#seen.values()];
  }

  began(request: Request): void {
    const frame = frameOf(request);
    const page = frame?.page();
    if (page !== undefined && page !== this.page && this.#before.has(page)) return;
    const main = request.isNavigationRequest() && frame === this.page.mainFrame();
    const method = request.method();
    const type = request.resourceType();
    if (reading.has(method) && !awaitedReads.has(type)) return;
    this.#seen.set(request, {
      method,
      url: place(request.url()),
      state: "sent",
      status: null,
      kind: reading.has(method) ? (main ? "navigation" : "read") : "effect",
      main,
      beacon: unread.has(type),
      failure: null,
      ended: false,
      committed: false,
    });
    this.wake();
  }

  answered(response: Response): void {
    const seen = this.#seen.get(response.request());
    if (seen === undefined) return;
    seen.state = "answered";
    seen.status = response.status();
    // A stream of events has no end to wait for; without content there is no new document.
    if (response.headers()["content-type"]?.startsWith("text/event-stream")) seen.ended = true;
    if (seen.status === 204 || seen.status === 205) seen.committed = true;
    this.wake();
  }

  ended(request: Request): void {
    const seen = this.#seen.get(request);
    if (seen === undefined) return;
    seen.ended = true;
    // A redirect goes on as a request of its own.
    if (request.redirectedTo() !== null) seen.committed = true;
    const failure = request.failure()?.errorText ?? null;
    if (failure !== null) {
      seen.failure = failure;
      seen.committed = true;
      if (seen.state === "sent") seen.state = "failed";
    }
    this.wake();
  }

  navigated(frame: Frame): void {
    if (frame !== this.page.mainFrame()) return;
    for (const seen of this.#seen.values()) if (seen.main) seen.committed = true;
    this.wake();
  }

  downloading(page: Page, name: string): void {
    if (page !== this.page && this.#before.has(page)) return;
    this.downloads.push(name);
    this.wake();
  }

  /** Makes `until` look again. */
  wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Waits until the condition holds, at most `ms` milliseconds; it is looked at on every event of this watch. */
  async until(condition: () => boolean, ms: number): Promise<boolean> {
    if (condition()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => {
      if (condition()) resolve(true);
    };
    const timer = setTimeout(() => resolve(condition()), ms);
    this.#waiting.add(look);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(look);
    }
  }
}

/** Playwright throws for requests that belong to no frame (a service worker) or to one that isn't there yet (a popup). */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** Origin and path: query and fragment may carry secrets (R31). */
function place(address: string): string {
  return (address.split(/[?#]/)[0] ?? "").slice(0, 500);
}
