import { notThere } from "./closed-surface.ts";
import { StandInEvents } from "./events.ts";
import { type Frame, runHandler } from "./ipc-main.ts";
import type { FromPage, ToPage } from "./page-messages.ts";

type OpenHandler = (details: { readonly url: string }) => { readonly action: string };

let lastId = 0;

/** What the window gives to its contents once its page is there. */
export interface PageEnd {
  readonly processId: number;
  url(): string;
  post(message: ToPage): void;
}

/** Electron's `webContents`: messages to and from the page. */
export class StandInWebContents {
  readonly id = ++lastId;
  readonly mainFrame: Frame;
  readonly #events = new StandInEvents<"will-navigate">("webContents", ["will-navigate"]);
  #openHandler: OpenHandler = () => ({ action: "deny" });
  #page: PageEnd | null = null;
  #destroyed = false;

  constructor() {
    const page = () => this.#page;
    this.mainFrame = {
      get url() {
        return page()?.url() ?? "";
      },
      get processId() {
        return page()?.processId ?? 0;
      },
      routingId: 1,
    };
  }

  /** Reaches the document that is there now; before the first one it is lost. */
  send(channel: string, ...values: unknown[]): void {
    this.#page?.post({ kind: "send", channel, values });
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  on(name: "will-navigate", listener: (...values: unknown[]) => void): this {
    this.#events.on(name, listener);
    return this;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** For the window: the page is there. */
  connect(page: PageEnd): void {
    this.#page = page;
  }

  /** For the window: it has closed. */
  disconnect(): void {
    this.#page = null;
    this.#destroyed = true;
  }

  /** For the window: whether the main frame may go to an address by itself. */
  allowsNavigation(url: string): boolean {
    return !this.#events.emitPreventable("will-navigate", url);
  }

  /** For the window: what the page says. */
  receive(message: FromPage, sender: object): void {
    if (message.kind === "preload-failed") {
      console.error(`electron stand-in: the preload failed: ${message.message}`);
    } else if (message.kind === "window-open") {
      if (this.#openHandler({ url: message.url }).action !== "deny") throw notThere("webContents", "a second window");
      console.error(`electron stand-in: window.open was refused: ${message.url}`);
    } else {
      this.#answer(message, sender).catch((error: unknown) => console.error("electron stand-in:", error));
    }
  }

  async #answer({ id, channel, values }: Extract<FromPage, { kind: "invoke" }>, sender: object): Promise<void> {
    const page = this.#page;
    try {
      const value = await runHandler({ sender, senderFrame: this.mainFrame }, channel, values);
      page?.post({ kind: "value", id, value });
    } catch (error) {
      // Only the text gets across, as in Electron.
      page?.post({ kind: "error", id, message: `Error invoking remote method '${channel}': ${String(error)}` });
    }
  }
}
