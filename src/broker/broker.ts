import type { BrowserType } from "playwright-core";
import type { BrokerAction, BrokerBinding, FromBroker, ToBroker } from "../shared/contract/broker.ts";
import { DockError } from "../shared/errors.ts";
import { connect } from "./connect.ts";
import { runAction } from "./run-action.ts";
import type { Workplace } from "./tool.ts";

/** What the broker needs of its process. */
export interface Surroundings {
  /** Resolves when the message has left the process. */
  send(message: FromBroker): Promise<void>;
  exit(code: number): void;
}

/**
 * One broker: bound once, to one slot, launch and epoch, and never again. Runs actions one at a time, in the order in
 * which they came. Ends with the connection that it was bound to: what it had is not replayed on another one (R44).
 */
export class Broker {
  readonly #surroundings: Surroundings;
  readonly #chromium: BrowserType;
  #workplace: Promise<Workplace | undefined> | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(chromium: BrowserType, surroundings: Surroundings) {
    this.#chromium = chromium;
    this.#surroundings = surroundings;
  }

  /** @throws Error if the control room asks for what a broker must never do */
  receive(message: ToBroker): void {
    switch (message.kind) {
      case "bind":
        if (this.#workplace !== undefined) throw new Error("bound twice");
        this.#workplace = this.#bind(message);
        return;
      case "action":
        this.#queue = this.#queue.then(() => this.#run(message));
        return;
      case "stop":
        // At once: what is under way is accounted for by the control room, not waited for (R5).
        this.#surroundings.exit(0);
        return;
      default:
        message satisfies never;
    }
  }

  async #bind(binding: BrokerBinding): Promise<Workplace | undefined> {
    try {
      const workplace = await connect(this.#chromium, binding);
      void workplace.wire.ended.then(() => this.#end());
      await this.#surroundings.send({ kind: "ready" });
      return workplace;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#surroundings.send({ kind: "bind_failed", message });
      return undefined;
    }
  }

  async #run(action: BrokerAction): Promise<void> {
    const workplace = await this.#workplace;
    if (workplace !== undefined) return this.#surroundings.send(await runAction(workplace, action));
    const error = new DockError("INTERNAL", "The broker is not bound to a slot.", { retry: "safe" }).body();
    await this.#surroundings.send({
      kind: "result",
      actionId: action.actionId,
      outcome: "not_sent",
      content: [{ type: "text", text: error.message }],
      requests: [],
      error,
    });
  }

  /** The results of what was running or waiting go out first. */
  async #end(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#queue;
      await last;
    } while (last !== this.#queue);
    this.#surroundings.exit(0);
  }
}
