import { z } from "zod";
import type { PageLink } from "./page-link.ts";

const paused = z.object({ requestId: z.string(), frameId: z.string(), request: z.object({ url: z.string() }) });
const navigated = z.object({
  frame: z.object({ id: z.string(), parentId: z.string().optional(), url: z.string() }),
});
const navigatedWithin = z.object({ frameId: z.string(), url: z.string() });
const started = z.object({ errorText: z.string().optional() });

/**
 * Keeps a window on the page that the app loaded: every other way of its main frame is announced first and, when
 * that is prevented, does not happen.
 */
export class NavigationGuard {
  readonly #link: PageLink;
  readonly #allows: (url: string) => boolean;
  #loaded: string | null = null;
  #url = "";

  /** @param allows is asked before the main frame goes elsewhere by itself; false keeps it where it is */
  static async start(link: PageLink, allows: (url: string) => boolean): Promise<NavigationGuard> {
    const guard = new NavigationGuard(link, allows);
    await link.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
    return guard;
  }

  private constructor(link: PageLink, allows: (url: string) => boolean) {
    this.#link = link;
    this.#allows = allows;
    link.pipe.onEvent(({ sessionId, method, params }) => {
      if (sessionId !== link.session) return;
      if (method === "Fetch.requestPaused") this.#decide(paused.parse(params));
      else if (method === "Page.navigatedWithinDocument") this.#movedWithin(navigatedWithin.parse(params));
      else if (method === "Page.frameNavigated") this.#moved(navigated.parse(params).frame);
    });
  }

  /** What the main frame shows now. */
  get url(): string {
    return this.#url;
  }

  /** @throws Error when the page can't be loaded */
  async load(url: string): Promise<void> {
    this.#loaded = url;
    const { session, pipe } = this.#link;
    const loaded = pipe.event(
      ({ sessionId, method }) => sessionId === session && method === "Page.loadEventFired" && this.#url === url,
    );
    const begun = this.#link.send("Page.navigate", { url }).then((answer) => {
      const { errorText } = started.parse(answer);
      if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`);
    });
    await Promise.all([loaded, begun]);
  }

  #decide({ requestId, frameId, request }: z.output<typeof paused>): void {
    const free = frameId !== this.#link.mainFrame || request.url === this.#loaded || this.#allows(request.url);
    if (!free) console.error(`electron stand-in: navigation was refused: ${request.url}`);
    const answer = free
      ? this.#link.send("Fetch.continueRequest", { requestId })
      : this.#link.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    answer.catch(() => {});
  }

  #movedWithin({ frameId, url }: z.output<typeof navigatedWithin>): void {
    if (frameId === this.#link.mainFrame) this.#url = url;
  }

  /** Addresses that need no request (about:blank) were not asked about: they are turned back. */
  #moved({ parentId, url }: z.output<typeof navigated>["frame"]): void {
    if (parentId !== undefined) return;
    this.#url = url;
    if (this.#loaded === null || url === this.#loaded || this.#allows(url)) return;
    console.error(`electron stand-in: navigation was turned back: ${url}`);
    this.#link.send("Page.navigate", { url: this.#loaded }).catch(() => {});
  }
}
