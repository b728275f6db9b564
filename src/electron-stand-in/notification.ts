import { StandInEvents } from "./events.ts";

/** Electron's `Notification`, which here is a line on standard error: nobody can click it. */
export class StandInNotification {
  readonly #events = new StandInEvents<"click">("Notification", ["click"]);
  readonly #title: string;
  readonly #body: string;

  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    this.#title = title;
    this.#body = body;
  }

  show(): void {
    console.error(`notification: ${this.#title}: ${this.#body}`);
  }

  on(name: "click", listener: () => void): this {
    this.#events.on(name, listener);
    return this;
  }
}
