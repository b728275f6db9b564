import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { DevToolsEvent, DevToolsPipe } from "./devtools-pipe.ts";
import { type FromPage, fromPage, type ToPage } from "./page-messages.ts";
import { pageSide } from "./page-side.ts";

const created = z.object({ targetInfo: z.object({ targetId: z.string(), type: z.string(), url: z.string() }) });
const attached = z.object({ sessionId: z.string() });
const frame = z.object({ id: z.string(), url: z.string() });
const frameTree = z.object({ frameTree: z.object({ frame }) });
const navigated = z.object({ frame });
const contextCreated = z.object({
  context: z.object({ id: z.number(), auxData: z.object({ frameId: z.string(), isDefault: z.boolean() }) }),
});
const contextDestroyed = z.object({ executionContextId: z.number() });
const bindingCalled = z.object({ name: z.string(), payload: z.string(), executionContextId: z.number() });

export interface PageListener {
  /** Only from the script that runs before the page, in the main frame's present document. */
  message(message: FromPage): void;
  /** The window's page is gone: the person closed the window, or its tab crashed away. */
  gone(): void;
}

/** The one page of an app window: runs the preload in it and carries messages both ways. */
export class PageLink {
  readonly pipe: DevToolsPipe;
  readonly session: string;
  readonly mainFrame: string;
  readonly targetId: string;
  readonly #binding = `binding_${randomBytes(8).toString("hex")}`;
  readonly #receiver = `receiver_${randomBytes(8).toString("hex")}`;
  readonly #listener: PageListener;
  #context: number | null = null;

  private constructor(
    pipe: DevToolsPipe,
    ids: { targetId: string; session: string; mainFrame: string },
    listener: PageListener,
  ) {
    this.pipe = pipe;
    this.targetId = ids.targetId;
    this.session = ids.session;
    this.mainFrame = ids.mainFrame;
    this.#listener = listener;
    pipe.onEvent((event) => this.#hear(event));
  }

  /** @param preload the text of a CommonJS module, or null */
  static async open(pipe: DevToolsPipe, preload: string | null, listener: PageListener): Promise<PageLink> {
    const targetId = await firstPage(pipe);
    const session = attached.parse(await pipe.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
    const mainFrame = await firstDocument(pipe, session);
    const link = new PageLink(pipe, { targetId, session, mainFrame }, listener);
    await link.send("Runtime.enable");
    await link.send("Runtime.addBinding", { name: link.#binding });
    await link.send("Page.addScriptToEvaluateOnNewDocument", { source: link.#script(preload ?? "") });
    return link;
  }

  send(method: string, params: object = {}): Promise<unknown> {
    return this.pipe.send(method, params, this.session);
  }

  /** Delivered to the present document, if there is one; a document that has just gone needs no answer. */
  post(message: ToPage): void {
    if (this.#context === null) return;
    // Twice JSON: as a literal in the expression, `__proto__` in the data would set a prototype.
    const expression = `globalThis.${this.#receiver}?.(${JSON.stringify(JSON.stringify(message))})`;
    this.send("Runtime.evaluate", { expression, contextId: this.#context, silent: true }).catch(() => {});
  }

  #script(preload: string): string {
    const names = `${JSON.stringify(this.#binding)}, ${JSON.stringify(this.#receiver)}`;
    return `(${pageSide.toString()})(${names}, function (exports, require, module) {${preload}\n});`;
  }

  #hear({ method, params, sessionId }: DevToolsEvent): void {
    if (method === "Target.targetDestroyed" || method === "Target.targetCrashed") {
      if (z.object({ targetId: z.string() }).parse(params).targetId === this.targetId) this.#listener.gone();
    } else if (method === "Target.targetCreated") {
      this.#closeStranger(params);
    }
    if (sessionId !== this.session) return;
    if (method === "Runtime.executionContextCreated") {
      const { id, auxData } = contextCreated.parse(params).context;
      if (auxData.isDefault && auxData.frameId === this.mainFrame) this.#context = id;
    } else if (method === "Runtime.executionContextDestroyed") {
      if (contextDestroyed.parse(params).executionContextId === this.#context) this.#context = null;
    } else if (method === "Runtime.executionContextsCleared") {
      this.#context = null;
    } else if (method === "Runtime.bindingCalled") {
      const call = bindingCalled.parse(params);
      if (call.name === this.#binding && call.executionContextId === this.#context) {
        this.#listener.message(fromPage.parse(JSON.parse(call.payload)));
      }
    }
  }

  /** A second window (Ctrl+N, a link with a target) has no place in an app; the person's own DevTools have. */
  #closeStranger(params: unknown): void {
    const { targetId, type, url } = created.parse(params).targetInfo;
    if (type !== "page" || targetId === this.targetId || url.startsWith("devtools:")) return;
    console.error(`electron stand-in: a second window was closed: ${url}`);
    this.pipe.send("Target.closeTarget", { targetId }).catch(() => {});
  }
}

/** Chromium tells of the targets that exist already, then of new ones: the first page is the app window's. */
async function firstPage(pipe: DevToolsPipe): Promise<string> {
  const isPage = ({ method, params }: DevToolsEvent) =>
    method === "Target.targetCreated" && created.parse(params).targetInfo.type === "page";
  const [{ params }] = await Promise.all([
    pipe.event(isPage),
    pipe.send("Target.setDiscoverTargets", { discover: true }),
  ]);
  return created.parse(params).targetInfo.targetId;
}

/**
 * Waits until the window shows what Chromium was started with: a page that we load before that would be replaced.
 * @returns the id of the main frame
 */
async function firstDocument(pipe: DevToolsPipe, session: string): Promise<string> {
  const isStart = (url: string) => url.startsWith("data:");
  const shown = pipe.event(
    (event) =>
      event.sessionId === session &&
      event.method === "Page.frameNavigated" &&
      isStart(navigated.parse(event.params).frame.url),
  );
  await pipe.send("Page.enable", {}, session);
  const now = frameTree.parse(await pipe.send("Page.getFrameTree", {}, session)).frameTree.frame;
  if (!isStart(now.url)) await shown;
  return now.id;
}
