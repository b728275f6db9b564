import { type ControlClient, connectToControlRoom, readControlToken } from "../../../src/cli/control-client.ts";
import { sayHello } from "../../../src/cli/hello.ts";
import { operatorHello } from "../../../src/shared/contract/hello.ts";
import { operatorCalls } from "../../../src/shared/contract/operator.ts";
import { oneOf, seeded } from "../../support/seeded.ts";
import type { SocketRoom } from "../../support/socket-room.ts";
import { Observer } from "./observer.ts";
import { StormAgent } from "./storm-agent.ts";

/** Enough for all that happens between two looks. */
const eventsRead = 1_200;

/** Agents and a person in any order, on the real control socket; the observer reads the log after each of their acts. */
export class Storm {
  readonly agents = new Map<string, StormAgent>();
  readonly observer: Observer;
  readonly random: () => number;
  readonly #opened: SocketRoom;
  readonly #operator: ControlClient;
  readonly #targets: readonly string[];

  private constructor(opened: SocketRoom, operator: ControlClient, seed: number) {
    const { settings } = opened.room;
    this.#opened = opened;
    this.#operator = operator;
    this.#targets = [...settings.targets.keys()];
    this.random = seeded(seed);
    this.observer = new Observer({
      cap: settings.cap,
      targetOf: (agent) => this.agents.get(agent)?.target ?? "?",
      keysOf: (target) => settings.targets.get(target)?.conflictKeys ?? [],
    });
  }

  static async begin(opened: SocketRoom, seed: number): Promise<Storm> {
    const operator = await connectToControlRoom(opened.paths);
    await sayHello(operator, operatorHello, { protocol: 1, token: readControlToken(opened.paths) });
    return new Storm(opened, operator, seed);
  }

  waiting(): StormAgent[] {
    return [...this.agents.values()].filter(({ alive, answer }) => alive && answer === null);
  }

  /** Agents that hold a slot, by the log. */
  holding(): StormAgent[] {
    return this.observer.state.held().flatMap(({ agent }) => {
      const holder = this.agents.get(agent);
      return holder?.alive && holder.answer !== null ? [holder] : [];
    });
  }

  /** @param milliseconds that pass then, on the room's clock */
  async look(milliseconds: number): Promise<void> {
    // Questions and answers of all connections have had their turns when this one's have.
    for (let turn = 0; turn < 2; turn += 1) await this.#operator.call(operatorCalls.receipt, { slot: 1 });
    await this.#opened.room.advance(milliseconds);
    this.observer.read(this.#opened.room.store.recentEvents(eventsRead).toReversed());
  }

  async arrive(): Promise<void> {
    const name = `agent${this.agents.size + 1}`;
    const target = this.#any(this.#targets) ?? "";
    const arriving = StormAgent.arrive(this.#opened.paths, name, target);
    this.agents.set(name, await arriving);
  }

  /** One act of anybody. */
  async act(): Promise<void> {
    const { state } = this.observer;
    const chromes = this.#opened.room.world.chromes.filter((chrome) => chrome.alive);
    const acts: readonly (readonly [number, () => unknown])[] = [
      [6, () => this.#any(this.holding())?.release()],
      [2, () => this.#any(this.holding())?.goodbye()],
      [1, () => this.#any(this.holding())?.die()],
      [3, () => this.#any(this.waiting())?.die()],
      [2, () => this.#dieAtTheTurn()],
      [1, () => this.#any(this.waiting())?.goodbye()],
      [1, () => this.#any(this.waiting())?.cancel()],
      [2, () => this.#person("take-over", state.numbersOf(/^agent |^nobody$/))],
      [3, () => this.#person("hand-back", state.numbersOf(/^a person$/))],
      [2, () => this.#person("release", state.numbersOf(/^parked /))],
      [1, () => this.#operator.call(operatorCalls.pause, { paused: !state.paused })],
      [1, () => this.#any(chromes)?.exits(null, "SIGKILL")],
    ];
    await this.#any(acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act)))?.();
    // While leases are paused nothing happens that is worth many acts.
    if (state.paused && this.random() < 0.5) await this.#operator.call(operatorCalls.pause, { paused: false });
  }

  /** The person lets everything go; holders finish one after another until nobody waits. */
  async drain(): Promise<void> {
    await this.#operator.call(operatorCalls.pause, { paused: false });
    for (let rounds = 0; this.waiting().length > 0 && rounds < 1_000; rounds += 1) {
      const { state } = this.observer;
      for (const slot of state.numbersOf(/^a person$/)) await this.#operator.call(operatorCalls.handBack, { slot });
      for (const slot of state.numbersOf(/^parked /)) await this.#operator.call(operatorCalls.release, { slot });
      await this.#any(this.holding())?.release();
      await this.look(300);
    }
  }

  async end(): Promise<void> {
    for (const agent of this.agents.values()) agent.die();
    await this.look(10_000);
    this.#operator.close();
  }

  /** The next in line goes in the moment in which its turn comes. */
  async #dieAtTheTurn(): Promise<void> {
    const holder = this.#any(this.holding());
    if (!holder) return;
    const inLine = [...this.observer.state.waiting.keys()].map((name) => this.agents.get(name));
    const released = holder.release();
    inLine.find((agent) => agent?.alive && agent.target === holder.target)?.die();
    await released;
  }

  /** The log may be behind by what is under way: then the room refuses, which is as good. */
  #person(act: "take-over" | "hand-back" | "release", slots: readonly number[]): void {
    const slot = this.#any(slots);
    if (slot === undefined || this.observer.state.slot(slot).target === null) return;
    const client = this.#operator;
    const asked: Promise<unknown> =
      act === "take-over"
        ? client.call(operatorCalls.takeOver, { slot })
        : client.call(act === "release" ? operatorCalls.release : operatorCalls.handBack, { slot });
    asked.catch(() => {});
  }

  #any<Value>(values: readonly Value[]): Value | undefined {
    return oneOf(this.random, values);
  }
}
