import type { BrowserType } from "playwright-core";
import type { BrokerAction, BrokerBinding, FromBroker, ToBroker } from "../shared/contract/broker.ts";
import { DockError } from "../shared/errors.ts";
import { Act } from "./act.ts";
import { connect } from "./connect.ts";
import { Deadline } from "./deadline.ts";
import { connectionEnded, controlChanged, Lifeline } from "./lifeline.ts";
import { failedResult, prepareAction } from "./run-action.ts";
import type { ToolContext, Workplace } from "./tool.ts";

/** Replies that Chrome sent before the gate closed come in within this; milliseconds. */
const graceMs = 60;

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
  readonly #lifeline = new Lifeline();
  #workplace: Promise<Workplace | undefined> | undefined;
  #queue: Promise<void> = Promise.resolve();
  /** The acting tool that was performed last: it can be asked to report until the next action begins. */
  #act: Act | undefined;

  constructor(chromium: BrowserType, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#chromium = chromium;
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
      case "report":
        this.#queue = this.#queue.then(() => this.#report(message));
        return;
      case "stop":
        // The gate refuses every further command; what was written may still be answered.
        this.#lifeline.announce(controlChanged);
        setTimeout(() => this.#lifeline.sever(controlChanged), graceMs);
        void this.#end();
        return;
      default:
        message satisfies never;
    }
  }

  async #bind(binding: BrokerBinding): Promise<Workplace | undefined> {
    try {
      const workplace = await connect(this.#chromium, binding, this.#lifeline);
      void workplace.wire.ended.then(() => {
        this.#lifeline.sever(connectionEnded);
        return this.#end();
      });
      await this.#surroundings.send({ kind: "ready" });
      return workplace;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#surroundings.send({ kind: "bind_failed", message });
      return undefined;
    }
  }

  async #run(action: BrokerAction): Promise<void> {
    // Control may change while the broker is still being bound.
    const workplace = await Promise.race([this.#workplace, this.#lifeline.severed.then(() => undefined)]);
    this.#act?.end();
    this.#act = undefined;
    if (workplace === undefined) return this.#surroundings.send(unbound(action));
    const context: ToolContext = {
      ...workplace,
      deadline: new Deadline(action.timeoutMs),
      began: workplace.wire.mark(),
    };
    const prepared = await prepareAction(context, action);
    if ("result" in prepared) return this.#surroundings.send(prepared.result);
    const act = new Act(action.actionId, context, prepared.deed, (message) => this.#surroundings.send(message));
    this.#act = act;
    try {
      await act.perform();
    } catch (thrown) {
      await this.#surroundings.send(failedResult(context, action, thrown));
    }
  }

  async #report(asked: Extract<ToBroker, { kind: "report" }>): Promise<void> {
    const { actionId } = asked;
    const act = this.#act?.actionId === actionId ? this.#act : undefined;
    // A page that fails to be looked at is reported as nothing: the outcome does not depend on it.
    const content = await act?.report(asked).catch(() => []);
    await this.#surroundings.send({ kind: "reported", actionId, content: content ?? [] });
  }

  /** What is running or waiting is stated first. */
  async #end(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#queue;
      await last;
    } while (last !== this.#queue);
    this.#surroundings.exit(0);
  }
}

function unbound({ actionId }: BrokerAction): FromBroker {
  const error = new DockError("INTERNAL", "The broker is not bound to a slot.", { retry: "safe" }).body();
  return { kind: "result", actionId, outcome: "not_sent", content: [{ type: "text", text: error.message }], error };
}
